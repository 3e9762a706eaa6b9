import type { ScoreDifference } from "../../../src/entries/engines.ts";
import { svg } from "../../plot/dom.ts";
import type { Interval } from "../../plot/interval.ts";
import { formatPower, logAxis, logScale } from "../../plot/log-axis.ts";
import { type Frame, frameOf } from "../../plot/plot-frame.ts";
import { type Point, polyline } from "../../plot/polyline.ts";
import type { Size } from "../../plot/size.ts";
import { stroke } from "../../plot/stroke.ts";
import { text } from "../../plot/text.ts";
import type { Cell } from "../definition/cell-cursor.ts";
import type { ParityShown } from "./parity-shown.ts";

/** The difference of scores by length, both axes logarithmic. A difference of 0 stands on the lower edge. */

const MARGIN = { left: 3.6, top: 2.2, right: 1.4, bottom: 3.4 };
/** More than this is another score altogether. */
const WHOLE = 1;

export const scoreFrame = (size: Size, fontSize: number): Frame => frameOf(size, MARGIN, fontSize);

interface Scales {
  readonly x: (length: number) => number;
  readonly y: (relative: number) => number;
  readonly across: Interval;
  readonly down: Interval;
}

function scalesOf({ left, top, width, height }: Frame, scores: readonly ScoreDifference[]): Scales {
  const lengths = scores.map(({ length }) => length);
  const across: Interval = [lengths[0] ?? 1, lengths.at(-1) ?? 10];
  const some = scores.map(({ relative }) => relative).filter((relative) => relative > 0);
  const least = 10 ** Math.floor(Math.log10(Math.min(1e-3, ...some)));
  const most = 10 ** Math.ceil(Math.log10(Math.max(WHOLE, ...some)));
  const down: Interval = [least, most];
  const height10 = logScale({ view: down, from: top + height, to: top });
  return {
    x: logScale({ view: across, from: left, to: left + width }),
    y: (relative) => (relative > least ? height10(relative) : top + height),
    across,
    down,
  };
}

export function drawScores(frame: Frame, { parity: { scores } }: ParityShown): SVGElement[] {
  const { left, top, width, height, fontSize } = frame;
  const { x, y, across, down } = scalesOf(frame, scores);
  const [right, bottom] = [left + width, top + height];
  const points = scores.map(({ length, relative }): Point => [x(length), y(relative)]);
  const decades = Math.round(Math.log10(down[1] / down[0]));
  const every = Math.max(1, Math.ceil((1.6 * fontSize * decades) / height));
  const levels = Array.from({ length: decades + 1 }, (_, n) => down[0] * 10 ** n);
  return [
    ...levels.flatMap((level, n) => [
      stroke(`M${left} ${y(level)}H${right}`, { opacity: 0.15 }),
      ...(n % every === 0
        ? [text(formatPower(level), left - 0.5 * fontSize, y(level) + 0.34 * fontSize, "end", fontSize)]
        : []),
    ]),
    logAxis({ view: across, from: left, to: right, at: bottom, fontSize }),
    text("difference of scores / score", 0, top - 0.9 * fontSize, "start", fontSize),
    text("distance, tokens →", right, bottom + 2.75 * fontSize, "end", fontSize),
    stroke(polyline(points), { width: 2, "data-paint": true, class: "scores" }),
    ...points.map(([cx, cy]) => svg("circle", { cx, cy, r: 3, "data-paint": true, class: "dot" })),
  ];
}

export function ringScore(frame: Frame, { parity: { scores } }: ParityShown, cell: Cell): SVGElement[] {
  const { x, y } = scalesOf(frame, scores);
  const score = scores[cell.column];
  return score === undefined
    ? []
    : [svg("circle", { class: "ring", cx: x(score.length), cy: y(score.relative), r: 7 })];
}

export function scoreCellAt(frame: Frame, { parity: { scores } }: ParityShown, left: number): Cell {
  const { x } = scalesOf(frame, scores);
  const far = scores.map(({ length }) => Math.abs(x(length) - left));
  return { row: 0, column: far.indexOf(Math.min(...far)) };
}
