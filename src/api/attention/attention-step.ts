import type { AttentionShape } from "../../bindings/attention.ts";
import { type Area, bytes, nothing, room } from "../module/areas.ts";
import { type Step, step } from "../module/calls.ts";
import type { Engine } from "../module/engine.ts";
import type { CheckedScores } from "./attention-scores.ts";

/** Queries, keys and values in the memory of the module, and how their scores are made. */
interface Attended {
  q: Area<Float32Array>;
  k: Area<Float32Array>;
  v: Area<Float32Array>;
  sizes: AttentionShape;
  scores: CheckedScores;
}

/** The requested results. */
export interface Outputs {
  output: Area<Float32Array>;
  weights?: Area<Float32Array> | undefined;
  returned?: Area<Float32Array> | undefined;
  logSums?: Area<Float64Array> | undefined;
}

export function attentionStep(
  engine: Engine,
  { q, k, v, sizes, scores }: Attended,
  {
    output,
    weights = nothing(Float32Array),
    returned = nothing(Float32Array),
    logSums = nothing(Float64Array),
  }: Outputs,
): Step {
  // Fields are named one by one: a rest and a spread would take an eighth of a small call's time.
  return step("attention", {
    q,
    k,
    v,
    shape: sizes,
    settings: scores.settings,
    firstBias: scores.firstBias,
    secondBias: scores.secondBias,
    biasCount: scores.biasCount,
    seen: scores.seen,
    sinks: scores.sinks,
    queryFactors: scores.queryFactors,
    result: { out: output, weights, scores: returned, stage: scores.stage, logSums },
    scratch: room(bytes, engine.ask(step("attentionScratch", { shape: sizes }))),
  });
}
