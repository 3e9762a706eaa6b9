/** Plugins for the WebAssembly of entries: inside the script, or an import of it. */
import { join } from "node:path";
import { ROOT } from "../process.mjs";

const INLINE = join(ROOT, "src/api/inline.ts");

/**
 * Gives the figures the entry with its module inside, in place of those that fetch theirs.
 * @type {import("rolldown").Plugin}
 */
export const inside = {
  name: "inside",
  resolveId: { filter: { id: /\/src\/api\/(index|full)\.ts$/ }, handler: () => INLINE },
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
