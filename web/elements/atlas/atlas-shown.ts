import type { Box } from "../../plot/box.ts";
import { logScale } from "../../plot/curve-axes.ts";
import { type Frame, frameOf, type Size } from "../../plot/layered-plot.ts";
import { type Interval, linearScale, type Scale } from "../../plot/scale.ts";
import { type DatedModel, MODELS } from "./atlas-models.ts";

/** The places of panels and points. */

// Space around the panels in font sizes: powers of ten, names of shapes, half of a year's name, and years.
const MARGIN = { left: 3.2, top: 3.6, right: 1.2, bottom: 2.2 };
/** Width below which the names of shapes take a second line, and the height of that, font sizes. */
const NARROW = 24;
export const LINE = 1.3;
const ROOM = 2.5; // factor of the view beyond the smallest value and the largest
const BESIDE = 0.5; // between models of one month with one value, font sizes
const GAP = 2.4; // between panels, with the name of the lower one, font sizes

/** A value of a model in a panel. */
export interface Point {
  readonly model: DatedModel;
  /** Index of the model among those that are shown. */
  readonly index: number;
  readonly x: number;
  readonly y: number;
}

export interface PanelLayout {
  readonly panel: Panel;
  readonly box: Box;
  /** Powers of ten in view. */
  readonly powers: readonly number[];
  readonly y: Scale;
  readonly points: readonly Point[];
}

export interface AtlasLayout {
  readonly frame: Frame;
  readonly x: Scale;
  readonly panels: readonly PanelLayout[];
}

export function layOut(
  { years: [first, last], panels, models }: AtlasShown,
  size: Size,
  fontSize: number,
): AtlasLayout {
  const isNarrow = size.width < NARROW * fontSize;
  const frame = frameOf(size, { ...MARGIN, top: MARGIN.top + (isNarrow ? LINE : 0) }, fontSize);
  const { left, top, width, height } = frame;
  const x = linearScale([first, last + 1], [left, left + width]);
  const gap = GAP * fontSize;
  const tall = Math.max(1, (height - gap * (panels.length - 1)) / panels.length);
  return {
    frame,
    x,
    panels: panels.map((panel, index) => {
      const box = { left, top: top + index * (tall + gap), width, height: tall };
      return panelOf(panel, models, box, x, fontSize);
    }),
  };
}

function panelOf(
  panel: Panel,
  models: readonly DatedModel[],
  box: Box,
  x: Scale,
  fontSize: number,
): PanelLayout {
  const values = models.flatMap((model) => valuesIn(panel, model));
  const view: Interval =
    values.length > 0 ? [Math.min(...values) / ROOM, Math.max(...values) * ROOM] : [1, 10];
  const y = logScale({ view, from: box.top + box.height, to: box.top });
  const taken = new Map<string, number>();
  const points = models.flatMap((model, index) => {
    const own = valuesIn(panel, model);
    const keys = own.map((value) => `${model.year} ${model.month} ${value}`);
    const before = Math.max(0, ...keys.map((key) => taken.get(key) ?? 0));
    for (const key of keys) taken.set(key, before + 1);
    // Models of one month with one value stand side by side.
    const at = x(model.year + (model.month - 0.5) / 12) + before * BESIDE * fontSize;
    return own.map((value) => ({ model, index, x: at, y: y(value) }));
  });
  return { panel, box, powers: powersIn(view), y, points };
}

function powersIn([from, to]: Interval): number[] {
  const [first, last] = [Math.ceil(Math.log10(from)), Math.floor(Math.log10(to))];
  return Array.from({ length: last - first + 1 }, (_, index) => 10 ** (first + index));
}

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
const valuesIn = (panel: Panel, { bases, context }: DatedModel): readonly number[] =>
  panel === "base" ? bases : context === undefined ? [] : [context];
