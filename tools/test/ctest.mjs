/** Runs ctest in a folder and reads its summary. */
import { run } from "../process.mjs";

/** @param {string} folder that has tests @returns {Promise<import("./tally.mjs").Tally>} */
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
