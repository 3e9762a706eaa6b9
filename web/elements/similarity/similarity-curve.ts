import { axis } from "../../plot/axis.ts";
import { svg } from "../../plot/dom.ts";
import { glyphs } from "../../plot/glyph.ts";
import { formatInteger, formatRough } from "../../plot/numbers.ts";
import type { Frame, Margin } from "../../plot/plot-frame.ts";
import { type Point, polyline } from "../../plot/polyline.ts";
import { linearScale, type Scale } from "../../plot/scale.ts";
import { stroke } from "../../plot/stroke.ts";
import { text } from "../../plot/text.ts";
import { valueAxis } from "../../plot/value-axis.ts";
import { range } from "../share/entries.ts";
import { markName } from "./similarity-mark.ts";
import { atOffset, type ComparedRow, NAMES, type SimilarityShown } from "./similarity-shown.ts";

/** The measure as a curve by offset, with the compared rows of some positions as points on it. */

/** Values at evenly spaced offsets from 1 − count to count − 1. */
type Curve = Float64Array;

/** @param width - CSS pixels along the curve */
export function curveOf({ positions, measured }: SimilarityShown, width: number): Curve {
  const points = Math.ceil(width / 2); // on each side of offset 0: both sides are equal
  const reach = positions.count - 1;
  const side = measured(Float64Array.from(range(0, points + 1), (n) => (n * reach) / points));
  return Float64Array.from(range(-points, points + 1), (n) => side[Math.abs(n)] as number);
}

/** Space around the curve. The ranges of the rows are above it. */
export const curveMargin = (rows: number): Margin => ({
  left: 3.8,
  top: 3.2 + ROW * rows,
  right: 0.8,
  bottom: 3.2,
});

const ROW = 1.5; // height of a row's range, font sizes

const POINT_ROOM = 9; // least distance of a row's points, CSS pixels
const LEVEL_ROOM = 3; // least distance of levels, font sizes

interface Scales {
  readonly x: Scale;
  readonly y: Scale;
}

export function curveScales(frame: Frame, { positions }: SimilarityShown, curve: Curve): Scales {
  const reach = positions.count - 1;
  const { left, top, width, height } = frame;
  const x = linearScale([-reach, reach], [left, left + width]);
  const y = linearScale([Math.min(0, ...curve), Math.max(...curve)], [top + height, top]);
  return { x, y };
}

export function drawCurve(frame: Frame, shown: SimilarityShown, curve: Curve): SVGElement[] {
  const { left, top, width, height, fontSize } = frame;
  const { positions, rows, measure } = shown;
  const scales = curveScales(frame, shown, curve);
  const { x, y } = scales;
  const reach = positions.count - 1;
  const domain = [Math.min(0, ...curve), Math.max(...curve)] as const;
  const levels = linearScale(domain, [0, 1]).ticks(Math.max(2, height / fontSize / LEVEL_ROOM));
  const points = Array.from(curve, (value, index): Point => {
    const offset = (2 * index * reach) / (curve.length - 1) - reach;
    return [x(offset), y(value)];
  });
  const peak = `|P|² = d/2 = ${formatRough(atOffset(shown, 0))}`;
  const bottom = top + height;
  const view = [-reach, reach] as const;
  return [
    valueAxis({ scale: y, levels, format: formatRough, left, right: left + width, fontSize }),
    axis({ side: "bottom", view, from: left, to: left + width, at: bottom + 4, fontSize }),
    text("offset k →", left + width, bottom + 4 + 2.75 * fontSize, "end", fontSize),
    text(`${NAMES[measure]} of P(t) and P(t+k)`, 0, fontSize, "start", fontSize),
    stroke(polyline(points), { opacity: 0.55, width: 1.5, class: "curve" }),
    ...(measure === "dot" ? [text(peak, x(0) + 10, y(atOffset(shown, 0)) + 4, "start", fontSize)] : []),
    ...rows.flatMap((row, index) => drawRow(frame, shown, scales, row, index)),
  ];
}

/** The range of a row as a line above the curve, with its glyph and name, and its values as points. */
function drawRow(
  { fontSize, left, width }: Frame,
  { rows, positions: { from, count } }: SimilarityShown,
  { x, y }: Scales,
  { position, values }: ComparedRow,
  index: number,
) {
  const level = (2.6 + ROW * index) * fontSize;
  const [start, end] = [x(from - position), x(from + count - 1 - position)];
  const name = `${markName(index, rows.length)} = ${formatInteger(position)}`;
  const anchor = x(0) + name.length * fontSize > left + width ? "end" : "start";
  const beside = anchor === "start" ? 0.8 * fontSize : -0.8 * fontSize;
  const step = Math.max(1, Math.ceil(POINT_ROOM / ((end - start) / (count - 1))));
  const shown = Array.from(values.keys()).filter((s) => (s + from - position + index) % step === 0);
  const points = shown.map((s) => [x(from + s - position), y(values[s] as number)] as const);
  return [
    stroke(`M${start} ${level - 3}v6m0 -3H${end}m0 -3v6`, { opacity: 0.5 }),
    glyphs(index, [[x(0), level]]),
    text(name, x(0) + beside, level - 0.35 * fontSize, anchor, fontSize),
    svg("g", { "data-row": index }, glyphs(index, points)),
  ];
}
