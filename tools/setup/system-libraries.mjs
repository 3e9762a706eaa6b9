/**
 * Emscripten compiles its C and C++ libraries at the first link that needs them. The set-up does that here, with the flags of
 * the later links, so that it can report its progress.
 */
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { run } from "../process.mjs";
import { isStamped, stamp } from "../stamps.mjs";
import { emscripten } from "./emscripten.mjs";
import { stampOf, TOOLCHAIN } from "./folder.mjs";

// The flags that CMakeLists.txt links with, CMAKE_CXX_FLAGS_RELEASE first: they decide the variants of the libraries. The
// -Os of our own files has no effect on them.
const LINK = [
  "-O3",
  "-fno-exceptions",
  "-lembind",
  "--no-entry",
  "-sMALLOC=emmalloc",
  "-sSTRICT",
  "-sALLOW_MEMORY_GROWTH",
];

const STAMP = stampOf("libraries");

async function key() {
  const { folder } = await emscripten();
  return `${folder} ${LINK.join(" ")}`;
}

export async function systemLibrariesReady() {
  return isStamped(STAMP, await key());
}

/** @param {(message: string) => void} say */
export async function buildSystemLibraries(say) {
  const { folder, env } = await emscripten();
  const work = join(TOOLCHAIN, "warm-up");
  mkdirSync(work, { recursive: true });
  // Uses each library: streams, which only the tests have, and allocation.
  writeFileSync(
    join(work, "main.cpp"),
    "#include <iostream>\nint main(int argc, char**) { std::cout << *new int(argc); }\n",
  );
  await run(`${folder}em++`, ["main.cpp", ...LINK, "-o", "main.cjs"], {
    cwd: work,
    env,
    onLine: (line) => {
      const name = /generating system library: \S*?([\w+.-]+)\.a\.\.\./.exec(line)?.[1];
      if (name !== undefined) say(`compiling ${name}`);
    },
  });
  rmSync(work, { recursive: true, force: true });
  stamp(STAMP, await key());
}
