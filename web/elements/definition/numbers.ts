/** The numbers of a picture, as a figure exports them. */
import type { FigureSpec } from "./figure-spec.ts";

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
