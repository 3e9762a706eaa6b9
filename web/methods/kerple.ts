import type { BiasMethod } from "./method.ts";

export const kerple: BiasMethod<"kerple"> = {
  family: "bias",
  title: "KERPLE",
  form: "vector",
  headsDiffer: () => false,
  learned: () => ({
    r1: { random: "kerple/r1", shape: ["heads"], isPositive: true, plain: [1] },
    r2: { random: "kerple/r2", shape: ["heads"], isPositive: true, plain: [1] },
  }),
  learnedInWords: "KERPLE’s (1 − seed/kerple/r1)/2 and r2 alike",
  sentence: ({ kernel }) =>
    `KERPLE: −r₁ ${kernel === "power" ? "· distance^r₂" : "ln(1 + r₂ · distance)"}. ` +
    "Every head learns its own r₁ and r₂; here both are 1.",
  python: ({ kernel }) =>
    kernel === "power"
      ? "bias = -r1[head] * distance ** r2[head]"
      : "bias = -r1[head] * xp.log1p(r2[head] * distance)",
};
