import type { Box } from "./box.ts";
import { svg } from "./dom.ts";

/** A dark line on a light one can be seen on every colour. */
const STROKES = [
  ["#fff", 4],
  ["#000", 2],
] as const;

const LEAST = 7; // CSS pixels: a smaller frame could not be seen

/** The frame around a cell of a matrix; it is wider than a cell that is too small to be seen. */
export function cellFrame(cell: Box): SVGRectElement[] {
  const [width, height] = [Math.max(cell.width, LEAST), Math.max(cell.height, LEAST)];
  const x = cell.left + (cell.width - width) / 2;
  const y = cell.top + (cell.height - height) / 2;
  return STROKES.map(([stroke, strokeWidth]) =>
    svg("rect", { x, y, width, height, fill: "none", stroke, "stroke-width": strokeWidth }),
  );
}
