/** Runs one folder of Vitest tests and counts from its report. */
import { readFileSync, rmSync } from "node:fs";
import { basename, join } from "node:path";
import { ROOT, run } from "../process.mjs";

/**
 * @param {string} folder from the repository's top
 * @param {string} [project] the project of the folder that runs; default: all
 * @returns {Promise<import("./tally.mjs").Tally>}
 */
export async function runVitest(folder, project) {
  const report = join(ROOT, `build/vitest-${basename(folder)}-${project ?? "all"}.json`);
  rmSync(report, { force: true });
  const vitest = join(ROOT, "node_modules/vitest/vitest.mjs");
  const args = [
    "run",
    "--root",
    join(ROOT, folder),
    "--reporter=default",
    "--reporter=json",
    `--outputFile.json=${report}`,
    ...(project === undefined ? [] : ["--project", project]),
  ];
  const { output } = await run(process.execPath, [vitest, ...args], {
    mayFail: true,
    env: { NO_COLOR: "1" },
  });
  return readReport(report) ?? { passed: 0, failed: 1, complaints: [output.trim()] };

  /** @param {string} file */
  function readReport(file) {
    let result;
    try {
      result = JSON.parse(readFileSync(file, "utf8"));
    } catch {
      return undefined; // Vitest ended before it wrote a report
    }
    const { numPassedTests: passed, numFailedTests, numPendingTests, numTodoTests } = result;
    // A file that does not load has no failed tests, but counts as a failure; so does a skipped test.
    const unloaded = result.testResults.filter(
      (/** @type {{ status: string, assertionResults: unknown[] }} */ suite) =>
        suite.status === "failed" && suite.assertionResults.length === 0,
    ).length;
    const failed = numFailedTests + unloaded + numPendingTests + numTodoTests || (result.success ? 0 : 1);
    return { passed, failed, complaints: failed === 0 ? [] : [output.trim()] };
  }
}
