import type { AdditiveMethod } from "./method.ts";

export const learned: AdditiveMethod<"learned"> = {
  family: "additive",
  title: "Learned",
  learned: ({ maxLength, dModel }) => ({ table: { random: "learned", shape: [maxLength, dModel] } }),
  learnedInWords: "vectors of positions seed/learned by rows",
  python: () => "table = table[position[:, 0]]",
  limited: (spec, tokens) => ({ ...spec, maxLength: Math.min(spec.maxLength, tokens) }),
};
