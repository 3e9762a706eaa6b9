/** The package's declarations: a file for each entry, which holds what only this entry has, and parts that entries share. */
import { cpSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { ROOT } from "../process.mjs";

const DECLARATIONS = join(ROOT, "build/declarations");
const declared = (/** @type {string} */ source) => source.replace(/\.ts$/, ".d.ts");

/** Declarations of Lit become parts of ours, as its code does. @param {string} folder of the package @param {Record<string, string>} entries name to source */
export async function writeTypes(folder, entries) {
  const [{ rolldown }, { dts }] = await Promise.all([import("rolldown"), import("rolldown-plugin-dts")]);
  const nameOf = new Map(Object.entries(entries).map(([name, source]) => [source, name]));
  await declare([...nameOf.keys()]);
  const build = await rolldown({
    cwd: DECLARATIONS,
    input: Object.fromEntries(
      [...nameOf].map(([source, name]) => [name, join(DECLARATIONS, declared(source))]),
    ),
    checks: { pluginTimings: false },
    plugins: [
      {
        name: "declared",
        resolveId: (source, importer) =>
          importer?.startsWith(DECLARATIONS) && /^\..*\.ts$/.test(source)
            ? join(dirname(importer), declared(source))
            : null,
      },
      dts({ tsconfig: join(ROOT, "tsconfig.json"), dtsInput: true, emitDtsOnly: true }),
    ],
  });
  await build.write({
    dir: folder,
    chunkFileNames: "types/[name].js",
    // One part for all: with parts of the bundler's own, an entry would be a dozen files.
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
 * Writes the declarations of the sources. One program declares all files, one after another: the bundler asks for them in another
 * order each time, and the compiler names an inferred type after the first file in which it met it.
 * @param {readonly string[]} sources of the entries
 */
async function declare(sources) {
  const { default: ts } = await import("typescript"); // the set-up, which installs it, imports this file
  const { config } = ts.readConfigFile(join(ROOT, "tsconfig.json"), ts.sys.readFile);
  const { options } = ts.parseJsonConfigFileContent(config, ts.sys, ROOT);
  const own = { noEmit: false, declaration: true, emitDeclarationOnly: true, noCheck: true }; // `npm run check` looks for errors
  rmSync(DECLARATIONS, { recursive: true, force: true });
  ts.createProgram(
    sources.map((source) => join(ROOT, source)),
    { ...options, ...own, rootDir: ROOT, outDir: DECLARATIONS },
  ).emit();
}

/**
 * Moves comments that the bundler has put behind the end of a member to lines of their own: editors take a comment at the end of a
 * line for one of the member before it, and show nothing.
 * @param {string} file
 */
function tidy(file) {
  writeFileSync(file, readFileSync(file, "utf8").replace(/(?<=[;{,]) *(?=\/\*\*)/g, "\n"));
}
