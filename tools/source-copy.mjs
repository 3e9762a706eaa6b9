/** Copies of the sources for builds in another folder. */
import { cpSync, existsSync, mkdirSync, readFileSync, symlinkSync } from "node:fs";
import { dirname, join } from "node:path";
import { trackedFiles } from "./checks/tracked.mjs";
import { ROOT } from "./process.mjs";

/**
 * Copies what Git tracks, and links the toolchain and the npm packages. A file that has not changed keeps its time, so that a
 * later build in the folder makes what is new alone.
 * @param {string} folder
 */
export async function copySources(folder) {
  for (const file of await trackedFiles()) {
    const [source, target] = [join(ROOT, file), join(folder, file)];
    if (!existsSync(source) || (existsSync(target) && readFileSync(target).equals(readFileSync(source))))
      continue;
    mkdirSync(dirname(target), { recursive: true });
    cpSync(source, target);
  }
  for (const shared of [".toolchain", "node_modules"])
    if (!existsSync(join(folder, shared))) symlinkSync(join(ROOT, shared), join(folder, shared));
}
