/** A table before it is made: its size, and how to make it. */
import type { Unchecked } from "../arguments/check.ts";
import type { Output } from "../module/areas.ts";
import type { Engine } from "../module/engine.ts";
import type { Positions, Rows } from "./rows.ts";

export interface TablePlan {
  rows: number;
  width: number;
  /** rows · width in terms of the caller's options. */
  meaning: string;
  /** Makes the table in `out`, or in a new array. */
  fill(engine: Engine, out: Output<Float32Array>): void;
}

/** The inputs of a table besides its spec. */
export interface TableInputs extends Rows {
  /**
   * Points in space, row-major (points, dimensions), from −2^53 to 2^53. `fourier` and `random-fourier` take them in place of
   * positions.
   */
  points?: Positions | undefined;
  /** The rows that a `learned` encoding looks up: (maxLength, dModel). */
  table?: Float32Array | undefined;
  /**
   * The frequencies of `random-fourier`, row-major (features, dimensions), in turns, such as those of a trained model.
   * Default: they follow from the seed.
   */
  matrix?: Positions | undefined;
}

/** Options that have been read and not yet checked. */
export type UncheckedInputs = Unchecked<keyof TableInputs>;
