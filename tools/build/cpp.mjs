/** Configures and builds one of CMakeLists.txt's three folders. */
import { rmSync } from "node:fs";
import { join } from "node:path";
import { ROOT, run } from "../process.mjs";
import { emscripten } from "../setup/emscripten.mjs";
import { isStamped, stamp } from "../stamps.mjs";

const SETTINGS = {
  wasm: ["-DCMAKE_BUILD_TYPE=Release"],
  native: ["-DCMAKE_BUILD_TYPE=Debug", "-DPOSENC_SANITIZE=ON"],
  bench: ["-DCMAKE_BUILD_TYPE=Release", "-DPOSENC_BENCH=ON"],
};

/** @typedef {keyof typeof SETTINGS} Kind */

/**
 * @param {Kind} kind
 * @returns {Promise<{ folder: string, env: NodeJS.ProcessEnv }>} the build folder, and what its compiler needs
 */
export async function configureCpp(kind) {
  const folder = join(ROOT, "build", kind);
  const { folder: programs, env } = kind === "wasm" ? await emscripten() : { folder: "", env: {} };
  const command = ["cmake", "-S", ROOT, "-B", folder, "-G", "Ninja", ...SETTINGS[kind]];
  if (kind === "wasm") command.unshift(`${programs}emcmake`);
  const configured = join(folder, "configured.stamp");
  const key = command.join(" ");
  if (!isStamped(configured, key)) {
    // CMake's cache would keep the settings and the compiler of before.
    rmSync(folder, { recursive: true, force: true });
    const [program = "", ...args] = command;
    await run(program, args, { env });
    stamp(configured, key);
  }
  return { folder, env };
}

/**
 * @param {Kind} kind
 * @param {readonly string[]} targets
 * @returns {Promise<string>} the build folder
 */
export async function buildCpp(kind, targets) {
  const { folder, env } = await configureCpp(kind);
  await run("cmake", ["--build", folder, "--target", ...targets], { env, onLine: showProgress });
  return folder;
}

/** @param {string} line of Ninja */
function showProgress(line) {
  if (/^\[\d+\/\d+\] (Building|Linking)/.test(line))
    console.log(`  ${line.replace(/CMakeFiles\/\S+\.dir\//, "")}`);
}
