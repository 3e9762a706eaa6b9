import type { Engine } from "../module/engine.ts";
import { type CriteriaFunction, criteria } from "./criteria.ts";
import { type FitShift, fitShift } from "./fit-shift.ts";
import { type Mean, mean } from "./mean.ts";
import { type NearestRepeat, nearestRepeat, nearestRepeatSync } from "./nearest-repeat.ts";
import { type Periods, unfinishedPairs } from "./periods.ts";
import { type ShiftMatrix, shiftMatrix } from "./shift-matrix.ts";
import { distance, type SimilarityFunctions, similarity } from "./similarity.ts";

/** Properties of encodings. */
export interface Properties
  extends Periods,
    SimilarityFunctions,
    NearestRepeat,
    ShiftMatrix,
    FitShift,
    Mean,
    CriteriaFunction {}

/** The functions of a spec and options. */
export const properties = (engine: Engine): Omit<Properties, "periods"> => ({
  unfinishedPairs: unfinishedPairs(engine),
  similarity: similarity(engine),
  distance: distance(engine),
  nearestRepeat: nearestRepeat(engine),
  nearestRepeatSync: nearestRepeatSync(engine),
  shiftMatrix: shiftMatrix(engine),
  fitShift: fitShift(engine),
  mean: mean(engine),
  criteria: criteria(engine),
});
