/** Plugins for scripts that hold their WebAssembly or import it, and for the figures that such a script has. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { ROOT } from "../process.mjs";

const INLINE = join(ROOT, "src/entries/inline.ts");
const FIGURES = /\/web\/elements\/index\.ts$/;

/** Figures that no script with everything inside has: their module for training is fetched only when a reader trains. */
export const NOT_INSIDE = ["race", "thread"];

/** Figures that `embed.single.js` does not have: with those of the workbench it would be a sixth larger. */
export const NOT_IN_SINGLE = ["parity", ...NOT_INSIDE];

/**
 * Gives the figures the entry with its module inside, in place of those that fetch theirs.
 * @type {import("rolldown").Plugin}
 */
export const inside = {
  name: "inside",
  resolveId: { filter: { id: /\/src\/entries\/(index|attention|full)\.ts$/ }, handler: () => INLINE },
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
 * Takes figures out of the list of all figures.
 * @param {readonly string[]} folders of the figures
 * @returns {import("rolldown").Plugin}
 */
export const withoutFigures = (folders) => ({
  name: "without-figures",
  transform: {
    filter: { id: FIGURES },
    handler: (code) =>
      folders.reduce((list, folder) => list.replace(new RegExp(`.*"\\./${folder}/.*\n`), ""), code),
  },
});
