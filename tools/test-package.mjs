/** `npm run test:package`: the packed package with every bundler, and built twice. */
import { cpSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { buildAll } from "./build.mjs";
import { ROOT, run, runMain } from "./process.mjs";
import { setUp } from "./setup.mjs";
import { contentKey, isStamped, stamp } from "./stamps.mjs";
import { compareBuilds } from "./test/builds.mjs";
import { GATE, runAll } from "./test/run-all.mjs";
import { tallyOfCheck } from "./test/tally.mjs";
import { runVitest } from "./test/vitest.mjs";

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
  // Not `npm ci`, which wants the lock to name the binaries for every other system, too.
  await run("npm", ["install", "--no-progress"], { cwd: INSTALLED });
  stamp(done, key);
}

const GROUPS = {
  [GATE]: async () => {
    await buildAll();
    await installBundlers();
    return tallyOfCheck([]);
  },
  package: () => runVitest("tests/package"),
  bundlers: () => runVitest("tests/bundlers"),
  "same bytes from two folders": async () => tallyOfCheck(await compareBuilds()),
};

await runMain(async () => {
  await setUp("test");
  await runAll(GROUPS, process.argv.slice(2));
});
