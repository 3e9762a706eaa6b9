import type { Box } from "../../plot/box.ts";
import { svg } from "../../plot/dom.ts";
import { logAxis, logScale } from "../../plot/log-axis.ts";
import { formatFixed, formatInteger } from "../../plot/numbers.ts";
import { polyline } from "../../plot/polyline.ts";
import { linearScale } from "../../plot/scale.ts";
import { stroke } from "../../plot/stroke.ts";
import { text } from "../../plot/text.ts";
import { valueAxis } from "../../plot/value-axis.ts";

/** The mean of all entries of the sinusoidal table by its length: it is not 0, and slowly goes to 0. */
export interface Means {
  readonly curve: readonly Mean[];
  readonly marks: readonly Mean[];
}

export interface Mean {
  readonly length: number;
  readonly mean: number;
}

/** The lengths of the curve. */
const SHORTEST = 1;
export const LONGEST = 1e5;

const MARGIN = { left: 3.4, top: 3.6, right: 1.2, bottom: 3.2 }; // font sizes

function scales({ left, top, width, height }: Box, fontSize: number) {
  const range = [left + MARGIN.left * fontSize, left + width - MARGIN.right * fontSize] as const;
  const bottom = top + height - MARGIN.bottom * fontSize;
  return {
    range,
    bottom,
    x: logScale({ view: [SHORTEST, LONGEST], from: range[0], to: range[1] }),
    y: linearScale([0, 0.5], [bottom, top + MARGIN.top * fontSize]),
  };
}

export function drawMeans(chart: Box, fontSize: number, { curve, marks }: Means): SVGElement[] {
  const { range, bottom, x, y } = scales(chart, fontSize);
  const [left, right] = range;
  const format = (value: number) => formatFixed(value, value === 0 ? 0 : 2);
  return [
    text("mean of all entries, sinusoidal", chart.left, chart.top + 1.6 * fontSize, "start", fontSize, {
      "font-weight": 600,
    }),
    valueAxis({ scale: y, levels: [0, 0.25, 0.5], format, left, right, fontSize }),
    logAxis({ view: [SHORTEST, LONGEST], from: left, to: right, at: bottom, fontSize }),
    text("positions →", right, bottom + 2.75 * fontSize, "end", fontSize),
    stroke(polyline(curve.map(({ length, mean }) => [x(length), y(mean)])), { width: 1.75, class: "means" }),
    ...marks.map((mark) => drawMark(mark, x(mark.length), y(mark.mean), fontSize)),
  ];
}

/** The place of a mark. */
export function meanPlace(
  chart: Box,
  fontSize: number,
  { marks }: Means,
  index: number,
): [x: number, y: number] {
  const { x, y } = scales(chart, fontSize);
  const { length, mean } = marks[index] as Mean;
  return [x(length), y(mean)];
}

function drawMark({ length, mean }: Mean, x: number, y: number, fontSize: number): SVGGElement {
  return svg(
    "g",
    { "data-length": length },
    svg("circle", { cx: x, cy: y, r: 3.5, fill: "currentColor" }),
    text(formatFixed(mean, 3), x, y - 0.9 * fontSize, "middle", fontSize, { "font-weight": 600 }),
    svg("title", {}, formatInteger(length)),
  );
}
