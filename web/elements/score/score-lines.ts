import { svg } from "../../plot/dom.ts";
import { formatRough } from "../../plot/numbers.ts";
import type { Frame } from "../../plot/plot-frame.ts";
import { type Point, polyline } from "../../plot/polyline.ts";
import { linearScale, type Scale } from "../../plot/scale.ts";
import { stroke } from "../../plot/stroke.ts";
import { text } from "../../plot/text.ts";
import { valueAxis } from "../../plot/value-axis.ts";
import { exitOf } from "./score-exit.ts";
import { lineNames } from "./score-names.ts";
import type { Line, Scores } from "./score-values.ts";

/** Scores by offset, as lines with their range between the points, and the spread of random content around them. */

/** A bias of ln 2^−24 makes a weight so small that float32 loses it in a sum with one without bias. */
const LOST = -24 * Math.LN2;

const LEVEL = 2.4; // least font sizes between levels
const MOST_LEVELS = 8;
const STROKE = 2; // CSS pixels
const THIN = 1.25;

/** From a score to CSS pixels. */
export function scoreScale({ top, height }: Frame, { kind, quantity, lines, spread: around, other }: Scores) {
  const [line] = lines;
  const ends = lines.flatMap(({ least, most }) => [Math.min(...least), Math.max(...most)]);
  const outer =
    around && line ? around.flatMap((by, n) => [(line.values[n] ?? 0) - by, (line.values[n] ?? 0) + by]) : [];
  const all = [0, ...ends, ...outer, ...(other ?? []).flatMap((by) => [by, -by])];
  const [least, most] = [Math.min(...all), Math.max(...all)];
  const lower = kind === "bias" && quantity === undefined ? Math.max(least, LOST) : least;
  const domain = lower === most ? ([-1, 1] as const) : ([lower, most] as const);
  return linearScale(domain, [top + height, top]);
}

/** @param chosen - index of the bold line, whose values are read */
export function drawLines(frame: Frame, scores: Scores, chosen: number, x: Scale): SVGElement[] {
  const { left, top, width, height, fontSize } = frame;
  const y = scoreScale(frame, scores);
  const levels = y.ticks(Math.min(MOST_LEVELS, Math.max(2, height / (LEVEL * fontSize))));
  const { kind, quantity = "bias", points, lines } = scores;
  const places = points.map(x);
  const heads = lines.length > 1 ? `${quantity}, heads 1 to ${lines.length}` : quantity;
  const title = { added: "P·P", rotated: "q·k / √(head width)", bias: heads }[kind];
  const order = [...lines.keys()].sort((a, b) => Number(a === chosen) - Number(b === chosen));
  return [
    valueAxis({ scale: y, levels, format: formatRough, left, right: left + width, fontSize }),
    text(title, 0, top - 0.9 * fontSize, "start", fontSize),
    ...bands(scores, places, y),
    ...order.map((index) => drawLine(lines[index] as Line, index, index === chosen, places, y)),
    ...lineNames(scores, chosen, frame, places, y),
  ];
}

function drawLine(
  line: Line,
  index: number,
  isChosen: boolean,
  places: readonly number[],
  y: Scale & { domain(): readonly number[] },
): SVGGElement {
  const [lower = 0] = y.domain();
  const exit = exitOf(line.values, places, lower);
  const count = exit?.index ?? line.values.length;
  const upTo = (values: readonly number[], end: number) =>
    values.slice(0, end).map((value, n): Point => [places[n] as number, y(value)]);
  const swing = `${polyline([...upTo(line.most, count), ...upTo(line.least, count).reverse()])}Z`;
  const leaving: Point[] = exit ? [[exit.x, y(lower)]] : [];
  const values = [...upTo(line.values, Math.min(count, line.whole)), ...leaving];
  const round = { "data-paint": true, "stroke-linejoin": "round" };
  const look = { width: isChosen ? STROKE : THIN, opacity: isChosen ? 1 : 0.5 };
  return svg(
    "g",
    { "data-line": index, "data-chosen": isChosen },
    stroke(swing, { ...round, width: 0.5, fill: "currentColor", "fill-opacity": 0.45, class: "swing" }),
    stroke(polyline(values), { ...round, ...look, class: "values" }),
  );
}

/** One standard deviation around the line, and dashed lines at the standard deviation of unrelated content around 0. */
function bands({ lines, spread: around, other }: Scores, places: readonly number[], y: Scale): SVGElement[] {
  const [line] = lines;
  if (!line || !around || !other) return [];
  const edge = (sign: 1 | -1) =>
    line.values.map((value, n): Point => [places[n] as number, y(value + sign * (around[n] as number))]);
  const dashes = (sign: 1 | -1) => polyline(other.map((by, n) => [places[n] as number, y(sign * by)]));
  const look = { opacity: 0.55, dash: "6 4", class: "other" };
  return [
    svg("path", {
      d: `${polyline([...edge(1), ...edge(-1).reverse()])}Z`,
      fill: "currentColor",
      "fill-opacity": 0.16,
      "data-paint": true,
      class: "spread",
    }),
    stroke(dashes(1), look),
    stroke(dashes(-1), look),
  ];
}
