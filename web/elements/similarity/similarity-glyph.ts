import { svg } from "../../plot/dom.ts";

const RADIUS = 3.5; // CSS pixels

/** Outlines that stay apart when they lie on each other: circle, cross, square, plus. */
const OUTLINES = [
  `m${-RADIUS} 0a${RADIUS} ${RADIUS} 0 1 0 ${2 * RADIUS} 0a${RADIUS} ${RADIUS} 0 1 0 ${-2 * RADIUS} 0`,
  `m${-RADIUS} ${-RADIUS}l${2 * RADIUS} ${2 * RADIUS}m0 ${-2 * RADIUS}l${-2 * RADIUS} ${2 * RADIUS}`,
  `m${-RADIUS} ${-RADIUS}h${2 * RADIUS}v${2 * RADIUS}h${-2 * RADIUS}z`,
  `m${-1.3 * RADIUS} 0h${2.6 * RADIUS}m${-1.3 * RADIUS} ${-1.3 * RADIUS}v${2.6 * RADIUS}`,
] as const;

/** Most rows that can be told apart. */
export const GLYPHS = OUTLINES.length;

/** Degrees of hue on the colour wheel, one for each outline. */
const HUES = [255, 40, 150, 310] as const;

/** The mark of a compared row: a shape of its own, and a colour. */
export function glyph(index: number, x: number, y: number): SVGPathElement {
  const mark = svg("path", {
    d: `M${x.toFixed(2)} ${y.toFixed(2)}${OUTLINES[index]}`,
    fill: "none",
    "stroke-width": 1.75,
    "data-paint": true,
  });
  mark.style.stroke = `oklch(from currentColor calc(0.5 + l * 0.27) 0.15 ${HUES[index]})`;
  return mark;
}

/** What a compared position is called: t, or t₁, t₂ … where there are several. */
export function markName(index: number, count: number): string {
  return count === 1 ? "t" : `t${"₁₂₃₄"[index]}`;
}
