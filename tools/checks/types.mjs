/** The TypeScript compiler over sources, tests and tools. The package must have been built: the page and tests import it. */
import { join } from "node:path";
import { ROOT, run } from "../process.mjs";

/** @returns {Promise<string[]>} the complaints */
export async function checkTypes() {
  const compiler = join(ROOT, "node_modules/typescript/bin/tsc");
  const complaints = [];
  for (const project of [".", "tools"]) {
    const args = [compiler, "-p", join(ROOT, project), "--pretty", "false"];
    const { output } = await run(process.execPath, args, { mayFail: true });
    complaints.push(...output.split("\n").filter((line) => line !== ""));
  }
  return complaints;
}
