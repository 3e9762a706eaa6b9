/** Builds the package a second time, from a copy of the sources in another folder, and compares. */
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ROOT, run } from "../process.mjs";
import { copySources } from "../source-copy.mjs";

/** @returns {Promise<string[]>} the complaints */
export async function compareBuilds() {
  const copy = mkdtempSync(join(tmpdir(), "posenc-build-"));
  try {
    await copySources(copy);
    await run(process.execPath, ["tools/build.mjs", "package"], { cwd: copy });
    return differences(join(ROOT, "dist"), join(copy, "dist"));
  } finally {
    rmSync(copy, { recursive: true, force: true });
  }
}

/**
 * @param {string} one @param {string} other
 * @returns {string[]} one line for each file that differs between the folders
 */
function differences(one, other) {
  const [ours, theirs] = [filesIn(one), filesIn(other)];
  const all = new Set([...ours, ...theirs]);
  return [...all]
    .filter((file) => !isSame(join(one, file), join(other, file)))
    .map((file) => `dist/${file}: two builds differ`);
}

/** @param {string} folder */
const filesIn = (folder) =>
  readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((name) =>
    statSync(join(folder, name)).isFile(),
  );

/** @param {string} one @param {string} other */
function isSame(one, other) {
  try {
    return readFileSync(one).equals(readFileSync(other));
  } catch {
    return false; // in one folder only
  }
}
