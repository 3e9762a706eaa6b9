import type { BiasMethod } from "./method.ts";
import { pairFrequencies } from "./pair-frequencies.ts";

export const sandwich: BiasMethod<"sandwich"> = {
  family: "bias",
  title: "Sandwich",
  form: "vector",
  headsDiffer: ({ headRatios }) => headRatios,
  sentence: ({ headRatios }) =>
    `Sandwich: the inner product of two rows of the sinusoid, Σ cos(distance · ω)${headRatios ? ", divided by 8h/H in head h of H" : ""}.`,
  python: ({
    dModel,
    base,
    firstPair,
    headRatios,
  }) => `${pairFrequencies({ width: dModel, base, first: firstPair })}
bias = xp.cos(distance[..., None] * frequency).sum(-1)${headRatios ? " / (8 * (head + 1) / heads)" : ""}`,
};
