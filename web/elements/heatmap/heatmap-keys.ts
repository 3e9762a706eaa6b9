import { type Interval, span } from "../../plot/interval.ts";
import { type Cell, inside } from "../definition/cell-cursor.ts";
import { gridOf, type HeatmapShown } from "./heatmap-shown.ts";

/** Keys in a heat map. A row is a position, a column is a dimension. */

interface Press {
  readonly key: string;
  readonly shiftKey: boolean;
  readonly ctrlKey: boolean;
}

const ZOOM_STEP = 1.5;
const SHIFT_STEP = 10; // factor of an arrow's step with Shift

/** The factor by which a key changes the number of positions in view; undefined if it does not zoom. */
export function zoomOf({ key }: Press): number | undefined {
  if (key === "+" || key === "=") return 1 / ZOOM_STEP;
  if (key === "-" || key === "_") return ZOOM_STEP;
  return undefined;
}

/**
 * The cell after a key is pressed; undefined if the key moves no cursor.
 * @param step - positions per arrow key: the smallest visible step
 */
export function cellAfter(press: Press, cell: Cell, shown: HeatmapShown, step: number): Cell | undefined {
  const by = press.shiftKey ? SHIFT_STEP : 1;
  const page = Math.max(1, Math.round(span(shown.positions)));
  const moved = (rows: number, columns: number) => ({ row: cell.row + rows, column: cell.column + columns });
  const down = shown.across ? moved(0, by) : moved(step * by, 0);
  const right = shown.across ? moved(step * by, 0) : moved(0, by);
  const back = ({ row, column }: Cell) => ({ row: 2 * cell.row - row, column: 2 * cell.column - column });
  const targets: Readonly<Record<string, Cell>> = {
    ArrowUp: back(down),
    ArrowDown: down,
    ArrowLeft: back(right),
    ArrowRight: right,
    PageUp: moved(-page, 0),
    PageDown: moved(page, 0),
    Home: { row: press.ctrlKey ? 0 : cell.row, column: shown.dimensions[0] },
    End: { row: cell.row, column: shown.dimensions[1] - 1 },
  };
  const target = Object.hasOwn(targets, press.key) ? targets[press.key] : undefined;
  if (!target) return undefined;
  const [first, end] = shown.dimensions;
  return inside(
    { row: target.row, column: Math.min(Math.max(target.column, first), end - 1) },
    gridOf(shown),
  );
}

/** The view, moved as little as possible to contain a position. */
export function viewAround(position: number, [from, to]: Interval): Interval {
  if (position < from) return [position, position + to - from];
  if (position + 1 > to) return [position + 1 - (to - from), position + 1];
  return [from, to];
}
