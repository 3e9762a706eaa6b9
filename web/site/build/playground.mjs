/** What the first sample of the playground shows, recorded by the build: a reader sees it before any code runs in the page. */
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { ROOT, run } from "../../../tools/process.mjs";
import { SOURCE } from "./site-pages.mjs";

const NAME = "posenc:recorded";
const PLAYGROUND = join(SOURCE, "playground");

/** Runs a sample in Node as the sandbox would: its messages, with typed arrays as base64. */
const RECORDER = `
import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";
import { runInThisContext } from "node:vm";
const [script, sample] = process.argv.slice(1);
const messages = [];
globalThis.postMessage = (message) => messages.push(message);
runInThisContext(readFileSync(script, "utf8"));
await import(pathToFileURL(sample).href);
const base64 = ({ buffer, byteOffset, byteLength }) => Buffer.from(buffer, byteOffset, byteLength).toString("base64");
console.log(JSON.stringify(messages.map((message) => message.values ? { ...message, values: base64(message.values) } : message)));
`;

/** @typedef {{ kind: string, type?: string, values?: string }} Recorded */

/** @returns {Promise<string>} a module with the messages */
async function recordedModule() {
  const [first = ""] = readdirSync(join(PLAYGROUND, "samples")).sort();
  const files = [join(PLAYGROUND, "sandbox/show.js"), join(PLAYGROUND, "samples", first)];
  const { stdout } = await run(process.execPath, ["--input-type=module", "-e", RECORDER, ...files]);
  /** @type {Recorded[]} */
  const shown = JSON.parse(stdout);
  const messages = shown.map(({ values, ...message }) =>
    values === undefined
      ? JSON.stringify(message)
      : `{ ...${JSON.stringify(message)}, values: new ${message.type}(bytes("${values}")) }`,
  );
  return `const bytes = (text) => Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0)).buffer;
export const recorded = [${messages.join(", ")}];`;
}

/**
 * A plugin for Vite.
 * @returns {import("vite").Plugin}
 */
export const recorded = () => ({
  name: "recorded",
  resolveId: (id) => (id === NAME ? `\0${NAME}` : undefined),
  load: (id) => (id === `\0${NAME}` ? recordedModule() : undefined),
});

/** Entries of the package as single files: a sandbox runs a script from its text, and such a script can import nothing. */

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
