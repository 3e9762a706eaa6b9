import type { AdditiveMethod } from "./method.ts";

export const oneHot: AdditiveMethod<"one-hot"> = {
  family: "additive",
  title: "One-hot",
  python: ({ dModel }) => `table = 1.0 * (position == xp.arange(${dModel}))`,
};
