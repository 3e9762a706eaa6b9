import type { ResolvedSpec } from "../../src/entries/encodings.ts";
import type { AdditiveMethod } from "./method.ts";
import { pairFrequencies } from "./pair-frequencies.ts";

type Spec = ResolvedSpec<"sinusoidal">;

/** The fields that a reader can choose in most figures; all other fields have their defaults. */
export type Sinusoid = Pick<Spec, "method" | "dModel" | "base" | "layout">;

type SinusoidFields = Pick<Spec, "dModel" | "base"> & Partial<Spec>;

export const frequenciesOf = ({ dModel, base, shift = 0, scale = 1 }: SinusoidFields): string =>
  pairFrequencies({ width: dModel, base, shift, scale });

/** Python that puts `sin` and `cos` into rows, in the order of a layout. */
export const rowsOf = (layout: Spec["layout"] = "interleaved"): string =>
  ({
    interleaved: "xp.stack([sin, cos], -1).reshape(-1, d)",
    halves: "xp.hstack([sin, cos])",
    "flipped-halves": "xp.hstack([cos, sin])",
  })[layout];

/** Python that makes `table` from `position`, (positions, 1), and `frequency`. */
export function tableOf({ layout, outputScale = 1, paddingIndex }: Partial<Spec>): string {
  const size = outputScale === 1 ? "" : ` * ${sizeOf(outputScale)}`;
  const padding = paddingIndex === undefined ? "" : `\ntable = table * (position != ${paddingIndex})`;
  return `sin, cos = xp.sin(position * frequency), xp.cos(position * frequency)
table = ${rowsOf(layout)}${size}${padding}`;
}

const sizeOf = (scale: Spec["outputScale"]): string => (scale === "inverse-sqrt" ? "d ** -0.5" : `${scale}`);

/** Python that makes `table` from `position`, (positions, 1). */
export const sinusoids = (spec: SinusoidFields): string => `${frequenciesOf(spec)}\n${tableOf(spec)}`;

export const isSinusoidal = (spec: ResolvedSpec): spec is Spec => spec.method === "sinusoidal";

export const sinusoidal: AdditiveMethod<"sinusoidal"> = {
  family: "additive",
  title: "Sinusoidal",
  hasPairs: true,
  python: sinusoids,
  product: (spec) => `${frequenciesOf(spec)}
product = (${sizeOf(spec.outputScale)}) ** 2 * xp.cos(offset * frequency).sum(-1)`,
};
