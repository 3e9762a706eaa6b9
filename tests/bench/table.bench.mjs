/**
 * Gigabytes of finished sinusoidal table a second, every entry correctly rounded.
 *
 * Columns: the kernel into memory of its own, already touched; the same recurrence without the test for doubtful
 * roundings (unguarded.cpp), which shows what the guarantee costs; an array filled with one number by the engine's fill(); the
 * package into the caller's `out`; a new array filled with one number; the package with a new array as its result; and two
 * loops of plain JavaScript that write a Float32Array: angle addition in double, and Math.sin for every entry.
 */
import { readFile } from "node:fs/promises";
import { load } from "posenc";
import createModule from "../../build/wasm/web/posenc.mjs";
import { buildCpp } from "../../tools/build/cpp.mjs";
import { angleAddition, mathSin } from "./rivals/plain-javascript.mjs";
import { BASE } from "./rivals/problems.mjs";
import { timeInTurn } from "./time.mjs";

/** Rows, width. */
const TABLES = /** @type {const} */ ([
  [50, 128],
  [512, 512],
  [5000, 512],
  [45000, 512],
  [5000, 4096],
]);

/** @typedef {[address: number, bytes: number]} Slice */
/** @typedef {{ [name: string]: number | Slice | Fields }} Fields */

/** The slots of a call, by the names of its fields; see src/bindings/slots.ts. @param {Fields} fields @returns {(number | Slice)[]} */
const slotsOf = (fields) =>
  Object.entries(fields)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .flatMap(([, field]) =>
      typeof field === "number" || Array.isArray(field)
        ? [/** @type {number | Slice} */ (field)]
        : slotsOf(field),
    );

const BYTES_OF_FREQUENCY = 56;

/** The kernel, with a table for it in the module's memory. */
async function kernel() {
  const module = await createModule({
    wasm: await WebAssembly.compile(await readFile(new URL("../../dist/posenc.wasm", import.meta.url))),
  });
  /** @param {Fields} fields @returns {[address: number, count: number]} */
  const write = (fields) => {
    const slots = slotsOf(fields);
    const address = module.allocate(Math.ceil(slots.length / 2) * 16);
    slots.forEach((slot, n) => {
      const view = new DataView(module.wasmMemory.buffer, address + 8 * n, 8);
      if (typeof slot === "number") view.setFloat64(0, slot, true);
      else for (const k of [0, 1]) view.setUint32(4 * k, slot[k] ?? 0, true);
    });
    return [address, slots.length];
  };
  /** @param {number} bytes @returns {Slice} */
  const slice = (bytes) => [module.allocate(Math.ceil(bytes / 16) * 16), bytes];

  /** @param {number} rows @param {number} width */
  return (rows, width) => {
    const pairs = width / 2;
    const frequencies = slice(pairs * BYTES_OF_FREQUENCY);
    const out = slice(rows * width * 4);
    const columns = { sines: pairs, cosines: pairs };
    const layout = { sine: 0, cosine: 1, step: 2, row: width };
    const powers = write({ base: BASE, numerator: 2, denominator: width, out: frequencies });
    const table = write({ frequencies, columns, layout, start: 0, first: 0, rows, out });
    module.geometricFrequencies(...powers);
    return {
      table: () => module.sincosTable(...table),
      release: () => {
        for (const [address] of [frequencies, out, powers, table]) module.release(address);
      },
    };
  };
}

/** @typedef {{ memory: WebAssembly.Memory, unguarded_prepare(rows: number, width: number): number, unguarded_table(): void }} Unguarded */

/** The recurrence without the test. */
async function recurrence() {
  const folder = await buildCpp("wasm", ["unguarded"]);
  const module = await WebAssembly.compile(await readFile(`${folder}/unguarded.wasm`));
  // What the C library imports is for programs that end or print.
  const imports = Object.fromEntries(
    WebAssembly.Module.imports(module).map((each) => [
      each.module,
      /** @type {WebAssembly.ModuleImports} */ ({}),
    ]),
  );
  for (const each of WebAssembly.Module.imports(module)) {
    const into = imports[each.module];
    if (into) into[each.name] = () => 0;
  }
  const { exports } = await WebAssembly.instantiate(module, imports);
  /** @type {(() => void) | undefined} */ (exports._initialize)?.();
  const unguarded = /** @type {Unguarded} */ (/** @type {unknown} */ (exports));
  /** @param {number} rows @param {number} width */
  return (rows, width) => {
    const address = unguarded.unguarded_prepare(rows, width);
    return {
      table: () => unguarded.unguarded_table(),
      /** Entries that differ from the correctly rounded ones. @param {Float32Array} due */
      wrong(due) {
        const made = new Float32Array(unguarded.memory.buffer, address, rows * width);
        return made.reduce((count, value, n) => count + Number(value !== due[n]), 0);
      },
    };
  };
}

const pe = await load();
const prepare = await kernel();
const prepareUnguarded = await recurrence();

const COLUMNS = [
  "kernel",
  "unguarded",
  "fill",
  "package, out",
  "new, filled",
  "package, new",
  "addition",
  "Math.sin",
];
console.log("GB/s, best (median)".padEnd(21) + COLUMNS.map((name) => name.padEnd(14)).join(""));
for (const [rows, width] of TABLES) {
  const made = prepare(rows, width);
  const unguarded = prepareUnguarded(rows, width);
  const out = new Float32Array(rows * width);
  const works = [
    made.table,
    unguarded.table,
    () => out.fill(1),
    () => pe.sinusoidal({ length: rows, dModel: width, out }),
    () => new Float32Array(rows * width).fill(1),
    () => pe.sinusoidal({ length: rows, dModel: width }),
    () => angleAddition(out, rows, width),
    () => mathSin(out, rows, width),
  ];
  const rate = (/** @type {number} */ ms) => ((rows * width * 4) / ms / 1e6).toFixed(1);
  const cells = timeInTurn(works).map(({ best, median }) => `${rate(best)} (${rate(median)})`.padEnd(14));
  console.log(`${rows} × ${width}`.padEnd(21) + cells.join(""));
  const wrong = unguarded.wrong(pe.sinusoidal({ length: rows, dModel: width }));
  console.log(`  misrounded without the test: ${wrong} of ${rows * width}`);
  made.release();
}
