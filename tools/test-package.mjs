/** `npm run test:package`: the packed package with every bundler, and built twice. */
import { buildAll } from "./build.mjs";
import { runMain } from "./process.mjs";
import { setUp } from "./setup.mjs";
import { PACKAGE_GROUPS } from "./test/package-groups.mjs";
import { GATE, runAll } from "./test/run-all.mjs";
import { tallyOfCheck } from "./test/tally.mjs";
import { runVitest } from "./test/vitest.mjs";

const GROUPS = {
  [GATE]: async () => {
    await buildAll();
    return tallyOfCheck([]);
  },
  package: () => runVitest("tests/package"),
  ...PACKAGE_GROUPS,
};

await runMain(async () => {
  await setUp("test");
  await runAll(GROUPS, process.argv.slice(2));
});
