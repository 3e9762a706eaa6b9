/** The module `posenc:loaders`: a separate import for each figure in the list of web/elements/index.ts. */
import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { ROOT } from "../process.mjs";

const LIST = join(ROOT, "web/elements/index.ts");
const EXPORT = /export \{ (\w+) \} from "(\.\/([\w-]+)\/\3\.ts)"/g;

/** The figure of folder `x` has the tag `pe-x`; a test checks the definitions. */
export const loaders = {
  name: "loaders",
  /** @param {string} source */
  resolveId: (source) => (source === "posenc:loaders" ? source : null),
  /** @param {string} id */
  load(id) {
    if (id !== "posenc:loaders") return null;
    const rows = Array.from(readFileSync(LIST, "utf8").matchAll(EXPORT), ([, name, file, folder]) => {
      const path = JSON.stringify(join(dirname(LIST), String(file)));
      return `"pe-${folder}": async () => (await import(${path})).${name},`;
    });
    return `export const loaders = {\n${rows.join("\n")}\n};`;
  },
};
