/** clang-format for C++, Biome for everything else; both also write. */
import { join } from "node:path";
import { ROOT, run } from "../process.mjs";
import { trackedFiles } from "./tracked.mjs";

/** @param {string} name */
const bin = (name) => join(ROOT, "node_modules/.bin", name);

/** @param {readonly string[]} flags */
async function clangFormat(flags) {
  const files = (await trackedFiles()).filter((path) => /\.[ch]pp$/.test(path));
  return run(bin("clang-format"), [...flags, ...files], { mayFail: true });
}

/** @param {readonly string[]} flags */
function biome(flags) {
  return run(bin("biome"), ["check", "--colors=off", ...flags], { mayFail: true });
}

/** @returns {Promise<string[]>} the complaints */
export async function checkCppFormat() {
  const { status, output } = await clangFormat(["--dry-run", "-Werror"]);
  return status === 0
    ? []
    : [...new Set(output.match(/^[^:\s]+(?=:\d+:\d+: error)/gm) ?? [output])].map(
        (path) => `${path}: run \`npm run format\``,
      );
}

/** @returns {Promise<string[]>} the complaints: format, and lint rules */
export async function checkBiome() {
  const { status, output } = await biome(["--error-on-warnings"]);
  return status === 0 ? [] : [output.trim()];
}

/** Formats everything in place. */
export async function format() {
  await clangFormat(["-i"]);
  const { output } = await biome(["--write"]);
  return output.trim();
}
