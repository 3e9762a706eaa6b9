import { svg } from "./dom.ts";
import { text } from "./text.ts";

/** Levels across a plot of curves: thin lines with their values at the left. */

export interface ValueAxis {
  /** From a value to CSS pixels from the top. */
  readonly scale: (value: number) => number;
  readonly levels: readonly number[];
  readonly format: (value: number) => string;
  /** Where the lines begin and end, CSS pixels. */
  readonly left: number;
  readonly right: number;
  readonly fontSize: number;
}

const FAINT = 0.15; // opacity of a level's line
const CLEAR = 0.45; // and of the line of 0

export function valueAxis({ scale, levels, format, left, right, fontSize }: ValueAxis): SVGGElement {
  const group = svg("g");
  for (const value of levels) {
    const y = scale(value);
    group.append(
      svg("path", {
        d: `M${left} ${y}H${right}`,
        stroke: "currentColor",
        "stroke-opacity": value === 0 ? CLEAR : FAINT,
        "data-level": value,
      }),
      text(format(value), left - 8, y + 0.34 * fontSize, "end", fontSize),
    );
  }
  return group;
}
