/** Runs a Catch2 program and reads its last line. */
import { run } from "../process.mjs";

/** One seed for all runs, so that a failure is repeated. */
export const CATCH2_FLAGS = ["--colour-mode", "none", "--rng-seed", "20170612"];

/**
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
