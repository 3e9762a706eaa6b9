/** Entries of the package as single files: a sandbox runs a script from its text, and such a script can import nothing. */
import { join } from "node:path";
import { ROOT } from "../../../tools/process.mjs";

const NAMED = /^posenc\/(\w+)\?one-file$/;
const MARK = "\0one-file:";

/**
 * A plugin for Vite. `posenc/<entry>?one-file` is the address of the built entry with all that it imports.
 * @returns {import("vite").Plugin}
 */
export function oneFile() {
  return {
    name: "one-file",
    enforce: "pre", // or Vite finds the entry itself
    resolveId: {
      filter: { id: NAMED },
      handler: (source) => MARK + (NAMED.exec(source)?.[1] ?? ""),
    },
    load: {
      filter: { id: new RegExp(`^${MARK}`) },
      async handler(id) {
        const name = id.slice(MARK.length);
        const { rolldown } = await import("rolldown");
        const bundle = await rolldown({ input: join(ROOT, "dist", `${name}.js`) });
        const { output } = await bundle.generate({ minify: true });
        await bundle.close();
        const file = this.emitFile({ type: "asset", name: `${name}.js`, source: output[0].code });
        return `export default import.meta.ROLLUP_FILE_URL_${file};`;
      },
    },
  };
}
