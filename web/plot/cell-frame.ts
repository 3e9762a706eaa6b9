import type { Box } from "./box.ts";
import { svg } from "./dom.ts";

/** Dark on light: seen on every colour. */
const STROKES = [
  ["#fff", 4],
  ["#000", 2],
] as const;

const LEAST = 7; // CSS pixels: a frame around less could not be seen

/** The frame around a cell of a matrix, wider than the cell where that is too small to be seen. */
export function cellFrame(cell: Box): SVGRectElement[] {
  const [width, height] = [Math.max(cell.width, LEAST), Math.max(cell.height, LEAST)];
  const x = cell.left + (cell.width - width) / 2;
  const y = cell.top + (cell.height - height) / 2;
  return STROKES.map(([stroke, strokeWidth]) =>
    svg("rect", { x, y, width, height, fill: "none", stroke, "stroke-width": strokeWidth }),
  );
}
