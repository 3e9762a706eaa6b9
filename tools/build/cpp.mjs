/** Configures and builds one of CMakeLists.txt's four folders. */
import { rmSync } from "node:fs";
import { join } from "node:path";
import { ROOT, run } from "../process.mjs";
import { emscripten } from "../setup/emscripten.mjs";
import { isStamped, stamp } from "../stamps.mjs";

const SETTINGS = {
  wasm: ["-DCMAKE_BUILD_TYPE=Release"],
  native: ["-DCMAKE_BUILD_TYPE=Debug", "-DPOSENC_SANITIZE=ON"],
  bench: ["-DCMAKE_BUILD_TYPE=Release", "-DPOSENC_BENCH=ON"],
  fuzz: [
    "-DCMAKE_BUILD_TYPE=Debug",
    "-DPOSENC_SANITIZE=ON",
    "-DPOSENC_FUZZ=ON",
    "-DCMAKE_CXX_COMPILER=clang++",
  ],
};

/** @typedef {keyof typeof SETTINGS} Kind */

/** @type {Promise<unknown>} */
let busy = Promise.resolve();

/**
 * Runs work in the build folders one after the other: Ninja cannot share a folder, and takes all cores anyway.
 * @template T
 * @param {() => Promise<T>} work
 * @returns {Promise<T>}
 */
function inTurn(work) {
  const done = busy.then(work);
  busy = done.catch(() => {});
  return done;
}

/**
 * @param {Kind} kind
 * @returns {Promise<{ folder: string, env: NodeJS.ProcessEnv }>} the build folder, and the environment of its compiler
 */
export const configureCpp = (kind) => inTurn(() => configure(kind));

/** @param {Kind} kind */
async function configure(kind) {
  const folder = join(ROOT, "build", kind);
  const { folder: programs, env } = kind === "wasm" ? await emscripten() : { folder: "", env: {} };
  const command = ["cmake", "-S", ROOT, "-B", folder, "-G", "Ninja", ...SETTINGS[kind]];
  if (kind === "wasm") command.unshift(`${programs}emcmake`);
  const configured = join(folder, "configured.stamp");
  const key = command.join(" ");
  if (!isStamped(configured, key)) {
    // CMake's cache would keep the old settings and the old compiler.
    rmSync(folder, { recursive: true, force: true });
    const [program = "", ...args] = command;
    await run(program, args, { env });
    stamp(configured, key);
  }
  return { folder, env };
}

/** @param {Kind} kind @param {readonly string[]} targets @returns {Promise<string>} the build folder */
export function buildCpp(kind, targets) {
  return inTurn(async () => {
    const { folder, env } = await configure(kind);
    await run("cmake", ["--build", folder, "--target", ...targets], { env, onLine: showProgress });
    return folder;
  });
}

/** All that the package is made of. */
export const buildModules = () =>
  buildCpp("wasm", [
    ...["posenc", "posenc-attention", "posenc-rotary", "posenc-full", "posenc-full-relaxed", "posenc-lab"],
  ]);

/** @param {string} line of Ninja */
function showProgress(line) {
  if (/^\[\d+\/\d+\] (Building|Linking)/.test(line))
    console.log(`  ${line.replace(/CMakeFiles\/\S+\.dir\//, "")}`);
}
