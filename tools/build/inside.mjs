/** Plugins for scripts that hold their WebAssembly or import it. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { ROOT } from "../process.mjs";

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
