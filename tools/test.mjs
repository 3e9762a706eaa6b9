/** `npm test`: every check and every test, natively, as WebAssembly in Node, and in a browser. */

import { buildCpp } from "./build/cpp.mjs";
import { buildAll } from "./build.mjs";
import { CHECKS } from "./check.mjs";
import { runMain } from "./process.mjs";
import { setUp } from "./setup.mjs";
import { runCatch2 } from "./test/catch2.mjs";
import { compareFingerprints } from "./test/fingerprints.mjs";
import { runAll } from "./test/run-all.mjs";
import { runVitest } from "./test/vitest.mjs";

await runMain(async () => {
  await setUp("test");
  await buildAll();
  console.log("Building tests");
  const native = await buildCpp("native", ["kernel_tests", "fingerprint"]);
  const wasm = await buildCpp("wasm", ["kernel_tests", "fingerprint"]);
  const groups = {
    ...CHECKS,
    "kernels, native with sanitizers": () => runCatch2(`${native}/kernel_tests`),
    "kernels, WebAssembly": () => runCatch2(process.execPath, [`${wasm}/kernel_tests.cjs`]),
    "same bits natively and in WebAssembly": () => compareFingerprints(native, wasm),
    API: () => runVitest("tests/api"),
    package: () => runVitest("tests/package"),
    browser: () => runVitest("tests/browser"),
  };
  await runAll(groups, process.argv.slice(2));
});
