import { clamped, type Interval, type Limits } from "../../plot/interval.ts";
import type { Grid } from "../definition/cell-cursor.ts";
import type { FigureSpec } from "../definition/figure-spec.ts";
import type { Light } from "../definition/light-module.ts";

/** What a heat map shows: the part of the table in view. */

export const MODES = ["exact", "nearest", "difference"] as const;
export type HeatmapMode = (typeof MODES)[number];

/** Distances of the samples in the mode `nearest`. */
export type Every = readonly [positions: number, dimensions: number];

export interface HeatmapShown {
  readonly pe: Light;
  readonly spec: FigureSpec;
  readonly positions: Interval;
  readonly dimensions: Interval;
  /** Positions run to the right instead of downwards. */
  readonly across: boolean;
  readonly mode: HeatmapMode;
  readonly every: Every;
  /** A sentence on views that were adjusted to the limits. */
  readonly remark: string;
}

/** Farthest position that can be scrolled to. The module goes to 2^53; at 10^8 no column but the slowest is left. */
export const FARTHEST = 1e8;
/** Fewest positions in view: cells stay small enough to be compared. */
export const FEWEST = 4;

export const positionLimits: Limits = { from: 0, to: FARTHEST, leastSpan: FEWEST };

/** The positions in view, brought inside the limits. */
export const positionsView = (given: readonly number[]): Interval =>
  clamped(given as Interval, positionLimits);

/** The dimensions in view: whole columns of the table, all of them by default. */
export function dimensionsView(given: readonly number[] | undefined, dModel: number): Interval {
  if (!given) return [0, dModel];
  return clamped(given.map(Math.floor) as unknown as Interval, { from: 0, to: dModel, leastSpan: 1 });
}

/** A sentence on a view that was adjusted; empty if it was not. */
export function remarkOn(name: string, given: readonly number[] | undefined, shown: Interval): string {
  if (!given || given.every((end, index) => Math.abs(end - (shown[index] as number)) < 1)) return "";
  return `${name}="${given.join(" ")}" is shown as ${shown.join(" to ")}.`;
}

/** All cells of the table that can be read. */
export const gridOf = ({ spec }: HeatmapShown): Grid => ({ rows: FARTHEST, columns: spec.dModel });
