/** What vLLM and SGLang have in common. SGLang's classes began as copies of vLLM's. */
import { type Answer, drop, leaveOpen, setList, setSchedule } from "./answer.ts";
import type { Reading } from "./reading.ts";
import { longropeMagnitude, yarnMagnitude } from "./rule.ts";

/** The list, its attention factor, and the fields of the file that have no effect. */
export function answerLongrope(
  answer: Answer,
  reading: Reading,
  when: string,
  isLong: (tokens: number) => boolean,
): void {
  const { spec, rule, stated, served } = reading;
  if (spec.scaling.type !== "longrope") return;
  setList(answer, reading, when, isLong);
  const { originalLength } = spec.scaling;
  const own = rule.number(isLong(served) ? "long_mscale" : "short_mscale");
  answer.attentionFactor = own ?? longropeMagnitude((stated ?? served) / originalLength, originalLength);
  drop(answer, rule, ["attention_factor"]);
}

/** Dynamic NTK with the base for `factor` times the length, at every length. */
export function answerConstantNtk(answer: Answer, { spec }: Reading): void {
  if (spec.scaling.type !== "dynamic") return;
  const { factor } = spec.scaling;
  setSchedule(answer, { type: "ntk", factor: factor * factor - (factor - 1) });
  answer.causes.push("takes the base of the longest text at every length");
}

/** Proportional frequencies that are not divided by the factor. */
export function answerProportional(answer: Answer, { spec, rule }: Reading): void {
  if (spec.scaling.type !== "proportional" || spec.scaling.factor === 1) return;
  setSchedule(answer, { ...spec.scaling, factor: 1 });
  drop(answer, rule, ["factor"]);
}

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
