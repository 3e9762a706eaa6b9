import type { BiasMethod } from "./method.ts";

export const none: BiasMethod<"none"> = {
  family: "bias",
  title: "No positions",
  form: "nothing",
  headsDiffer: () => false,
  sentence: () =>
    "Nothing is added. Without a causal mask all orders look alike; with one, the number of visible keys reveals the position of a query.",
  python: () => "bias = 0 * distance",
};
