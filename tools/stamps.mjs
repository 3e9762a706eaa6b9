/** Files that hold a key of the inputs of a result, so that the result is made again only if an input changes. */
import { createHash } from "node:crypto";
import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { ROOT } from "./process.mjs";

/** @param {string} file @param {string} key */
export function isStamped(file, key) {
  try {
    return readFileSync(file, "utf8") === key;
  } catch {
    return false;
  }
}

/**
 * Always the last act of a step, so that an interrupted step runs again.
 * @param {string} file
 * @param {string} key
 */
export function stamp(file, key) {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, key);
}

/**
 * A hash of files, and of all files below folders; paths from the repository's top. A missing file counts as empty.
 * @param {readonly string[]} paths
 */
export function contentKey(paths) {
  const hash = createHash("sha256");
  for (const path of paths.flatMap((start) => filesBelow(start))) {
    hash
      .update(`${path}\0`)
      .update(readFileSync(join(ROOT, path)))
      .update("\0");
  }
  return hash.digest("hex");
}

/** @param {string} path @returns {string[]} */
function filesBelow(path) {
  const entry = statSync(join(ROOT, path), { throwIfNoEntry: false });
  if (entry === undefined) return [];
  if (entry.isFile()) return [path];
  return readdirSync(join(ROOT, path))
    .sort()
    .flatMap((name) => filesBelow(join(path, name)));
}
