import type { Posenc } from "../../../src/entries/encodings.ts";
import { sincos } from "../../methods/sincos.ts";
import type { FigureSpec } from "../definition/figure-spec.ts";
import { pairDimensions } from "../definition/pair-dimensions.ts";
import { range } from "../share/entries.ts";
import {
  apply,
  determinant,
  difference,
  identity,
  multiply,
  part as partOf,
  type Square,
  transpose,
} from "./rotation-algebra.ts";

/** A shift by k positions as a matrix: by the formula, and fitted to rows; of all dimensions, or of half of them. */

export const PARTS = ["both", "sines", "cosines"] as const;
export type KeptPart = (typeof PARTS)[number];

/** Number of rows in the fit. */
export const ROWS = 512;

/** The shift by `offset`, applied to the row of `position`. */
export interface Shift {
  readonly spec: FigureSpec;
  readonly part: KeptPart;
  readonly position: number;
  readonly offset: number;
}

/** A matrix, and its product with the row. */
export interface RotationPanel {
  readonly matrix: Square;
  readonly product: Float64Array;
  /** Largest difference of the product from the shifted row. */
  readonly miss: number;
}

export interface RotationShown extends Shift {
  /** The dimensions that are kept. */
  readonly dimensions: readonly number[];
  /** The rows of `position` and of `position + offset`. */
  readonly from: Float64Array;
  readonly to: Float64Array;
  readonly formula: RotationPanel;
  readonly fitted: RotationPanel;
  /** Relative residual of the fit over all its rows. */
  readonly residual: number;
  readonly determinant: number;
  /** Largest |entry| of RᵀR − I. */
  readonly orthogonality: number;
  /** Largest |entry| of R(position) R(offset) − R(position + offset). */
  readonly composition: number;
}

/** The dimensions of a part, in ascending order. */
export function keptDimensions(spec: FigureSpec, part: KeptPart): number[] {
  const pairs = range(0, spec.dModel / 2).map((pair) => pairDimensions(spec, pair));
  if (part === "both") return pairs.flat().sort((a, b) => a - b);
  return pairs.map(([sine, cosine]) => (part === "sines" ? sine : cosine));
}

export interface Fit {
  readonly matrix: Square;
  /** Relative residual over all rows. */
  readonly residual: number;
}

/** The least-squares fit of a shift. It depends only on the offset, the encoding and the part. */
export function fitted(pe: Posenc, { spec, part, offset }: Shift): Fit {
  const half = spec.dModel / 2;
  const { matrix, residual } =
    part === "both"
      ? pe.fitShift(spec, { k: offset, length: ROWS })
      : part === "sines"
        ? pe.fitShift({ method: "sine", dModel: half, base: spec.base }, { k: offset, length: ROWS })
        : pe.fitShift({ table: cosines(pe, spec, ROWS + offset), dModel: half }, { k: offset });
  return { matrix: { size: part === "both" ? spec.dModel : half, values: matrix }, residual };
}

/** The cosines of all pairs at positions 0 … rows − 1, (rows, pairs), in double precision. */
function cosines(pe: Posenc, spec: FigureSpec, rows: number): Float64Array {
  const frequencies = pe.frequencies(spec);
  const pairs = frequencies.length;
  const angles = Float64Array.from(
    { length: rows * pairs },
    (_, at) => Math.floor(at / pairs) * (frequencies[at % pairs] as number),
  );
  return sincos(pe, angles).cosines;
}

/** The drawn data of a shift and its fit. */
export function rotationOf(pe: Posenc, shift: Shift, best: Fit): RotationShown {
  const { spec, part, position, offset } = shift;
  const dimensions = keptDimensions(spec, part);
  const [from, to] = [position, position + offset].map((at) => {
    const row = pe.encode(spec, { positions: [at] });
    return Float64Array.from(dimensions, (dimension) => row[dimension] as number);
  }) as [Float64Array, Float64Array];
  const rotation = (k: number) =>
    partOf({ size: spec.dModel, values: pe.shiftMatrix(spec, { k }) }, dimensions);
  const matrix = rotation(offset);
  const { size } = matrix;
  const panel = (of: Square): RotationPanel => {
    const product = apply(of, from);
    return { matrix: of, product, miss: difference(product, to) };
  };
  return {
    ...shift,
    dimensions,
    from,
    to,
    formula: panel(matrix),
    fitted: panel(best.matrix),
    residual: best.residual,
    determinant: determinant(matrix),
    orthogonality: difference(multiply(transpose(matrix), matrix).values, identity(size).values),
    composition: difference(multiply(rotation(position), matrix).values, rotation(position + offset).values),
  };
}
