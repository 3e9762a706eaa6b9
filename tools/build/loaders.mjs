/** The modules `posenc:loaders`, a separate import for each figure in the list of web/elements/index.ts, and `posenc:tags`. */
import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { ROOT } from "../process.mjs";

const LIST = join(ROOT, "web/elements/index.ts");
const EXPORT = /export \{ (\w+) \} from "(\.\/([\w-]+)\/\3\.ts)"/g;

/** The figure of folder `x` has the tag `pe-x`; a test checks the definitions. */
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
