/** The attributes of figures of the sinusoidal encoding. */

import { formatLightSpec, parseLightSpec, presetNames } from "../../../src/api/light-spec.ts";
import type { ResolvedSpec } from "../../../src/entries/index.ts";
import { isSinusoidal } from "../../methods/sinusoidal.ts";
import { type Encoding, presetImage } from "./encoding.ts";
import { type FigureSpec, LAYOUTS } from "./figure-spec.ts";
import { real, whole, word } from "./rules.ts";

/** For each layout, a preset that differs from the figure's encoding only in width; its picture stands in for the figure. */
const PICTURED: Record<FigureSpec["layout"], string> = {
  interleaved: "attention-is-all-you-need",
  halves: "tensorflow-tutorial",
};

export interface Limits {
  readonly dModel: number;
  /** The largest number of channels. Default 65536. */
  readonly widest?: number;
  /** The largest base. Default 10^300. */
  readonly largestBase?: number;
}

const rulesOf = ({ dModel, widest = 65_536, largestBase = 1e300 }: Limits) => ({
  dModel: whole({ from: 2, to: widest, step: 2, default: dModel, doc: "Channels" }),
  base: real({ from: 1e-9, to: largestBase, default: 10_000 as number, doc: "The base of the frequencies" }),
  layout: word(LAYOUTS, { doc: "Sines and cosines interleaved, or all sines before all cosines" }),
});

/** A figure of the sinusoidal encoding: the attributes `d-model`, `base` and `layout` are its spec. */
export const sinusoid = (limits: Limits): Encoding<ReturnType<typeof rulesOf>, { spec: FigureSpec }> => ({
  rules: rulesOf(limits),
  property: "spec",
  derive: ({ dModel, base, layout }) => ({ spec: { method: "sinusoidal", dModel, base, layout } }),
  specText: ({ dModel, base, layout }) => formatLightSpec({ method: "sinusoidal", dModel, base, layout }),
  readSpec(text) {
    if (text === "") return { values: {}, notes: [] as string[] };
    const { spec, notes } = parseLightSpec(spelled(text));
    const shown = shownOf(spec);
    if (shown) return { values: shown, notes };
    return {
      values: {},
      notes: [...notes, "this figure cannot show that encoding, and keeps its previous one"],
    };
  },
  fallback: ({ base, layout }) =>
    base === 10_000 ? presetImage(PICTURED[layout], "The sinusoidal encoding") : "",
});

/** A spec as text; a bare name of a method or a preset becomes a field. */
const spelled = (spec: string): string =>
  spec.includes("=") ? spec : presetNames.includes(spec) ? `preset=${spec}` : `method=${spec}`;

/** The attributes of a spec; undefined if a sinusoidal figure cannot show it. */
function shownOf(spec: ResolvedSpec): Pick<FigureSpec, "dModel" | "base" | "layout"> | undefined {
  if (!isSinusoidal(spec) || spec.dModel % 2 !== 0) return undefined;
  const layout = LAYOUTS.find((known) => known === spec.layout);
  if (layout === undefined || spec.shift !== 0 || spec.start !== 0 || spec.scale !== 1) return undefined;
  if (spec.outputScale !== 1 || spec.paddingIndex !== undefined || spec.precision !== "exact")
    return undefined;
  return { dModel: spec.dModel, base: spec.base, layout };
}
