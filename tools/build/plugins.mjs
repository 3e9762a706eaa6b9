/** What the bundles of the package are made with, beside Rolldown: plugins, and the lines of minified code. */
import { readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { gzipSync } from "node:zlib";
import { Failure, ROOT } from "../process.mjs";

/** Characters of a line, which then ends at the next comma or semicolon. */
const LONG = 600;

/**
 * Minified code in lines: Node prints the line of an error that nobody catches, and a whole file would be one line.
 * @param {string} code of a module @returns {Promise<string>} the same code: a line may end after these tokens anywhere
 */
export async function inLines(code) {
  const { parse } = await import("acorn"); // the set-up, which installs it, imports this file
  let lines = "";
  let start = 0;
  /** @param {import("acorn").Token} token */
  const onToken = ({ type, end }) => {
    if (end - start < LONG || (type.label !== "," && type.label !== ";")) return;
    lines += `${code.slice(start, end)}\n`;
    start = end;
  };
  parse(code, { ecmaVersion: "latest", sourceType: "module", onToken });
  return lines + code.slice(start);
}

/** @typedef {import("typescript").Node} Node */
/** @typedef {import("typescript").ObjectLiteralElementLike} Property */

/**
 * @param {string} code TypeScript
 * @param {ReadonlySet<string>} names
 * @returns {Promise<string>} the code without the properties of these names in object literals
 */
export async function withoutProperties(code, names) {
  const { default: ts } = await import("typescript"); // the set-up, which installs it, imports this file
  const source = ts.createSourceFile("", code, ts.ScriptTarget.Latest, true);
  let kept = "";
  let from = 0;
  /** @param {Node} node */
  const visit = (node) => {
    if (ts.isObjectLiteralExpression(node)) node.properties.forEach(visitProperty);
    else ts.forEachChild(node, visit);
  };
  /** @param {Property} node @param {number} index @param {readonly Node[]} properties */
  const visitProperty = (node, index, properties) => {
    if (!ts.isPropertyAssignment(node) || !names.has(node.name.getText(source))) {
      ts.forEachChild(node, visit);
      return;
    }
    kept += code.slice(from, node.getStart(source));
    // With the comma after it.
    from = properties[index + 1]?.getStart(source) ?? node.parent.properties.end;
  };
  visit(source);
  return kept + code.slice(from);
}

/**
 * Leaves properties out of a bundle that nothing in it reads: tools read them from the sources.
 * @param {RegExp} files
 * @param {readonly string[]} names of the properties that are left out of these files
 * @returns {import("rolldown").Plugin}
 */
export function without(files, names) {
  return {
    name: "without",
    transform: {
      filter: { id: files, code: new RegExp(`\\b(${names.join("|")})\\b`) },
      handler: (code) => withoutProperties(code, new Set(names)),
    },
  };
}

const TYPES = join(ROOT, "src/models/types");
const ROWS = join(TYPES, "rows");
const DATA = ["transformers", "others"].map((name) => join(TYPES, `data/${name}.json`));
/** The name of a row: the formatter indents it by two spaces. */
const NAME = /^ {2}"?([\w.-]+)"?: /gm;

/** @param {string} text of a file of rows @returns {string[]} */
const namesIn = (text) =>
  Array.from(text.slice(text.indexOf(": Rows = {")).matchAll(NAME), ([, name = ""]) => name);

/** Packs the defaults of model classes: their list follows the names of the rows, which the bundle has already. */
export const defaults = {
  name: "defaults",
  /** @param {string} id */
  load(id) {
    if (id !== join(TYPES, "defaults.ts")) return null;
    const [own, others] = DATA.map((file) => JSON.parse(readFileSync(file, "utf8")).types);
    const types = { ...own, ...others };
    const names = readdirSync(ROWS).flatMap((file) => namesIn(readFileSync(join(ROWS, file), "utf8")));
    names.sort();
    const twice = names.find((name, i) => name === names[i + 1]);
    if (twice !== undefined)
      throw new Failure(`${twice} has two rows in src/models/types/rows: leave one out`);
    const list = names.map((name) => (name in types ? JSON.stringify(types[name]) : ""));
    const elsewhere = names.flatMap((name, i) => (name in own ? [] : [i]));
    const code = `
      import { rows } from "./rows.ts";
      const list = [${list.join(",")}];
      const elsewhere = new Set([${elsewhere.join(",")}]);
      let all;
      const places = () => (all ??= new Map([...rows().keys()].sort().map((name, i) => [name, i])));
      export const defaultsOf = (type) => list[places().get(type)] ?? {};
      export const isOfTransformers = (type) => places().has(type) && !elsewhere.has(places().get(type));`;
    return { code, moduleType: "js" };
  },
};

const LIST = join(ROOT, "web/elements/index.ts");
const EXPORT = /export \{ (\w+) \} from "(\.\/([\w-]+)\/\3\.ts)"/g;

/**
 * The modules `posenc:loaders`, a separate import for each figure in the list of web/elements/index.ts, and `posenc:tags`. The figure
 * of folder `x` has the tag `pe-x`; a test checks the definitions.
 */
export const loaders = {
  name: "loaders",
  /** @param {string} source */
  resolveId: (source) => (source === "posenc:loaders" || source === "posenc:tags" ? source : null),
  /** @param {string} id */
  load(id) {
    if (id !== "posenc:loaders" && id !== "posenc:tags") return null;
    const figures = [...readFileSync(LIST, "utf8").matchAll(EXPORT)];
    if (id === "posenc:tags")
      return `export const tags = ${JSON.stringify(figures.map(([, , , folder]) => `pe-${folder}`))};`;
    const rows = figures.map(([, name, file, folder]) => {
      const path = JSON.stringify(join(dirname(LIST), String(file)));
      return `"pe-${folder}": async () => (await import(${path})).${name},`;
    });
    return `export const loaders = {\n${rows.join("\n")}\n};`;
  },
};

const INLINE = join(ROOT, "src/entries/inline.ts");
const INLINE_LAB = join(ROOT, "src/entries/inline-lab.ts");

/**
 * Gives the figures the entries with their modules inside, in place of those that fetch theirs.
 * @type {import("rolldown").Plugin}
 */
export const inside = {
  name: "inside",
  resolveId: {
    filter: { id: /\/src\/entries\/(index|attention|encodings|lab)\.ts$/ },
    handler: (source) => (source.endsWith("/lab.ts") ? INLINE_LAB : INLINE),
  },
};

/**
 * Gives a script the WebAssembly that it imports as text: compressed with gzip, in base64.
 * @type {import("rolldown").Plugin}
 */
export const compressed = {
  name: "compressed",
  load: {
    filter: { id: /\.wasm$/ },
    handler: (id) => `export default "${gzipSync(readFileSync(id), { level: 9 }).toString("base64")}";`,
  },
};

/**
 * Imports at once what figures import when they need it: it is inside anyway, and without the code for coming later.
 * @type {import("rolldown").Plugin}
 */
export const atOnce = {
  name: "at-once",
  transform: {
    filter: { id: /\/web\/elements\//, code: /\bimport\(/ },
    handler(code) {
      /** @type {string[]} */
      const imports = [];
      const later = code.replace(/\bimport\((".+?")\)/g, (_, file) => {
        imports.push(`import * as inside${imports.length} from ${file};\n`);
        return `Promise.resolve(inside${imports.length - 1})`;
      });
      return imports.join("") + later;
    },
  },
};

/**
 * Leaves `posenc:<name>.wasm` as an import of the file beside the script.
 * @type {import("rolldown").Plugin}
 */
export const imported = {
  name: "imported",
  resolveId: {
    filter: { id: /^posenc:.*\.wasm$/ },
    handler: (source) => ({ id: source.replace("posenc:", "./"), external: true }),
  },
};

/**
 * Leaves `posenc:single` as an import of the script with all figures.
 * @type {import("rolldown").Plugin}
 */
export const single = {
  name: "single",
  resolveId: {
    filter: { id: /^posenc:single$/ },
    handler: () => ({ id: "./embed.single.js", external: true }),
  },
};
