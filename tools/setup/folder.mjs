/** The private, git-ignored folder, and the stamps that say which steps it has behind it. */
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { ROOT } from "../process.mjs";
import { PrivateApt } from "./private-apt.mjs";

export const TOOLCHAIN = join(ROOT, ".toolchain");

/** Debian's packages for this folder. */
export const apt = new PrivateApt(join(TOOLCHAIN, "apt"));

/**
 * True when a step ended with this key: what it was made from, so that a changed recipe is made again.
 * @param {string} step
 * @param {string} key
 */
export function isStamped(step, key) {
  try {
    return readFileSync(join(TOOLCHAIN, `${step}.stamp`), "utf8") === key;
  } catch {
    return false;
  }
}

/**
 * Records that a step is complete; always its last act, so that an interrupted step runs again.
 * @param {string} step
 * @param {string} key
 */
export function stamp(step, key) {
  mkdirSync(TOOLCHAIN, { recursive: true });
  writeFileSync(join(TOOLCHAIN, `${step}.stamp`), key);
}
