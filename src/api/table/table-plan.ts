/** A table that is about to be made: how large it is, and the call that makes it. */
import type { Output } from "../module/areas.ts";
import type { Engine } from "../module/engine.ts";
import type { Positions, Rows } from "./rows.ts";

export interface TablePlan {
  rows: number;
  width: number;
  /** What rows · width is in the words of the caller's options. */
  meaning: string;
  /** Makes the table in `out`, or in a new array. */
  fill(engine: Engine, out: Output<Float32Array>): void;
}

/** What a table may depend on besides its spec. */
export interface TableInputs extends Rows {
  /**
   * Points in space, row-major (points, dimensions), from −2^53 to 2^53: what `fourier` and `random-fourier` take in place
   * of positions.
   */
  points?: Positions | undefined;
  /** The rows that a `learned` encoding looks up: (maxLength, dModel). */
  table?: Float32Array | undefined;
  /**
   * The frequencies of `random-fourier`, row-major (features, dimensions), in turns: those of a trained model, in place of
   * the ones that its seed gives.
   */
  matrix?: Positions | undefined;
}

/** Options as they were given, read and not yet checked. */
export type GivenInputs = Partial<Record<keyof TableInputs, unknown>>;
