/** The private, git-ignored folder of the set-up. */
import { existsSync, realpathSync } from "node:fs";
import { join } from "node:path";
import { ROOT } from "../process.mjs";
import { PrivateApt } from "./private-apt.mjs";

const LINK = join(ROOT, ".toolchain");

/** Several checkouts may share one folder by a link; its files must have one path. */
export const TOOLCHAIN = existsSync(LINK) ? realpathSync(LINK) : LINK;

/** Installs Debian's packages in this folder. */
export const apt = new PrivateApt(join(TOOLCHAIN, "apt"));

/**
 * The stamp of a step that is complete.
 * @param {string} step
 */
export function stampOf(step) {
  return join(TOOLCHAIN, `${step}.stamp`);
}
