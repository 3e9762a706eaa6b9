import type { Layout, ResolvedSpec } from "../../../src/api/index.ts";

/** The layouts that a figure can label. */
export const FIGURE_LAYOUTS = ["interleaved", "halves"] as const satisfies readonly Layout[];

/** The encodings that a figure shows: the sinusoidal one in the paper's convention, but for these fields. */
export interface FigureSpec {
  readonly method: "sinusoidal";
  readonly dModel: number;
  readonly base: number;
  readonly layout: (typeof FIGURE_LAYOUTS)[number];
}

/** What a figure shows of a spec. */
export function shownOf(spec: ResolvedSpec): FigureSpec | undefined {
  if (spec.method !== "sinusoidal" || spec.dModel % 2 !== 0) return undefined;
  const layout = FIGURE_LAYOUTS.find((known) => known === spec.layout);
  if (layout === undefined || spec.shift !== 0 || spec.start !== 0 || spec.scale !== 1) return undefined;
  if (spec.outputScale !== 1 || spec.paddingIndex !== undefined || spec.precision !== "exact")
    return undefined;
  return { method: "sinusoidal", dModel: spec.dModel, base: spec.base, layout };
}
