import type { ResolvedSpec } from "../../src/entries/encodings.ts";
import { float } from "./code.ts";
import type { AdditiveMethod } from "./method.ts";

/** Python that makes `frequency`, one for each channel. */
export const sineFrequencies = ({ dModel, base }: Pick<ResolvedSpec<"sine">, "dModel" | "base">): string =>
  `d, base = ${dModel}, ${float(base)}
frequency = base ** (-xp.arange(d, dtype=xp.float64) / d)`;

export const sine: AdditiveMethod<"sine"> = {
  family: "additive",
  python: (spec) => `${sineFrequencies(spec)}
table = xp.sin(position * frequency)`,
  product: (spec) => `${sineFrequencies(spec)}
product = (xp.sin(key * frequency) * xp.sin((key + offset) * frequency)).sum(-1)`,
};
