import { type Interval, span } from "../../plot/interval.ts";
import type { Cell } from "./heatmap-reading.ts";

/** Where the keys of a grid lead in a heat map. */

export interface Grid {
  readonly positions: Interval;
  readonly dimensions: Interval;
  /** Positions run to the right instead of downwards. */
  readonly across: boolean;
  /** Positions that an arrow steps over: the fewest that can be seen to move. */
  readonly step: number;
  readonly farthest: number;
}

export interface Press {
  readonly key: string;
  readonly shiftKey: boolean;
  readonly ctrlKey: boolean;
}

const ZOOM_STEP = 1.5;
const SHIFT_STEP = 10; // an arrow with Shift goes this much farther

/** How many times more positions a key shows; undefined when it does not zoom. */
export function zoomOf({ key }: Press): number | undefined {
  if (key === "+" || key === "=") return 1 / ZOOM_STEP;
  if (key === "-" || key === "_") return ZOOM_STEP;
  return undefined;
}

/** The cell that a key leads to; undefined when it does not move. */
export function cellAfter(press: Press, cell: Cell, grid: Grid): Cell | undefined {
  const by = press.shiftKey ? SHIFT_STEP : 1;
  const rows = grid.step * by;
  const page = Math.max(1, Math.round(span(grid.positions)));
  const { position, dimension } = cell;
  const [up, down, left, right] = grid.across
    ? [
        at(position, dimension - by),
        at(position, dimension + by),
        at(position - rows, dimension),
        at(position + rows, dimension),
      ]
    : [
        at(position - rows, dimension),
        at(position + rows, dimension),
        at(position, dimension - by),
        at(position, dimension + by),
      ];
  const targets: Readonly<Record<string, Cell | undefined>> = {
    ArrowUp: up,
    ArrowDown: down,
    ArrowLeft: left,
    ArrowRight: right,
    PageUp: at(position - page, dimension),
    PageDown: at(position + page, dimension),
    Home: at(press.ctrlKey ? 0 : position, grid.dimensions[0]),
    End: at(position, grid.dimensions[1] - 1),
  };
  const target = Object.hasOwn(targets, press.key) ? targets[press.key] : undefined;
  return target && inside(target, grid);
}

/** The positions in view once a cell has to be among them. */
export function viewAround({ position }: Cell, [from, to]: Interval): Interval {
  if (position < from) return [position, position + to - from];
  if (position + 1 > to) return [position + 1 - (to - from), position + 1];
  return [from, to];
}

function at(position: number, dimension: number): Cell {
  return { position, dimension };
}

function inside({ position, dimension }: Cell, { dimensions, farthest }: Grid): Cell {
  return {
    position: Math.min(Math.max(position, 0), farthest - 1),
    dimension: Math.min(Math.max(dimension, dimensions[0]), dimensions[1] - 1),
  };
}
