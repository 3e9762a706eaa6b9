/** `npm run check`: all checks that read the sources without running them. */
import { pathToFileURL } from "node:url";
import { buildAll } from "./build.mjs";
import { checkBiome, checkCppFormat } from "./checks/format.mjs";
import { runMain } from "./process.mjs";
import { setUp } from "./setup.mjs";
import { runAll } from "./test/run-all.mjs";
import { tallyOfCheck } from "./test/tally.mjs";

/** All of them need the built package. */
export const CHECKS = {
  "C++ format": async () => tallyOfCheck(await checkCppFormat()),
  "format and lint": async () => tallyOfCheck(await checkBiome()),
  layers: async () => tallyOfCheck(await (await import("./checks/layers.mjs")).checkLayers()),
  "methods by name": async () => tallyOfCheck(await (await import("./checks/methods.mjs")).checkMethods()),
  "house style": async () => tallyOfCheck(await (await import("./checks/style.mjs")).checkStyle()),
  "comments of public names": async () =>
    tallyOfCheck(await (await import("./checks/comments.mjs")).checkComments()),
  "nothing unused": async () => tallyOfCheck(await (await import("./checks/unused.mjs")).checkUnused()),
  "regular expressions": async () =>
    tallyOfCheck(await (await import("./checks/regexes.mjs")).checkRegexes()),
  types: async () => tallyOfCheck(await (await import("./checks/types.mjs")).checkTypes()),
  "C++ lint": async () => tallyOfCheck(await (await import("./checks/tidy.mjs")).checkTidy()),
};

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  await runMain(async () => {
    await setUp("test");
    await buildAll();
    await runAll(CHECKS, process.argv.slice(2));
  });
}
