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
const LINKS = {
  module: [
    "-O3",
    "-fno-exceptions",
    "-lembind",
    "--no-entry",
    "-sMALLOC=emmalloc",
    "-sSTRICT",
    "-sALLOW_MEMORY_GROWTH",
  ],
  tests: ["-O2", "-fwasm-exceptions", "-sALLOW_MEMORY_GROWTH"],
};

/** @typedef {keyof typeof LINKS} Variant */

/** @param {Variant} variant */
async function key(variant) {
  const { folder } = await emscripten();
  return `${folder} ${LINKS[variant].join(" ")}`;
}

/** @param {Variant} variant */
export async function systemLibrariesReady(variant) {
  return isStamped(stampOf(`libraries-${variant}`), await key(variant));
}

/** @param {Variant} variant @param {(message: string) => void} say */
export async function buildSystemLibraries(variant, say) {
  const { folder, env } = await emscripten();
  const work = join(TOOLCHAIN, "warm-up");
  mkdirSync(work, { recursive: true });
  // Uses each library: streams, allocation, and exceptions if they are allowed.
  const body =
    variant === "tests" ? "try { throw argc; } catch (int) { std::cout << 1; }" : "delete new int(argc);";
  writeFileSync(join(work, "main.cpp"), `#include <iostream>\nint main(int argc, char**) { ${body} }\n`);
  await run(`${folder}em++`, ["main.cpp", ...LINKS[variant], "-o", "main.cjs"], {
    cwd: work,
    env,
    onLine: (line) => {
      const name = /generating system library: \S*?([\w+.-]+)\.a\.\.\./.exec(line)?.[1];
      if (name !== undefined) say(`compiling ${name}`);
    },
  });
  rmSync(work, { recursive: true, force: true });
  stamp(stampOf(`libraries-${variant}`), await key(variant));
}
