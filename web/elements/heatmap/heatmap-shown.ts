import { clamped, type Interval, type Limits } from "../../plot/interval.ts";
import type { Grid } from "../definition/cell-cursor.ts";
import type { FigureSpec } from "../definition/figure-spec.ts";
import type { Light } from "../definition/light-module.ts";

/** The drawn data of a heat map: the part of the table in view. */

export const MODES = ["exact", "nearest", "difference"] as const;
export type HeatmapMode = (typeof MODES)[number];

/** Size of the blocks of which the mode `nearest` shows one sample. */
export type Every = readonly [positions: number, dimensions: number];

export interface HeatmapShown {
  readonly pe: Light;
  readonly spec: FigureSpec;
  readonly positions: Interval;
  readonly dimensions: Interval;
  /** Whether positions run to the right, and not down. */
  readonly across: boolean;
  readonly mode: HeatmapMode;
  readonly every: Every;
  /** A sentence on a view that was adjusted to its limits; empty if none was. */
  readonly remark: string;
}

/** End of the positions. The module goes to 2^53, but at 10^8 all columns except the slowest look like noise. */
export const FARTHEST = 1e8;
/** Fewest positions in view: fewer cells are too large to compare. */
export const FEWEST = 4;

export const positionLimits: Limits = { from: 0, to: FARTHEST, leastSpan: FEWEST };

/** The positions in view, adjusted to the limits. */
export const positionsView = (given: readonly number[]): Interval =>
  clamped(given as Interval, positionLimits);

/** The dimensions in view: whole columns of the table. Default: all. */
export function dimensionsView(given: readonly number[] | undefined, dModel: number): Interval {
  if (!given) return [0, dModel];
  return clamped(given.map(Math.floor) as unknown as Interval, { from: 0, to: dModel, leastSpan: 1 });
}

/** A sentence on a view that was adjusted; empty if it was not. */
export function remarkOn(name: string, given: readonly number[] | undefined, shown: Interval): string {
  if (!given || given.every((end, index) => Math.abs(end - (shown[index] as number)) < 1)) return "";
  return `${name}="${given.join(" ")}" is shown as ${shown.join(" to ")}.`;
}

/** The cells that the cursor can be on: all, in view or not. */
export const gridOf = ({ spec }: HeatmapShown): Grid => ({ rows: FARTHEST, columns: spec.dModel });
