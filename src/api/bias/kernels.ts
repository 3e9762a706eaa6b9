/** The computations of a method of the family "bias". Each method has some of them. */

import type { RelativeTable, ScoreShape } from "../../bindings/full/bias.ts";
import type { Unchecked } from "../arguments/check.ts";
import type { Area } from "../module/areas.ts";
import type { Step } from "../module/calls.ts";
import type { Engine } from "../module/engine.ts";
import type { FrequencyKernels } from "../table/schedule.ts";
import type { ScoreBlock } from "./score-block.ts";

export interface BiasKernels<Spec> extends FrequencyKernels<Spec> {
  /** A bias that depends on positions only. */
  bias?(engine: Engine, spec: Spec, options: unknown): unknown;
  /** The row of a learned table for each query and key. */
  index?(engine: Engine, spec: Spec, options: unknown): unknown;
  /** Scores of queries, or keys, with vectors of relative positions. */
  scores?(spec: Spec): ScoreMethod;
  /** The sum of vectors of relative positions, to be added to the output. */
  values?: ValueMethod<Spec>;
}

export type LearnedName =
  | "k"
  | "table"
  | "keyTable"
  | "queryTable"
  | "u"
  | "v"
  | "positionWeight"
  | "withContent";

/** The sizes of queries and keys, and the keys if the method reads them. */
export interface ScoreInput {
  block: ScoreBlock;
  k?: Float32Array;
  heads: number;
  headDim: number;
}

/** The inputs for one block of scores. Queries are stored separately. */
export interface ScorePart {
  q: Area<Float32Array>;
  block: ScoreBlock;
  firstHead: number;
  scores: Area<Float32Array>;
}

/** The calls that compute scores, without a mask. */
type ScoreSteps = (scale: number, part: ScorePart) => Step[];

export interface ScoreMethod {
  names: readonly LearnedName[];
  needsKeys: boolean;
  /** Number of products in a score, for the default scale. q·k counts if the method's paper counts it. */
  scaleTerms: number;
  prepare: (given: Unchecked<LearnedName>, input: ScoreInput) => ScoreSteps;
}

export interface ValueMethod<Spec> {
  /** Rows of the table. */
  rows(spec: Spec): number;
  sum(
    spec: Spec,
    arrays: {
      weights: Area<Float32Array>;
      values: RelativeTable;
      out: Area<Float32Array>;
      shape: ScoreShape & { firstHead: number };
    },
  ): Step;
}
