/** Files, exports and packages that nothing uses, as knip finds them. */
import { join } from "node:path";
import { ROOT, run } from "../process.mjs";

/** @returns {Promise<string[]>} the complaints */
export async function checkUnused() {
  const knip = join(ROOT, "node_modules/knip/bin/knip.js");
  const args = [knip, "--config", "tools/checks/knip.json", "--reporter", "symbols", "--no-progress"];
  const { output } = await run(process.execPath, args, { mayFail: true });
  return output.split("\n").filter((line) => line.trim() !== "");
}
