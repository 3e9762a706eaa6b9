/** What vLLM and SGLang have in common. SGLang's classes began as copies of vLLM's. */

import { yarnMagnitude } from "../../api/rotary/rule.ts";
import { type Answer, drop, leaveOpen, type Rules, setSchedule } from "./answer.ts";
import type { Reading } from "./reading.ts";

/** The rules of both, as they began. */
export const shared = {
  linear(answer) {
    answer.order = "divided";
    return undefined;
  },
  dynamic(answer, _, { factor }) {
    setSchedule(answer, { type: "ntk", factor: factor * factor - (factor - 1) });
    answer.causes.push("takes the base of the longest text at every length");
    return undefined;
  },
  proportional(answer, { rule }, scaling) {
    if (scaling.factor === 1) return undefined;
    setSchedule(answer, { ...scaling, factor: 1 });
    drop(answer, rule, ["factor"]);
    return undefined;
  },
} satisfies Rules;

/** 0.1 ln s + 1, or the ratio of both numbers. */
export const yarnFactorOf = (factor: number, mscale?: number, mscaleAllDim?: number): number =>
  mscale === undefined || mscaleAllDim === undefined
    ? yarnMagnitude(factor)
    : yarnMagnitude(factor, mscale) / yarnMagnitude(factor, mscaleAllDim);

/** Leaves open what the model's own file decides: the factors of queries and scores, widths of other types. */
export function leaveModelFile(answer: Answer, { layer, latent, file, knowsRotaryDim }: Reading): void {
  if (layer.queryScale !== null) leaveOpen(answer, "queryScale");
  if (latent) leaveOpen(answer, "softmaxScale");
  if (file.has("rotary_dim") && knowsRotaryDim) leaveOpen(answer, "width", "frequencies");
}

/** The sentence for a rule whose factor is null. */
export const withoutFactor = ({ rule }: Reading): string | undefined =>
  rule.has("factor") ? undefined : "raises an error, because factor is null";
