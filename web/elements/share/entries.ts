import type { Entries } from "../definition/figure-spec.ts";
import type { Light } from "../definition/light-module.ts";

/** Consecutive rows of a rectangle: their positions, and (rows, columns) values. */
export interface Block {
  readonly positions: readonly number[];
  readonly values: Float32Array;
}

/** Entries computed at a time: about a millisecond of work. */
const BLOCK = 2 ** 17;

/** The number of entries in a rectangle. */
export function countEntries({ positions, dimensions }: Entries): number {
  return positions.length * dimensions.length;
}

/** The whole numbers from `from` up to `to`, without `to`. */
export function range(from: number, to: number): number[] {
  return Array.from({ length: Math.max(0, to - from) }, (_, index) => from + index);
}

/** A rectangle in blocks of rows, so that large ones need little memory and the page can work in between. */
export function* blocks(pe: Light, entries: Entries): Generator<Block> {
  const { spec, positions, dimensions } = entries;
  const rows = Math.max(1, Math.floor(BLOCK / spec.dModel));
  for (let first = 0; first < positions.length; first += rows) {
    const part = rowsOf(positions, first, Math.min(first + rows, positions.length));
    const table = pe.encode(spec, { positions: part });
    yield { positions: part, values: columns(table, spec.dModel, dimensions) };
  }
}

/** All entries of a rectangle, (positions, dimensions). */
export function gather(pe: Light, entries: Entries): Float32Array {
  const out = new Float32Array(countEntries(entries));
  let filled = 0;
  for (const { values } of blocks(pe, entries)) {
    out.set(values, filled);
    filled += values.length;
  }
  return out;
}

function rowsOf(positions: Entries["positions"], from: number, to: number): readonly number[] {
  if ("start" in positions) return range(positions.start + from, positions.start + to);
  return positions.slice(from, to);
}

/** The given columns of a (rows, width) table, as (rows, columns). */
export function columns(table: Float32Array, width: number, chosen: readonly number[]): Float32Array {
  const rows = table.length / width;
  const out = new Float32Array(rows * chosen.length);
  for (let row = 0; row < rows; row++) {
    for (const [index, column] of chosen.entries()) {
      out[row * chosen.length + index] = table[row * width + column] as number;
    }
  }
  return out;
}
