/** The groups of tests that need other people's tools: the packed package with every bundler, and built twice. */
import { cpSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { ROOT, run } from "../process.mjs";
import { provideDocumentPrograms } from "../setup/document-programs.mjs";
import { contentKey, isStamped, stamp } from "../stamps.mjs";
import { compareBuilds } from "./builds.mjs";
import { tallyOfCheck } from "./tally.mjs";
import { runVitest } from "./vitest.mjs";

const LOCKED = "tests/bundlers";
const INSTALLED = join(ROOT, "build/bundlers");

/** The bundlers are not among the repository's own packages: they are many, and only these tests need them. */
async function installBundlers() {
  const files = ["package.json", "package-lock.json"];
  const key = contentKey(files.map((file) => `${LOCKED}/${file}`));
  const done = join(INSTALLED, "installed.stamp");
  if (isStamped(done, key)) return;
  console.log("  Installing bundlers");
  mkdirSync(INSTALLED, { recursive: true });
  for (const file of files) cpSync(join(ROOT, LOCKED, file), join(INSTALLED, file));
  // Not `npm ci`: it requires a lock with the binaries for all other systems. Of a locked version npm needs to ask nothing.
  await run("npm", ["install", "--ignore-scripts", "--no-progress", "--prefer-offline"], { cwd: INSTALLED });
  stamp(done, key);
}

/** @type {Record<string, import("./run-all.mjs").Group>} */
export const PACKAGE_GROUPS = {
  "package with bundlers": async () => {
    await installBundlers();
    await provideDocumentPrograms(join(INSTALLED, "debian"));
    return runVitest("tests/bundlers");
  },
  "package built in another folder, same bytes": async () => tallyOfCheck(await compareBuilds()),
};
