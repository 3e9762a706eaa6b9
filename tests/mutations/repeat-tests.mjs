/** `node repeat-tests.mjs <folder of tests> <file>…`: runs tests once for each break that the environment names in BREAKS. */
import { fileURLToPath } from "node:url";
import { startVitest } from "vitest/node";

const [root = "", ...files] = process.argv.slice(2);
const runner = fileURLToPath(new URL("each-break.mjs", import.meta.url));
const vitest = await startVitest("test", files, { root, runner, watch: false, reporters: ["dot"] });
await vitest.close();
