import { axis } from "../../plot/axis.ts";
import { dimensionColour, dimensionDash } from "../../plot/dimension-style.ts";
import { spread } from "../../plot/labels.ts";
import { formatPower, logScale } from "../../plot/log-axis.ts";
import type { Frame } from "../../plot/plot-frame.ts";
import { type Point, polyline } from "../../plot/polyline.ts";
import { type LinearScale, linearScale, type Scale } from "../../plot/scale.ts";
import { painted, stroke } from "../../plot/stroke.ts";
import { text } from "../../plot/text.ts";
import { valueAxis } from "../../plot/value-axis.ts";
import { range } from "../share/entries.ts";
import { shortTitleOf } from "./lane-encoding.ts";
import type { Lane } from "./race-run.ts";
import { meanLoss, type RaceShown } from "./race-shown.ts";

/** The losses of all lanes as lines over the steps, on a logarithmic axis. */

export interface Losses {
  readonly frame: Frame;
  readonly x: LinearScale;
  readonly y: Scale;
  /** Powers of ten at the ends of the axis. */
  readonly powers: readonly [least: number, most: number];
}

/** Points of a line. The losses of single steps jump, because batches have different lengths. */
const POINTS = 60;
const LINE = 2; // CSS pixels
const GAP = 1.25; // between labels, font sizes

/** Means of some steps each, as far as the lane has got. */
function pointsOf({ state }: Lane): readonly Point[] {
  const window = Math.max(1, Math.ceil(state.losses.length / POINTS));
  return range(0, Math.floor(state.steps / window)).map((n) => [
    (n + 0.5) * window,
    Math.max(meanLoss(state, n * window, (n + 1) * window), Number.MIN_VALUE),
  ]);
}

export function lossScales({ race }: RaceShown, frame: Frame): Losses {
  const { left, top, width, height } = frame;
  const losses = race.lanes.flatMap((lane) => pointsOf(lane).map(([, loss]) => loss));
  const powers = [
    Math.min(-2, Math.floor(Math.log10(Math.min(1, ...losses)))),
    Math.max(1, Math.ceil(Math.log10(Math.max(1, ...losses)))),
  ] as const;
  return {
    frame,
    x: linearScale([0, race.settings.steps], [left, left + width]),
    y: logScale({ view: [10 ** powers[0], 10 ** powers[1]], from: top + height, to: top }),
    powers,
  };
}

export function drawLosses({ race }: RaceShown, { frame, x, y, powers }: Losses): SVGElement[] {
  const { left, top, width, height, fontSize } = frame;
  const [right, bottom] = [left + width, top + height];
  const lines = race.lanes.map(pointsOf);
  const ends = lines.map((points, lane) => y(points.at(-1)?.[1] ?? 10 ** (0.5 - 0.2 * lane)));
  const places = spread(ends, GAP * fontSize, top + 0.5 * fontSize, bottom);
  return [
    valueAxis({
      scale: y,
      levels: range(powers[0], powers[1] + 1).map((power) => 10 ** power),
      format: formatPower,
      left,
      right,
      fontSize,
    }),
    axis({ side: "bottom", view: [0, race.settings.steps], from: left, to: right, at: bottom, fontSize }),
    text("loss, nats per answer", 0, fontSize, "start", fontSize),
    text("steps →", right, bottom + 2.7 * fontSize, "end", fontSize),
    ...lines.flatMap((points, lane) => {
      if (points.length < 2) return [];
      const path = polyline(points.map(([step, loss]): Point => [x(step), y(loss)]));
      return [
        painted(stroke(path, { width: LINE, dash: dimensionDash(lane, LINE), class: "loss" }), {
          stroke: dimensionColour(lane),
        }),
      ];
    }),
    ...race.lanes.flatMap(({ encoding }, lane) => {
      const place = places[lane] as number;
      const label = text(shortTitleOf(encoding), right + 8, place + 0.34 * fontSize, "start", fontSize);
      return lines[lane]?.length ? [label] : [];
    }),
  ];
}
