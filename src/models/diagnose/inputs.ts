/** What can be diagnosed. */
import type { Numbers } from "../../api/arguments/numbers.ts";
import type { Spec } from "../../api/spec.ts";
import type { Rows } from "./read.ts";

/** A table that is added to embeddings, or rows of it. */
export interface TableToDiagnose {
  /** (rows, dModel), nested, or flat with `width`. */
  table: Rows | Numbers;
  /** The position of each row. Default: 0, 1, 2, … */
  positions?: Numbers | undefined;
  /** dModel, for a flat table. */
  width?: number | undefined;
}

/** Frequencies of a rotation. */
export interface FrequenciesToDiagnose {
  /** (pairs), in radians per position. */
  frequencies: Numbers;
}

/** Cosines and sines that a rotary model caches. */
export interface CacheToDiagnose {
  /** (rows, pairs), or (rows, 2 · pairs) with each number twice; nested, or flat with `width`. */
  cos: Rows | Numbers;
  /** As `cos`. */
  sin: Rows | Numbers;
  /** The position of each row, or a list of them for each axis. Default: 0, 1, 2, … */
  positions?: Numbers | Rows | undefined;
  /** The columns of a flat list. */
  width?: number | undefined;
}

/** Slopes of ALiBi. */
export interface SlopesToDiagnose {
  /** (heads) */
  slopes: Numbers;
}

/** A bias on scores. */
export interface BiasToDiagnose {
  /** (queries, keys) of one head, nested, or flat with `width`; −∞ or a number under −9000 is a mask. */
  bias: Rows | Numbers;
  /** The number of keys, for a flat list. */
  width?: number | undefined;
}

/** Positions of tokens. */
export interface PositionsToDiagnose {
  /** (tokens), or (texts, tokens); three rows may be time, height and width. */
  positionIds: Rows | Numbers;
  /** As `positionIds`: 1 for a token, 0 for padding. */
  mask?: Rows | Numbers | undefined;
}

/** Vectors before and after positions were applied. */
export interface VectorsToDiagnose {
  /** (heads, tokens, width), or (tokens, width) for one head; nested, or flat with `heads` and `width`. */
  before: readonly Rows[] | Rows | Numbers;
  /** As `before`. */
  after: readonly Rows[] | Rows | Numbers;
  /** The position of each token, or a list of them for each axis. Default: 0, 1, 2, … */
  positions?: Numbers | Rows | undefined;
  /** The number of heads of a flat list. Default 1. */
  heads?: number | undefined;
  /** The channels of a head, for a flat list. */
  width?: number | undefined;
}

/** Numbers of one kind. */
export type ToDiagnose =
  | TableToDiagnose
  | FrequenciesToDiagnose
  | CacheToDiagnose
  | SlopesToDiagnose
  | BiasToDiagnose
  | PositionsToDiagnose
  | VectorsToDiagnose;

/** What a caller knows about the numbers. */
export interface DiagnoseOptions {
  /**
   * What they should be: a spec, such as that of a layer of `specFromConfig`, the name of a preset, or a spec's text as
   * `formatSpec` makes it. Without it, a base or a width cannot be wrong.
   */
  expected?: Spec | string | undefined;
  /** The number of digits after the point that were printed, 0 to 17. Default: estimated from the numbers. */
  decimals?: number | undefined;
  /** The number of significant digits that were printed, 1 to 17. Default: estimated from the numbers. */
  digits?: number | undefined;
  /** For `before` and `after`: whether embeddings should be multiplied by √width before a table is added. Default: not known. */
  scaled?: boolean | undefined;
}
