/**
 * `npm run bench [-- <name>…] [-- --<option>…]`: runs tests/bench, each file on its own.
 *
 * `<name>.bench.cpp` is a native release program on kernels and reference; `<name>.bench.mjs` runs in Node on dist/.
 * Options go to every program that runs.
 */
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { buildCpp } from "./build/cpp.mjs";
import { buildAll } from "./build.mjs";
import { Failure, ROOT, run, runMain } from "./process.mjs";
import { setUp } from "./setup.mjs";

const FOLDER = join(ROOT, "tests/bench");

await runMain(async () => {
  const args = process.argv.slice(2);
  const options = args.filter((arg) => arg.startsWith("-"));
  const names = args.filter((arg) => !arg.startsWith("-"));
  const all = readdirSync(FOLDER).filter((file) => /\.bench\.(cpp|mjs)$/.test(file));
  const chosen = all.filter((file) => names.length === 0 || names.some((name) => file.includes(name)));
  if (chosen.length === 0)
    throw new Failure(`no bench is called ${names.join(", ")}; the benches are: ${all.join(", ")}`);

  await setUp("bench");
  await buildAll();
  const programs = chosen
    .filter((file) => file.endsWith(".cpp"))
    .map((file) => file.replace(".bench.cpp", "_bench"));
  const folder = programs.length > 0 ? await buildCpp("bench", programs) : "";
  for (const file of chosen) {
    console.log(`\n${file}`);
    if (file.endsWith(".mjs")) await run(process.execPath, [join(FOLDER, file), ...options], { show: true });
    else await run(join(folder, file.replace(".bench.cpp", "_bench")), options, { show: true });
  }
});
