/** The layouts that figures can show. */
export const LAYOUTS = ["interleaved", "halves"] as const;

/** The encoding of a sinusoidal figure: in the paper's convention, except for these fields. */
export interface FigureSpec {
  readonly method: "sinusoidal";
  readonly dModel: number;
  readonly base: number;
  readonly layout: (typeof LAYOUTS)[number];
}

// The numbers of a picture, as a figure exports them.

/** The numbers of a picture as one matrix with names. */
export interface NamedArray {
  /** Heading of the rows' names, such as "offset". */
  readonly corner: string;
  readonly rows: readonly (string | number)[];
  readonly columns: readonly (string | number)[];
  /** (rows, columns), row-major. */
  readonly values: Float32Array | Float64Array | readonly number[];
}

/** A rectangle of table entries: some rows by some columns. */
export interface Entries {
  readonly spec: FigureSpec;
  readonly positions: readonly number[] | { readonly start: number; readonly length: number };
  readonly dimensions: readonly number[];
}

/** The dimensions that hold the sine and the cosine of a pair. */
export function pairDimensions({ dModel, layout }: FigureSpec, pair: number): readonly [number, number] {
  return layout === "halves" ? [pair, dModel / 2 + pair] : [2 * pair, 2 * pair + 1];
}

export function pairOf({ dModel, layout }: FigureSpec, dimension: number): number {
  return layout === "halves" ? dimension % (dModel / 2) : dimension >> 1;
}

/** Consecutive rows of a rectangle: their positions, and (rows, columns) values. */
export interface Block {
  readonly positions: readonly number[];
  readonly values: Float32Array;
}

/** What computes rows of a table. */
interface Encoder {
  encode(spec: FigureSpec, options: { readonly positions: readonly number[] }): Float32Array;
}

/** Entries computed at a time: about a millisecond of work. */
const BLOCK = 2 ** 17;

export function countEntries({ positions, dimensions }: Entries): number {
  return positions.length * dimensions.length;
}

/** The whole numbers from `from` up to `to`, without `to`. */
export function range(from: number, to: number): number[] {
  return Array.from({ length: Math.max(0, to - from) }, (_, index) => from + index);
}

/** A rectangle in blocks of rows, so that large ones need little memory and the page can work in between. */
export function* blocks(pe: Encoder, entries: Entries): Generator<Block> {
  const { spec, positions, dimensions } = entries;
  const rows = Math.max(1, Math.floor(BLOCK / spec.dModel));
  for (let first = 0; first < positions.length; first += rows) {
    const part = rowsOf(positions, first, Math.min(first + rows, positions.length));
    const table = pe.encode(spec, { positions: part });
    yield { positions: part, values: columns(table, spec.dModel, dimensions) };
  }
}

/** All entries of a rectangle, (positions, dimensions). */
export function gather(pe: Encoder, entries: Entries): Float32Array {
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
