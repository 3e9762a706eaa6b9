import { type DatedModel, MODELS } from "./atlas-models.ts";

/** The models of some years, and the panels that show them. */

export const FIRST_YEAR = MODELS[0]?.year ?? 0;
export const LAST_YEAR = MODELS.at(-1)?.year ?? 0;

const PANELS = ["base", "context"] as const;
export type Panel = (typeof PANELS)[number];

export interface AtlasShown {
  /** The first year and the last one. */
  readonly years: readonly [first: number, last: number];
  readonly panels: readonly Panel[];
  readonly models: readonly DatedModel[];
}

export function atlasShown(show: Panel | "both", years: readonly number[]): AtlasShown {
  const [first = FIRST_YEAR, last = LAST_YEAR] = years;
  return {
    years: [first, last],
    panels: show === "both" ? PANELS : [show],
    models: MODELS.filter(({ year }) => year >= first && year <= last),
  };
}

/** The numbers of a model in a panel: its bases, or its context. */
export const valuesIn = (panel: Panel, { bases, context }: DatedModel): readonly number[] =>
  panel === "base" ? bases : context === undefined ? [] : [context];
