import type { AdditiveMethod } from "./method.ts";

export const normalizedIndex: AdditiveMethod<"normalized-index"> = {
  family: "additive",
  title: "Index from −1 to 1",
  python: ({ maxLength }) => `table = 2 * position / ${maxLength - 1} - 1`,
};
