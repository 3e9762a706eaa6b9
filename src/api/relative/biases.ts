import type { Engine } from "../module/engine.ts";
import type { AlibiSlopes } from "./alibi-slopes.ts";
import { type Bias, bias } from "./bias.ts";
import { type RelativeIndex, relativeIndex } from "./relative-index.ts";
import { type RelativeScores, relativeScores } from "./relative-scores.ts";
import { type RelativeValues, relativeValues } from "./relative-values.ts";

/** Biases by position, and scores and values by vectors of relative positions. */
export interface Biases extends Bias, AlibiSlopes, RelativeIndex, RelativeScores, RelativeValues {}

/** The functions of a spec and options. */
export const biases = (engine: Engine): Omit<Biases, "alibiSlopes"> => ({
  bias: bias(engine),
  relativeIndex: relativeIndex(engine),
  relativeScores: relativeScores(engine),
  relativeValues: relativeValues(engine),
});
