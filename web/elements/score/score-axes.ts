import { logAxis, logScale } from "../../plot/log-axis.ts";
import type { Frame } from "../../plot/plot-frame.ts";
import { stroke } from "../../plot/stroke.ts";
import { text } from "../../plot/text.ts";

/** The axis of offsets: 0 at its left end, then 1, 10, 100 … evenly spaced. */

const GAP = 1.8; // between 0 and 1, font sizes

/** From an offset to CSS pixels. */
export function offsetScale({ left, width, fontSize }: Frame, longest: number): (offset: number) => number {
  const scale = logScale({ view: [1, longest], from: left + GAP * fontSize, to: left + width });
  return (offset) => (offset === 0 ? left : scale(offset));
}

export function offsetAxis({ left, top, width, height, fontSize }: Frame, longest: number): SVGElement[] {
  const at = top + height + 4;
  const from = left + GAP * fontSize;
  return [
    stroke(`M${left} ${at}v5`, { opacity: 0.6 }),
    text("0", left, at + 5 + fontSize, "middle", fontSize),
    logAxis({ view: [1, longest], from, to: left + width, at, fontSize }),
    text("query − key →", left + width, at + 5 + 2.2 * fontSize, "end", fontSize),
  ];
}
