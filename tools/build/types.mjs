/** The package's declarations: one file a source file, and for each entry a line that leads to it. */
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { ROOT, run } from "../process.mjs";

/**
 * @param {string} folder of the package
 * @param {Record<string, string>} entries name to source
 */
export async function writeTypes(folder, entries) {
  const types = join(folder, "types");
  const compiler = join(ROOT, "node_modules/typescript/bin/tsc");
  await run(process.execPath, [
    compiler,
    "-p",
    join(ROOT, "tools/build/tsconfig.types.json"),
    "--outDir",
    types,
  ]);
  for (const name of readdirSync(types, { recursive: true, encoding: "utf8" })) {
    if (name.endsWith(".d.ts")) replaceExtensions(join(types, name));
  }
  for (const [name, source] of Object.entries(entries)) {
    writeFileSync(
      join(folder, `${name}.d.ts`),
      `export * from "./types/${source.replace(/\.ts$/, ".js")}";\n`,
    );
  }
}

/**
 * Sources import each other as .ts, which only a bundler understands; declarations must say .js.
 * @param {string} file
 */
function replaceExtensions(file) {
  const text = readFileSync(file, "utf8");
  writeFileSync(file, text.replace(/(["'])(\.{1,2}\/[^"']*)\.ts\1/g, "$1$2.js$1"));
}
