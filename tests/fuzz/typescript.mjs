/** `npm run fuzz -- typescript`: hostile configs, files and texts for the package's readers; see tests/fuzz/typescript/main.ts. */
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { buildAll } from "../../tools/build.mjs";
import { Failure, ROOT } from "../../tools/process.mjs";
import { setUp } from "../../tools/setup.mjs";

/** @param {readonly string[]} words names of targets, `--seed=<n>` and `--share=<part of the inputs>` */
export async function fuzzTypeScript(words) {
  await setUp("build");
  await buildAll({ alone: true });
  const { rolldown } = await import("rolldown");
  const folder = join(ROOT, "build/fuzz-typescript");
  const bundle = await rolldown({
    cwd: ROOT,
    input: { main: "tests/fuzz/typescript/main.ts" },
    external: /^(node:|posenc\/)/,
  });
  await bundle.write({ dir: folder, format: "es", entryFileNames: "[name].mjs" });
  await bundle.close();
  const { main } = await import(pathToFileURL(join(folder, "main.mjs")).href);
  if (!(await main(words, folder))) throw new Failure("readers break their promises: see above");
}
