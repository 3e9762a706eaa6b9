import { axis } from "../../plot/axis.ts";
import { logAxis, logScale } from "../../plot/log-axis.ts";
import type { Frame } from "../../plot/plot-frame.ts";
import { linearScale } from "../../plot/scale.ts";
import { stroke } from "../../plot/stroke.ts";
import { text } from "../../plot/text.ts";

/** The axis of offsets: evenly spaced, or logarithmic with 0 at its left end and then 1, 10, 100 … */

export const AXES = ["logarithmic", "even"] as const;

/** The longest offset, and the kind of axis. */
export interface OffsetAxis {
  readonly longest: number;
  readonly axis: (typeof AXES)[number];
}

const GAP = 1.8; // between 0 and 1 of a logarithmic axis, font sizes

/** From an offset to CSS pixels. */
export function offsetScale(
  { left, width, fontSize }: Frame,
  { longest, axis }: OffsetAxis,
): (offset: number) => number {
  if (axis === "even") return linearScale([0, longest], [left, left + width]);
  const scale = logScale({ view: [1, longest], from: left + GAP * fontSize, to: left + width });
  return (offset) => (offset === 0 ? left : scale(offset));
}

export function offsetAxis(
  { left, top, width, height, fontSize }: Frame,
  { longest, axis: kind }: OffsetAxis,
): SVGElement[] {
  const at = top + height + 4;
  const to = left + width;
  const title = text("query − key →", to, at + 5 + 2.2 * fontSize, "end", fontSize);
  if (kind === "even")
    return [axis({ side: "bottom", view: [0, longest], from: left, to, at, fontSize }), title];
  return [
    stroke(`M${left} ${at}v5`, { opacity: 0.6 }),
    text("0", left, at + 5 + fontSize, "middle", fontSize),
    logAxis({ view: [1, longest], from: left + GAP * fontSize, to, at, fontSize }),
    title,
  ];
}
