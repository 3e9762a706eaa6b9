/** `npm test`: every check and every test, natively, as WebAssembly in Node, and in browsers; in CI with bundlers, too. */

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
  ...(process.env.CI === "true" ? PACKAGE_GROUPS : {}), // they install a dozen bundlers
};

await runMain(async () => {
  await setUp("test");
  await runAll(GROUPS, process.argv.slice(2));
});
