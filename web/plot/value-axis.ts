import { svg } from "./dom.ts";
import type { Scale } from "./scale.ts";
import { stroke } from "./stroke.ts";
import { text } from "./text.ts";

/** Horizontal lines across a plot of curves, with their values at the left. */
export interface ValueAxis {
  readonly scale: Scale;
  readonly levels: readonly number[];
  readonly format: (value: number) => string;
  /** Ends of the lines, CSS pixels. */
  readonly left: number;
  readonly right: number;
  readonly fontSize: number;
}

const FAINT = 0.15; // opacity of a line
const CLEAR = 0.45; // opacity of the line at 0

export function valueAxis({ scale, levels, format, left, right, fontSize }: ValueAxis): SVGGElement {
  const group = svg("g");
  for (const value of levels) {
    const y = scale(value);
    group.append(
      stroke(`M${left} ${y}H${right}`, { opacity: value === 0 ? CLEAR : FAINT, "data-level": value }),
      text(format(value), left - 8, y + 0.34 * fontSize, "end", fontSize),
    );
  }
  return group;
}
