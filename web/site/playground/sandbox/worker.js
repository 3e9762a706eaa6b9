// @ts-check
/** Runs the reader's code with the package, `show`, and a console that prints on the page. */

/** Imports of the package. All its entries are one file here. */
const IMPORT = /(\bfrom\s*|\bimport\s*\(?\s*)(["'])posenc(?:\/(?:full|inline|spec))?\2/g;

/** Most numbers of an array that go to the page: a picture of 2048 × 2048. */
const MOST = 2 ** 22;

/** @param {unknown} value */
function inWords(value) {
  if (typeof value === "string") return value;
  if (typeof value === "function") return value.name ? `function ${value.name}` : "function";
  if (value instanceof Error) return `${value.name}: ${value.message}`;
  if (ArrayBuffer.isView(value)) return `${value.constructor.name}(${/** @type {any} */ (value).length})`;
  try {
    return (
      JSON.stringify(value, (_, part) => (ArrayBuffer.isView(part) ? inWords(part) : part), 2) ??
      String(value)
    );
  } catch {
    return String(value);
  }
}

/**
 * Shows a value under the code. A typed array becomes a picture if its number of columns is given; `{ figure, … }` becomes
 * that figure with those attributes.
 * @param {any} value
 * @param {{ columns?: number, label?: string }} [options]
 */
function show(value, { columns, label = "" } = {}) {
  if (columns !== undefined && !(Number.isSafeInteger(columns) && columns > 0)) {
    throw new RangeError(`show: columns must be a whole number from 1; got ${columns}`);
  }
  if (value !== null && typeof value === "object" && typeof value.figure === "string") {
    const { figure, ...attributes } = value;
    const texts = Object.entries(attributes).map(([name, text]) => [name, String(text)]);
    postMessage({ kind: "figure", figure, attributes: texts });
  } else if (ArrayBuffer.isView(value) && !(value instanceof DataView)) {
    const array = /** @type {Float32Array} */ (value);
    const isBig = value instanceof BigInt64Array || value instanceof BigUint64Array;
    const whole = columns === undefined ? MOST : MOST - (MOST % columns);
    const type = array.constructor.name;
    const first = array.slice(0, whole);
    const values = isBig ? Float64Array.from(first, Number) : first;
    postMessage({ kind: "array", type, length: array.length, values, columns, label });
  } else {
    postMessage({ kind: "text", text: label ? `${label}: ${inWords(value)}` : inWords(value) });
  }
}

/** Most numbers of an array that the console writes. */
const WRITTEN = 12;

/** @param {unknown} value */
function printed(value) {
  if (!ArrayBuffer.isView(value) || value instanceof DataView) return inWords(value);
  const array = /** @type {Float32Array} */ (value);
  const first = Array.from(array.subarray(0, WRITTEN), (entry) => String(entry));
  return `${inWords(array)} [${first.join(", ")}${array.length > WRITTEN ? ", …" : ""}]`;
}

/** @param {...unknown} values */
const print = (...values) => postMessage({ kind: "text", text: values.map(printed).join(" ") });

Object.assign(globalThis, { show });
Object.assign(console, { log: print, info: print, warn: print, error: print, debug: print, table: print });

/** @param {string} text */
const moduleOf = (text) => URL.createObjectURL(new Blob([text], { type: "text/javascript" }));

/** @param {unknown} error @param {string} [program] */
function fail(error, program) {
  const place = program && error instanceof Error ? error.stack?.split(`${program}:`)[1] : undefined;
  postMessage({ kind: "failed", text: inWords(error), line: place && Number.parseInt(place, 10) });
}

addEventListener("message", ({ data: { code, library } }) => {
  const program = moduleOf(code.replace(IMPORT, `$1$2${moduleOf(library)}$2`));
  import(program).then(
    () => postMessage({ kind: "done" }),
    (error) => fail(error, program),
  );
});

addEventListener("unhandledrejection", (event) => {
  event.preventDefault();
  fail(event.reason);
});
