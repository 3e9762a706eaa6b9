/** clang-tidy over the C++ sources, with the flags of the native build. */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { configureCpp } from "../build/cpp.mjs";
import { Failure, ROOT, run } from "../process.mjs";
import { findClangTidy } from "../setup/emscripten.mjs";
import { contentKey, isStamped, stamp } from "../stamps.mjs";
import { trackedFiles } from "./tracked.mjs";

/** @returns {Promise<string[]>} the complaints */
export async function checkTidy() {
  const tidy = findClangTidy();
  if (tidy === undefined) throw new Failure("install clang-tidy, and run this again");
  const flags = await writeFlags();
  const files = await trackedFiles();
  const queue = files.filter((path) => /^src\/(kernels|reference)\/.*\.cpp$/.test(path));
  /** @type {string[]} */
  const complaints = [];
  const worker = async () => {
    for (let path = queue.pop(); path !== undefined; path = queue.pop()) {
      // A clean source stays clean until it, one of its headers or the rules change.
      const done = join(ROOT, "build/tidy", `${path}.stamp`);
      const key = contentKey([".clang-tidy", ...withIncludes(path)]);
      if (isStamped(done, key)) continue;
      const args = ["-p", flags, "--quiet", "--warnings-as-errors=*", join(ROOT, path)];
      const { status, stdout } = await run(tidy, args, { mayFail: true });
      if (status === 0) stamp(done, key);
      else complaints.push(stdout.replaceAll(`${ROOT}/`, "").trim());
    }
  };
  await Promise.all(Array.from({ length: availableParallelism() }, worker));
  return complaints;
}

/**
 * The flags of the native build without its precompiled headers, which are GCC's.
 * @returns {Promise<string>} the folder of the file with them
 */
async function writeFlags() {
  const { folder } = await configureCpp("native");
  const name = "compile_commands.json";
  const commands = readFileSync(join(folder, name), "utf8");
  const written = join(ROOT, "build/tidy");
  mkdirSync(written, { recursive: true });
  writeFileSync(
    join(written, name),
    commands.replaceAll(/-Winvalid-pch|-include (\S*|\\"[^"]*)cmake_pch\.hxx(\\")?/g, ""),
  );
  return written;
}

/**
 * A source and every header of ours that it includes, directly or not.
 * @param {string} path
 */
function withIncludes(path) {
  const found = new Set([path]);
  for (const file of found) {
    const text = readFileSync(join(ROOT, file), "utf8");
    const headers = [...text.matchAll(/^#include "([^"]+)"/gm)].map((match) => `src/${match[1]}`);
    for (const header of headers) if (existsSync(join(ROOT, header))) found.add(header);
  }
  return [...found];
}
