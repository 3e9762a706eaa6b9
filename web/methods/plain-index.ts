import type { AdditiveMethod } from "./method.ts";

export const plainIndex: AdditiveMethod<"index"> = {
  family: "additive",
  title: "Index",
  python: () => "table = position",
};
