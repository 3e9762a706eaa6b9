/** The private, git-ignored folder of the set-up. */
import { join } from "node:path";
import { ROOT } from "../process.mjs";
import { PrivateApt } from "./private-apt.mjs";

export const TOOLCHAIN = join(ROOT, ".toolchain");

/** Debian's packages for this folder. */
export const apt = new PrivateApt(join(TOOLCHAIN, "apt"));

/**
 * The stamp of a step that is complete.
 * @param {string} step
 */
export function stampOf(step) {
  return join(TOOLCHAIN, `${step}.stamp`);
}
