/** What vLLM and SGLang have in common. SGLang's classes began as copies of vLLM's. */

import { yarnMagnitude } from "../../api/rotary/scaling/yarn.ts";
import { type Answer, dropping, leavingOpen, otherwise, type Rules, refusing, scheduled } from "./answer.ts";
import type { Reading } from "./reading.ts";

/** The rules of both, as they began. */
export const shared = {
  linear: (answer) => ({ ...answer, order: "divided" }),
  dynamic: (answer, _, { factor }) =>
    otherwise(
      scheduled(answer, { type: "ntk", factor: factor * factor - (factor - 1) }),
      "takes the base of the longest text at every length",
    ),
  proportional: (answer, { rule }, scaling) =>
    scaling.factor === 1 ? answer : dropping(scheduled(answer, { ...scaling, factor: 1 }), rule, ["factor"]),
} satisfies Rules;

/** 0.1 ln s + 1, or the ratio of both numbers. */
export const yarnFactorOf = (factor: number, mscale?: number, mscaleAllDim?: number): number =>
  mscale === undefined || mscaleAllDim === undefined
    ? yarnMagnitude(factor)
    : yarnMagnitude(factor, mscale) / yarnMagnitude(factor, mscaleAllDim);

/** Leaves open what the model's own file decides: the factors of queries and scores, widths of other types. */
export function leavingModelFile(answer: Answer, { layer, latent, file, knowsRotaryDim }: Reading): Answer {
  const isWidthOpen = file.has("rotary_dim") && knowsRotaryDim;
  return leavingOpen(
    answer,
    ...(layer.queryScale === null ? [] : (["queryScale"] as const)),
    ...(latent ? (["softmaxScale"] as const) : []),
    ...(isWidthOpen ? (["width", "frequencies"] as const) : []),
  );
}

/** Refuses a rule whose factor is null. */
export const needingFactor = (answer: Answer, { rule }: Reading): Answer =>
  rule.has("factor") ? answer : refusing(answer, "raises an error, because factor is null");
