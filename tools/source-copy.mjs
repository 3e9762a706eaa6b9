/** Copies of the sources for builds in another folder. */
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { trackedFiles } from "./checks/tracked.mjs";
import { ROOT } from "./process.mjs";

const FOLDERS = ["src", "tests", "tools", "web"];

/**
 * Copies what Git tracks, and links the toolchain and the npm packages. A file that has not changed keeps its time, so that a
 * later build in the folder makes what is new alone; one that is gone goes there, too.
 * @param {string} folder
 */
export async function copySources(folder) {
  const files = await trackedFiles();
  const known = new Set(files);
  for (const top of FOLDERS.filter((name) => existsSync(join(folder, name))))
    for (const entry of readdirSync(join(folder, top), { recursive: true, withFileTypes: true })) {
      const file = relative(folder, join(entry.parentPath ?? entry.path, entry.name));
      if (entry.isFile() && !known.has(file)) rmSync(join(folder, file));
    }
  for (const file of files) {
    const [source, target] = [join(ROOT, file), join(folder, file)];
    if (!existsSync(source) || (existsSync(target) && readFileSync(target).equals(readFileSync(source))))
      continue;
    mkdirSync(dirname(target), { recursive: true });
    cpSync(source, target);
  }
  for (const shared of [".toolchain", "node_modules"])
    if (!existsSync(join(folder, shared))) symlinkSync(join(ROOT, shared), join(folder, shared));
}
