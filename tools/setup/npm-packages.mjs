/** Installs node_modules exactly as package-lock.json says. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { ROOT, run } from "../process.mjs";

/** @param {string} file */
function lockedPackages(file) {
  return JSON.parse(readFileSync(join(ROOT, file), "utf8")).packages;
}

/** True if node_modules has all packages of the lock; npm writes its record there as its last act. */
export function npmPackagesReady() {
  let installed;
  try {
    installed = lockedPackages("node_modules/.package-lock.json");
  } catch {
    return false;
  }
  return Object.entries(lockedPackages("package-lock.json")).every(([path, wanted]) => {
    if (path === "") return true; // ourselves
    const found = installed[path];
    if (found === undefined) return wanted.optional === true; // a binary for another platform
    return found.version === wanted.version && found.integrity === wanted.integrity;
  });
}

/** No package of ours needs a script of its own to be installed. */
export async function installNpmPackages() {
  await run("npm", ["ci", "--ignore-scripts", "--no-progress"]);
}
