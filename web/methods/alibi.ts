import { formatFloat32 } from "../plot/numbers.ts";
import type { BiasMethod } from "./method.ts";

export const alibi: BiasMethod<"alibi"> = {
  family: "bias",
  title: "ALiBi",
  form: "vector",
  headsDiffer: () => true,
  sentence: (_, { head, heads, ofNeighbour }) =>
    `ALiBi: −m · distance. Head ${head + 1} of ${heads} has the slope m = ${formatFloat32(-ofNeighbour)}.`,
  python: ({
    biasMax,
  }) => `power = 2 ** int(math.log2(heads))  # heads beyond a power of two take every other slope of the next
slope = 2 ** (-${biasMax} * (head + 1) / power) if head < power else 2 ** (-${biasMax / 2} * (2 * (head - power) + 1) / power)
bias = -slope * distance`,
};
