/** The files that git tracks or would track: the checks read these. */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { ROOT, run } from "../process.mjs";

/** @returns {Promise<string[]>} paths from the repository's top, without files that .gitignore names */
export async function trackedFiles() {
  const { stdout } = await run("git", ["ls-files", "-z", "--cached", "--others", "--exclude-standard"]);
  return stdout.split("\0").filter((path) => path !== "" && existsSync(join(ROOT, path)));
}
