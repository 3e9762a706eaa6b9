/** The package's declarations: a file for each entry, which holds what only this entry has, and parts that entries share. */
import { cpSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { ROOT } from "../process.mjs";

/** Declarations of Lit become parts of ours, as its code does. @param {string} folder of the package @param {Record<string, string>} entries name to source */
export async function writeTypes(folder, entries) {
  const [{ rolldown }, { dts }] = await Promise.all([import("rolldown"), import("rolldown-plugin-dts")]);
  const nameOf = new Map(Object.entries(entries).map(([name, source]) => [source, name]));
  const build = await rolldown({
    cwd: ROOT,
    input: Object.fromEntries([...nameOf].map(([source, name]) => [name, join(ROOT, source)])),
    checks: { pluginTimings: false },
    plugins: [
      dts({
        tsconfig: join(ROOT, "tsconfig.json"),
        emitDtsOnly: true,
        compilerOptions: { noCheck: true }, // `npm run check` looks for errors
      }),
    ],
  });
  await build.write({
    dir: folder,
    chunkFileNames: "types/[name].js",
    // One part for all, with whole names: the bundler's own parts and short names differ from build to build.
    codeSplitting: { groups: [{ name: "shared.d", minShareCount: 2 }] },
    minifyInternalExports: false,
  });
  await build.close();
  for (const name of readdirSync(folder, { recursive: true, encoding: "utf8" }))
    if (name.endsWith(".d.ts")) tidy(join(folder, name));
  const fileOf = (/** @type {string | undefined} */ name) => join(folder, `${name}.d.ts`);
  for (const [name, source] of Object.entries(entries))
    if (nameOf.get(source) !== name) cpSync(fileOf(nameOf.get(source)), fileOf(name)); // two scripts of one source
}

/**
 * Moves comments that the bundler has put behind the end of a member to lines of their own: editors take a comment at the end of a
 * line for one of the member before it, and show nothing. Words of an inferred union get one order: the compiler's own order is
 * that in which it met them, and differs from build to build.
 * @param {string} file
 */
function tidy(file) {
  const text = readFileSync(file, "utf8").replace(/(?<=[;{,]) *(?=\/\*\*)/g, "\n");
  const sorted = (/** @type {string} */ union) => union.split(" | ").sort().join(" | ");
  writeFileSync(file, text.replace(/"[^"\n]{0,99}"(?: \| "[^"\n]{0,99}")+/g, sorted));
}
