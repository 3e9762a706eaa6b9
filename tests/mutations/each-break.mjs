/**
 * A runner of Vitest that repeats each test with each break of a list: what they share is loaded once, so that a list takes seconds.
 * A test catches a break if it fails with it, and passes again without.
 */
import { appendFileSync } from "node:fs";
import { TestRunner } from "vitest";

const { BREAKS = "", CAUGHT = "" } = process.env;
const left = new Set(BREAKS.split(" ").map(Number));
const place = /** @type {{ broken?: number }} */ (globalThis);

export default class extends TestRunner {
  /** @param {import("vitest").RunnerTestCase} test */
  async runTask(test) {
    const run = TestRunner.getTestFn(test);
    await run();
    for (const number of left) {
      if (!(await failsWith(number, run)) || (await failsWith(0, run))) continue;
      left.delete(number);
      appendFileSync(CAUGHT, `${number} ${test.file.name} > ${test.name}\n`);
    }
  }
}

/** @param {number} number @param {() => unknown} run */
async function failsWith(number, run) {
  place.broken = number;
  try {
    await run();
    return false;
  } catch {
    return true;
  } finally {
    place.broken = 0;
  }
}
