import type { AdditiveMethod, BiasMethod } from "./method.ts";

export const none: BiasMethod<"none"> = {
  family: "bias",
  title: "No positions",
  form: "nothing",
  headsDiffer: () => false,
  sentence: () =>
    "Nothing is added. Without a causal mask all orders look alike; with one, the number of visible keys reveals the position of a query.",
  python: () => "bias = 0 * distance",
};

export const normalizedIndex: AdditiveMethod<"normalized-index"> = {
  family: "additive",
  title: "Index from −1 to 1",
  python: ({ maxLength }) => `table = 2 * position / ${maxLength - 1} - 1`,
};

export const oneHot: AdditiveMethod<"one-hot"> = {
  family: "additive",
  title: "One-hot",
  python: ({ dModel }) => `table = 1.0 * (position == xp.arange(${dModel}))`,
};

export const plainIndex: AdditiveMethod<"index"> = {
  family: "additive",
  title: "Index",
  python: () => "table = position",
};
