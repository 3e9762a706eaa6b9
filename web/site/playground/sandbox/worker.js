// @ts-check
/** Runs the reader's code with the entries of the package that it imports, and a console that prints on the page. */

/** Imports of the package, by the names of its entries. */
const IMPORT = /(\bfrom\s*|\bimport\s*(?:\(\s*)?)(["'])(posenc(?:\/[\w./-]+)?)\2/g;

/** Of show.js, which stands before this script. @type {(value: unknown) => string} */
const words = /** @type {any} */ (globalThis).inWords;

/** @param {...unknown} values */
const print = (...values) => postMessage({ kind: "text", text: values.map(words).join(" ") });

Object.assign(console, { log: print, info: print, warn: print, error: print, debug: print, table: print });

/** @param {string} text */
const moduleOf = (text) => URL.createObjectURL(new Blob([text], { type: "text/javascript" }));

/**
 * An entry as a module. One that would fetch its WebAssembly, which nothing here can, gets it with the first argument of
 * `load`; without it, the entry says itself what is wrong with the argument.
 * @param {string} name @param {{ text: string, wasm?: ArrayBuffer }} entry
 */
function entryModule(name, { text, wasm }) {
  const inner = moduleOf(text);
  if (wasm === undefined) return inner;
  Object.assign(globalThis, { [`wasm of ${name}`]: wasm });
  return moduleOf(`import { load as start } from "${inner}";
export * from "${inner}";
const wasm = globalThis["wasm of ${name}"];
export const load = (options = {}) => {
  const isOwn = typeof options !== "object" || options === null || "wasm" in options;
  if (isOwn) return start(options);
  const { relaxed, ...others } = options; // there is no relaxed file of this entry
  return start({ ...others, ...(typeof relaxed === "boolean" ? {} : "relaxed" in options ? { relaxed } : {}), wasm });
};`);
}

/** @param {unknown} error @param {string} [program] */
function fail(error, program) {
  const place = program && error instanceof Error ? error.stack?.split(`${program}:`)[1] : undefined;
  postMessage({ kind: "failed", text: words(error), line: place && Number.parseInt(place, 10) });
}

addEventListener("message", ({ data: { code, entries } }) => {
  /** @type {Map<string, string>} */
  const modules = new Map();
  for (const [name, entry] of Object.entries(entries)) modules.set(name, entryModule(name, entry));
  const program = moduleOf(
    code.replace(
      IMPORT,
      (
        /** @type {string} */ whole,
        /** @type {string} */ before,
        /** @type {string} */ mark,
        /** @type {string} */ name,
      ) => (modules.has(name) ? `${before}${mark}${modules.get(name)}${mark}` : whole),
    ),
  );
  import(program).then(
    () => postMessage({ kind: "done" }),
    (error) => fail(error, program),
  );
});

addEventListener("unhandledrejection", (event) => {
  event.preventDefault();
  fail(event.reason);
});
