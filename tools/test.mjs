/**
 * `npm test [-- <word>…]`: every check and every test, natively, as WebAssembly in Node, and in browsers. With words, it runs
 * the groups that have one of them in their names; `npm run test:package` has the word "package". Each run begins with a
 * list of its groups and of the groups that `CI=true` adds.
 */

import { join } from "node:path";
import { buildCpp } from "./build/cpp.mjs";
import { buildAll } from "./build.mjs";
import { CHECKS } from "./check.mjs";
import { runMain } from "./process.mjs";
import { setUp } from "./setup.mjs";
import { compareFingerprints, runCatch2, runCtest } from "./test/native.mjs";
import { PACKAGE_GROUPS } from "./test/package-groups.mjs";
import { GATE, runAll } from "./test/run-all.mjs";
import { tallyOfCheck } from "./test/tally.mjs";
import { runVitest } from "./test/vitest.mjs";

const words = process.argv.slice(2);

/** They take a few minutes if everything is built. The longest come first: what is left at the end keeps one core idle. */
const GROUPS = {
  [GATE]: async () => {
    await buildAll();
    return tallyOfCheck([]);
  },
  API: () => runVitest("tests/api"),
  "kernels, native with sanitizers": async () => {
    const folder = await buildCpp("native", ["kernel_tests"]);
    return runCatch2(join(folder, "kernel_tests"));
  },
  "conformance kit, native": async () => {
    const folder = await buildCpp("native", ["kit_test"]);
    return runCtest(join(folder, "tests/kit/ctest"));
  },
  "kernels, WebAssembly": async () => {
    const folder = await buildCpp("wasm", ["kernel_tests"]);
    return runCatch2(process.execPath, [join(folder, "kernel_tests.cjs")]);
  },
  "same bits natively and in WebAssembly": async () =>
    compareFingerprints(await buildCpp("native", ["fingerprint"]), await buildCpp("wasm", ["fingerprint"])),
  ...CHECKS,
  "repository checks": () => runVitest("tests/tools"),
  package: () => runVitest("tests/package"),
  "browser, every figure in Chromium, Firefox and WebKit": () => runVitest("tests/browser", "engines"),
};

/** Slow groups: they run by name, or with `CI=true` before the others, so that the short ones fill up the end. */
const CI_GROUPS = {
  "browser, all in Chromium": () => runVitest("tests/browser", "chromium"),
  "browser, what Firefox may do in its own way": () => runVitest("tests/browser", "firefox"),
  ...PACKAGE_GROUPS,
};

const isCI = process.env.CI === "true";

await runMain(async () => {
  await setUp("test");
  const all = { ...CI_GROUPS, ...GROUPS };
  if (words.length > 0) return runAll(all, words);
  console.log(
    `npm test runs:\n${list(GROUPS)}\nCI=true ${isCI ? "has added" : "would add"}:\n${list(CI_GROUPS)}\n`,
  );
  return runAll(isCI ? all : GROUPS, []);
});

/** @param {object} groups */
function list(groups) {
  return Object.keys(groups)
    .map((name) => `  ${name}`)
    .join("\n");
}
