/**
 * Gigabytes of finished sinusoidal table a second, every entry correctly rounded.
 *
 * Columns: the kernel into memory of its own, already touched; the same memory filled with one number by the engine's
 * fill(); the published package into the caller's `out`, a copy included; and two loops of plain JavaScript that write
 * a Float32Array: angle addition in double, and Math.sin for every entry.
 */
import { readFile } from "node:fs/promises";
import { load } from "posenc";
import createModule from "../../build/wasm/web/posenc.mjs";
import { angleAddition, mathSin } from "./rivals/plain-javascript.mjs";
import { BASE } from "./rivals/problems.mjs";
import { time } from "./time.mjs";

/** Rows, width. */
const TABLES = /** @type {const} */ ([
  [50, 128],
  [512, 512],
  [5000, 512],
  [45000, 512],
  [5000, 4096],
]);

/** The module as the package sees it: a list of slices (address, bytes) for each call; see src/bindings. */
async function kernel() {
  const module = await createModule({
    wasm: await WebAssembly.compile(await readFile(new URL("../../dist/posenc.wasm", import.meta.url))),
  });
  /** @param {[address: number, bytes: number][]} slices */
  const list = (slices) => {
    const address = module.allocate(Math.ceil((slices.length * 8) / 16) * 16);
    new Uint32Array(module.wasmMemory.buffer, address, slices.length * 2).set(slices.flat());
    return address;
  };
  /** @param {number} bytes @returns {[number, number]} */
  const slice = (bytes) => [module.allocate(Math.ceil(bytes / 16) * 16), bytes];

  /** @param {number} rows @param {number} width */
  return (rows, width) => {
    const frequencies = slice((width / 2) * module.frequencyBytes());
    const place = slice(24);
    const table = slice(rows * width * 4);
    // Layout and columns: sine, cosine, step, row; sines, cosines.
    new Uint32Array(module.wasmMemory.buffer, place[0], 6).set([0, 1, 2, width, width / 2, width / 2]);
    const forFrequencies = list([frequencies]);
    const forTable = list([frequencies, place, table]);
    const setUp = () => module.geometricFrequencies(forFrequencies, BASE, 2, width);
    setUp();
    return {
      setUp,
      table: () => module.sincosTable(forTable, 0, 0, rows),
      memory: new Float32Array(module.wasmMemory.buffer, table[0], rows * width),
      release: () => {
        for (const address of [frequencies[0], place[0], table[0], forFrequencies, forTable])
          module.release(address);
      },
    };
  };
}

const pe = await load();
const prepare = await kernel();

const COLUMNS = ["kernel", "fill", "package", "addition", "Math.sin"];
console.log("GB/s, best (median)".padEnd(24) + COLUMNS.map((name) => name.padEnd(15)).join(""));
for (const [rows, width] of TABLES) {
  const made = prepare(rows, width);
  const out = new Float32Array(rows * width);
  const cells = [
    made.table,
    () => made.memory.fill(1),
    () => pe.sinusoidal({ length: rows, dModel: width, out }),
    () => angleAddition(out, rows, width),
    () => mathSin(out, rows, width),
  ].map((work) => {
    const { best, median } = time(work);
    const rate = (/** @type {number} */ ms) => ((rows * width * 4) / ms / 1e6).toFixed(1);
    return `${rate(best)} (${rate(median)})`.padEnd(15);
  });
  const { best } = time(made.table);
  const { best: setUp } = time(made.setUp);
  console.log(
    `${rows} × ${width}`.padEnd(24) +
      cells.join("") +
      ` ${best.toFixed(4)} ms + frequencies ${setUp.toFixed(4)} ms`,
  );
  made.release();
}
