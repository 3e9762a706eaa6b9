// @ts-check
/** What the reader's code shows, as messages: in the sandbox, and when the build records the first sample. */

/** Most numbers of an array that go to the page: a picture of 2048 × 2048. */
const MOST = 2 ** 22;

/** Most numbers of an array that the console writes. */
const WRITTEN = 12;

/** @param {ArrayBufferView} view */
function arrayInWords(view) {
  if (view instanceof DataView) return `DataView(${view.byteLength})`;
  const array = /** @type {Float32Array} */ (view);
  const first = Array.from(array.subarray(0, WRITTEN), (entry) => String(entry));
  const rest = array.length > WRITTEN ? ", …" : "";
  return `${array.constructor.name}(${array.length}) [${first.join(", ")}${rest}]`;
}

/** @param {unknown} value */
function inWords(value) {
  if (typeof value === "string") return value;
  if (typeof value === "function") return value.name ? `function ${value.name}` : "function";
  if (value instanceof Error) return `${value.name}: ${value.message}`;
  if (value instanceof Promise) return "a promise: write await before it";
  if (ArrayBuffer.isView(value)) return arrayInWords(value);
  try {
    const parts = JSON.stringify(
      value,
      (_, part) => (ArrayBuffer.isView(part) ? arrayInWords(part) : part),
      2,
    );
    return parts ?? String(value);
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

/** Shows the value of the last line, unless it has none. @param {unknown} value */
function showLast(value) {
  if (value !== undefined) show(value);
}

Object.assign(globalThis, { inWords, show, showLast });
