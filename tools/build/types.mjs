/** The package's declarations: a file for each source file, and for each entry a file that exports it. */
import { cpSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { ROOT, run } from "../process.mjs";

// Lit is bundled, so its users' compilers must find its declarations with ours.
const BUNDLED = "@lit/reactive-element";

/** @param {string} folder of the package @param {Record<string, string>} entries name to source */
export async function writeTypes(folder, entries) {
  const types = join(folder, "types");
  const compiler = join(ROOT, "node_modules/typescript/bin/tsc");
  const project = join(ROOT, "tools/build/tsconfig.types.json");
  await run(process.execPath, [compiler, "-p", project, "--outDir", types]);
  const bundled = copyBundledTypes(types);
  for (const name of readdirSync(types, { recursive: true, encoding: "utf8" })) {
    if (name.endsWith(".d.ts")) redirectImports(join(types, name), bundled);
  }
  for (const [name, source] of Object.entries(entries)) {
    const target = source.replace(/\.ts$/, ".js");
    const names = hasDefault(join(types, source)) ? "{ default }" : "*";
    writeFileSync(join(folder, `${name}.d.ts`), `export ${names} from "./types/${target}";\n`);
  }
}

/** @param {string} source as it would lie among the declarations */
const hasDefault = (source) =>
  readFileSync(source.replace(/\.ts$/, ".d.ts"), "utf8").includes("export default");

/** @param {string} types @returns {string} the main declaration file of the package */
function copyBundledTypes(types) {
  const source = join(ROOT, "node_modules", BUNDLED, "development");
  const target = join(types, BUNDLED);
  for (const name of ["reactive-element", "reactive-controller", "css-tag"]) {
    cpSync(join(source, `${name}.d.ts`), join(target, `${name}.d.ts`));
  }
  return join(target, "reactive-element.js");
}

/**
 * Sources import each other as .ts, which only bundlers accept; declarations must use .js.
 * @param {string} file
 * @param {string} bundled
 */
function redirectImports(file, bundled) {
  const text = readFileSync(file, "utf8");
  const path = relative(dirname(file), bundled);
  writeFileSync(
    file,
    text
      .replace(/(["'])(\.{1,2}\/[^"']*)\.ts\1/g, "$1$2.js$1")
      .replaceAll(`"${BUNDLED}"`, `"${path.startsWith(".") ? path : `./${path}`}"`),
  );
}
