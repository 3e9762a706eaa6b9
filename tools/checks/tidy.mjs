/**
 * clang-tidy over the C++ sources, with the flags of the native build. The sources of a folder are read as one, because the
 * headers of xsimd take longer to read than all that is ours. So names in their unnamed namespaces differ within a folder.
 */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { dirname, join } from "node:path";
import { configureCpp } from "../build/cpp.mjs";
import { Failure, ROOT, run } from "../process.mjs";
import { findClangTidy } from "../setup/emscripten.mjs";
import { contentKey, isStamped, stamp } from "../stamps.mjs";
import { trackedFiles } from "./tracked.mjs";

const WRITTEN = join(ROOT, "build/tidy");

/** Here sources are included, and their names hide each other's. The build of the modules looks for shadows. */
const NOT_HERE = ["--checks=-bugprone-suspicious-include", "--extra-arg=-Wno-shadow"];

/** @returns {Promise<string[]>} the complaints */
export async function checkTidy() {
  const tidy = findClangTidy();
  if (tidy === undefined) throw new Failure("install clang-tidy, and run this again");
  const sources = (await trackedFiles()).filter((path) => /^src\/(kernels|reference)\/.*\.cpp$/.test(path));
  /** @type {Map<string, string[]>} */
  const folders = new Map();
  for (const path of sources) folders.set(dirname(path), [...(folders.get(dirname(path)) ?? []), path]);
  await writeFlags(folders);
  // The largest first, so that no core waits for it at the end.
  const queue = [...folders].sort(([, one], [, other]) => one.length - other.length);
  /** @type {string[]} */
  const complaints = [];
  const worker = async () => {
    for (let next = queue.pop(); next !== undefined; next = queue.pop()) {
      const [folder, paths] = next;
      // Clean sources stay clean until one of them, of their headers or the rules change.
      const done = join(WRITTEN, `${folder}.stamp`);
      const key = contentKey([".clang-tidy", ...withIncludes(paths)]);
      if (isStamped(done, key)) continue;
      const args = ["-p", WRITTEN, "--quiet", "--warnings-as-errors=*", ...NOT_HERE, together(folder)];
      const { status, stdout } = await run(tidy, args, { mayFail: true });
      if (status === 0) stamp(done, key);
      else complaints.push(stdout.replaceAll(`${ROOT}/`, "").trim());
    }
  };
  await Promise.all(Array.from({ length: availableParallelism() }, worker));
  return complaints;
}

/** The file that includes the sources of a folder. @param {string} folder */
const together = (folder) => join(WRITTEN, `${folder.replaceAll("/", "-")}.cpp`);

/**
 * Writes such a file for each folder, and the flags of the native build for it, without the precompiled headers, which are
 * GCC's.
 * @param {ReadonlyMap<string, readonly string[]>} folders
 */
async function writeFlags(folders) {
  const { folder: build } = await configureCpp("native");
  /** @type {{ directory: string, command: string, file: string }[]} */
  const commands = JSON.parse(readFileSync(join(build, "compile_commands.json"), "utf8"));
  mkdirSync(WRITTEN, { recursive: true });
  const entries = [...folders].map(([folder, paths]) => {
    const file = together(folder);
    writeFileSync(file, paths.map((path) => `#include "${join(ROOT, path)}"\n`).join(""));
    const [first = ""] = paths;
    const source = join(ROOT, first);
    const entry = commands.find((one) => one.file === source || isCompiledWith(one.file, source));
    if (entry === undefined) throw new Failure(`${first} is not a source of CMakeLists.txt`);
    const command = entry.command
      .replaceAll(/-Winvalid-pch|-include (\S*|\\?"[^"]*)cmake_pch\.hxx(\\?")?/g, "")
      .replace(/ -o \S+/, "")
      .replaceAll(entry.file, file);
    return { ...entry, command, file };
  });
  writeFileSync(join(WRITTEN, "compile_commands.json"), JSON.stringify(entries, null, 1));
}

/** True for a file of CMake's that includes a source. @param {string} file @param {string} source */
const isCompiledWith = (file, source) =>
  file.includes("/Unity/") && readFileSync(file, "utf8").includes(`"${source}"`);

/**
 * Sources and every header of ours that they include, directly or not.
 * @param {readonly string[]} paths
 */
function withIncludes(paths) {
  const found = new Set(paths);
  for (const file of found) {
    const text = readFileSync(join(ROOT, file), "utf8");
    const headers = [...text.matchAll(/^#include "([^"]+)"/gm)].map((match) => `src/${match[1]}`);
    for (const header of headers) if (existsSync(join(ROOT, header))) found.add(header);
  }
  return [...found];
}
