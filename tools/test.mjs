/**
 * `npm test [-- <word>…]`: every check and every test, natively, as WebAssembly in Node, and in browsers; with words, the
 * groups whose names have one of them. `npm run test:package` is all that has "package" in its name.
 */

import { join } from "node:path";
import { buildCpp } from "./build/cpp.mjs";
import { buildAll } from "./build.mjs";
import { CHECKS } from "./check.mjs";
import { runMain } from "./process.mjs";
import { setUp } from "./setup.mjs";
import { runCatch2 } from "./test/catch2.mjs";
import { compareFingerprints } from "./test/fingerprints.mjs";
import { PACKAGE_GROUPS } from "./test/package-groups.mjs";
import { GATE, runAll } from "./test/run-all.mjs";
import { tallyOfCheck } from "./test/tally.mjs";
import { runVitest } from "./test/vitest.mjs";

const words = process.argv.slice(2);

const GROUPS = {
  [GATE]: async () => {
    await buildAll();
    return tallyOfCheck([]);
  },
  ...CHECKS,
  "kernels, native with sanitizers": async () => {
    const folder = await buildCpp("native", ["kernel_tests"]);
    return runCatch2(join(folder, "kernel_tests"));
  },
  "kernels, WebAssembly": async () => {
    const folder = await buildCpp("wasm", ["kernel_tests"]);
    return runCatch2(process.execPath, [join(folder, "kernel_tests.cjs")]);
  },
  "same bits natively and in WebAssembly": async () =>
    compareFingerprints(await buildCpp("native", ["fingerprint"]), await buildCpp("wasm", ["fingerprint"])),
  "repository checks": () => runVitest("tests/tools"),
  API: () => runVitest("tests/api"),
  package: () => runVitest("tests/package"),
  browser: () => runVitest("tests/browser"),
  // They install a dozen bundlers, and build anew: for CI, and for who asks.
  ...(process.env.CI === "true" || words.length > 0 ? PACKAGE_GROUPS : {}),
};

await runMain(async () => {
  await setUp("test");
  await runAll(GROUPS, words);
});
