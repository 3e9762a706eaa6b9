/** Runs named groups of tests one after the other, and ends with one plain line. */
import { Failure } from "../process.mjs";

/** Without this group the others would look at the files of the last build: it always runs, and its failure is the end. */
export const GATE = "build";

/** @typedef {() => Promise<import("./tally.mjs").Tally>} Group */

/**
 * @param {Record<string, Group>} groups in this order
 * @param {readonly string[]} filters run only groups whose name has one of these; none: all
 */
export async function runAll(groups, filters) {
  const chosen = Object.entries(groups).filter(
    ([name]) =>
      name === GATE ||
      filters.length === 0 ||
      filters.some((filter) => name.toLowerCase().includes(filter.toLowerCase())),
  );
  if (chosen.every(([name]) => name === GATE))
    throw new Failure(`nothing is called ${filters.join(", ")}; there is: ${Object.keys(groups).join(", ")}`);
  let passed = 0;
  let failed = 0;
  for (const [index, [name, group]] of chosen.entries()) {
    const start = performance.now();
    console.log(`[${index + 1}/${chosen.length}] ${name}`);
    const tally = await runGroup(group);
    const seconds = ((performance.now() - start) / 1000).toFixed(1);
    console.log(`      ${tally.passed} passed, ${tally.failed} failed (${seconds} s)`);
    for (const complaint of tally.complaints) console.log(complaint.replace(/^/gm, "      "));
    passed += tally.passed;
    failed += tally.failed;
    if (name === GATE && tally.failed > 0) break;
  }
  console.log(`\n${passed} passed, ${failed} failed`);
  if (failed > 0) process.exitCode = 1;
}

/**
 * One group that cannot run must not hide what the others find.
 * @param {Group} group
 */
async function runGroup(group) {
  try {
    return await group();
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    return { passed: 0, failed: 1, complaints: [error.details, error.message].filter((text) => text !== "") };
  }
}
