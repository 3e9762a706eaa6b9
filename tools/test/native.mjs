/** Runs the tests in C++: Catch2's, ctest's, and the comparison of the native build with WebAssembly. */
import { run } from "../process.mjs";

/** Runs ctest in a folder and reads its summary. @param {string} folder that has tests @returns {Promise<import("./tally.mjs").Tally>} */
export async function runCtest(folder) {
  const { status, output } = await run("ctest", ["--test-dir", folder, "--output-on-failure"], {
    mayFail: true,
  });
  const [, failed = "1", all = "0"] = /(\d+) tests failed out of (\d+)/.exec(output) ?? [];
  const passed = Number(all) - Number(failed);
  // A folder without tests proves nothing.
  return status === 0 && passed > 0
    ? { passed, failed: 0, complaints: [] }
    : { passed, failed: Math.max(1, Number(failed)), complaints: [output.trim()] };
}

/** One seed for all runs, so that a failure is repeated. */
export const CATCH2_FLAGS = ["--colour-mode", "none", "--rng-seed", "20170612"];

/**
 * Runs a Catch2 program and reads its last line.
 * @param {string} program
 * @param {readonly string[]} args before Catch2's own
 * @returns {Promise<import("./tally.mjs").Tally>} in test cases
 */
export async function runCatch2(program, args = []) {
  const { status, output } = await run(program, [...args, ...CATCH2_FLAGS], { mayFail: true });
  const all = /All tests passed \(\d+ assertions? in (\d+) test cases?\)/.exec(output);
  if (status === 0 && all !== null) return { passed: Number(all[1]), failed: 0, complaints: [] };
  const summary = /^test cases:(.*)$/m.exec(output)?.[1] ?? "";
  const count = (/** @type {string} */ word) => Number(new RegExp(`(\\d+) ${word}`).exec(summary)?.[1] ?? 0);
  // A sanitizer ends the program before it counts, and a program without tests proves nothing.
  return {
    passed: count("passed"),
    failed: Math.max(1, count("failed") + count("skipped")),
    complaints: [output.trim()],
  };
}

/**
 * Compares each kernel's fingerprint between the native build and WebAssembly, bit for bit.
 * @param {string} native folder of the native build
 * @param {string} wasm folder of the WebAssembly build
 * @returns {Promise<import("./tally.mjs").Tally>} in kernel cases
 */
export async function compareFingerprints(native, wasm) {
  const here = lines((await run(`${native}/fingerprint`, [])).stdout);
  const there = lines((await run(process.execPath, [`${wasm}/fingerprint.cjs`])).stdout);
  const names = [...new Set([...here.keys(), ...there.keys()])];
  const differing = names.filter((name) => here.get(name) !== there.get(name));
  return {
    passed: names.length - differing.length,
    failed: differing.length,
    complaints: differing.map((name) => `${name}: native ${here.get(name)}, wasm ${there.get(name)}`),
  };
}

/** @param {string} output lines of `hash  name` */
function lines(output) {
  const entries = output.split("\n").filter((line) => line !== "");
  return new Map(entries.map((line) => [line.slice(18), line.slice(0, 16)]));
}
