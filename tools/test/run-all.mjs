/** Runs named groups of tests, two at a time, and ends with one plain line. */
import { Failure } from "../process.mjs";

/** The other groups test the files that this group builds: it always runs first, and no other runs if it fails. */
export const GATE = "build";

/** Most groups keep one core busy, and browsers wait for a third of their time. */
const AT_ONCE = 2;

/** @typedef {() => Promise<import("./tally.mjs").Tally>} Group */

/**
 * @param {Record<string, Group>} groups started in this order
 * @param {readonly string[]} filters words: only groups with one of them in their name run; if there are none, all run
 */
export async function runAll(groups, filters) {
  const chosen = Object.entries(groups).filter(
    ([name]) =>
      name === GATE ||
      filters.length === 0 ||
      filters.some((filter) => name.toLowerCase().includes(filter.toLowerCase())),
  );
  if (chosen.every(([name]) => name === GATE))
    throw new Failure(
      `no group is called ${filters.join(", ")}; the groups are: ${Object.keys(groups).join(", ")}`,
    );
  const sum = { passed: 0, failed: 0, done: 0 };
  /** @param {[name: string, group: Group]} chosen */
  const runOne = async ([name, group]) => {
    const start = performance.now();
    const { passed, failed, complaints } = await runGroup(group);
    const seconds = ((performance.now() - start) / 1000).toFixed(1);
    sum.passed += passed;
    sum.failed += failed;
    console.log(
      `[${++sum.done}/${chosen.length}] ${name}: ${passed} passed, ${failed} failed (${seconds} s)`,
    );
    for (const complaint of complaints) console.log(complaint.replace(/^/gm, "      "));
  };
  const queue = [...chosen];
  const gate = queue.findIndex(([name]) => name === GATE);
  for (const first of queue.splice(gate, gate < 0 ? 0 : 1)) await runOne(first);
  if (sum.failed > 0) queue.length = 0;
  const lane = async () => {
    for (let next = queue.shift(); next !== undefined; next = queue.shift()) await runOne(next);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, lane));
  console.log(`\n${sum.passed} passed, ${sum.failed} failed`);
  if (sum.failed > 0) process.exitCode = 1;
}

/**
 * Runs one group. If it cannot run, the others still do.
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
