/** The layouts that figures can show. */
export const LAYOUTS = ["interleaved", "halves"] as const;

/** The encoding of a sinusoidal figure: in the paper's convention, except for these fields. */
export interface FigureSpec {
  readonly method: "sinusoidal";
  readonly dModel: number;
  readonly base: number;
  readonly layout: (typeof LAYOUTS)[number];
}

/** The numbers of a picture, as a figure exports them. */

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

/** The pair that a dimension belongs to. */
export function pairOf({ dModel, layout }: FigureSpec, dimension: number): number {
  return layout === "halves" ? dimension % (dModel / 2) : dimension >> 1;
}
