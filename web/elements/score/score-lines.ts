import { valueAxis } from "../../plot/curve-axes.ts";
import { type Point, polyline, spread, stroke, svg, text } from "../../plot/dom.ts";
import type { Frame } from "../../plot/layered-plot.ts";
import { formatRough } from "../../plot/numbers.ts";
import { linearScale, type Scale } from "../../plot/scale.ts";
import type { Line, Scores } from "./score-shown.ts";

/** Names of lines at their right ends, and of biases at the places where they leave the picture. */

const LINE = 1.2; // between names, font sizes
const ABOVE = 4; // from the lower edge to the names there, CSS pixels

interface Name {
  readonly name: string;
  /** CSS pixels from the top. */
  readonly at: number;
  readonly isChosen: boolean;
}

/** @param places - the places of the points, CSS pixels from the left */
function lineNames(
  scores: Scores,
  chosen: number,
  frame: Frame,
  places: readonly number[],
  y: ScoreScale,
): SVGElement[] {
  const [lower = 0] = y.domain();
  const exits = scores.lines.map(({ values }) => exitOf(values, places, lower));
  const lines = scores.lines.flatMap(({ name, values }, index) =>
    exits[index] === undefined ? [{ name, at: y(values.at(-1) as number), isChosen: index === chosen }] : [],
  );
  const { left, top, width, height, fontSize } = frame;
  const labels = [...lines, ...randomNames(scores, y)];
  const gap = Math.min(LINE * fontSize, height / Math.max(1, labels.length));
  const size = Math.min(fontSize, gap);
  const heights = spread(
    labels.map(({ at }) => at),
    gap,
    top,
    top + height,
  );
  return [
    ...labels.map(({ name, isChosen }, n) =>
      text(name, left + width + 8, (heights[n] as number) + 0.34 * size, "start", size, look(isChosen)),
    ),
    ...exitNames(exits, chosen, 1.2 * fontSize).map(({ index, x }) =>
      text(String(index + 1), x + 3, top + height - ABOVE, "start", fontSize, look(index === chosen)),
    ),
  ];
}

/** The lines whose numbers have room beside each other; the chosen one has priority. */
function exitNames(exits: readonly (Exit | undefined)[], chosen: number, room: number) {
  const there = exits.flatMap((exit, index) => (exit ? [{ index, x: exit.x }] : []));
  const order = there.sort((a, b) => Number(b.index === chosen) - Number(a.index === chosen));
  return order.filter(({ x }, n) => order.slice(0, n).every((other) => Math.abs(other.x - x) >= room));
}

function randomNames({ lines: [line], spread: around, other }: Scores, y: ScoreScale): Name[] {
  if (!line || !around || !other) return [];
  return [
    {
      name: "± 1 s.d.",
      at: y((line.values.at(-1) as number) + (around.at(-1) as number)),
      isChosen: true,
    },
    { name: "other k", at: y(-(other.at(-1) as number)), isChosen: false },
  ];
}

const look = (isChosen: boolean) => ({
  "data-paint": true,
  ...(isChosen ? { class: "chosen", "font-weight": 600 } : {}),
});

/** The place at which a line leaves its picture through the lower edge. */
export interface Exit {
  /** The first point below. */
  readonly index: number;
  /** CSS pixels from the left. */
  readonly x: number;
}

/** @param places - the places of the values, CSS pixels from the left */
function exitOf(values: readonly number[], places: readonly number[], lower: number): Exit | undefined {
  const index = values.findIndex((value) => value < lower);
  if (index < 1) return undefined;
  const [before, after] = [values[index - 1] as number, values[index] as number];
  const [from, to] = [places[index - 1] as number, places[index] as number];
  return { index, x: from + ((before - lower) / (before - after)) * (to - from) };
}

// Scores by offset, as lines with their range between the points, and the spread of random content around them.

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

type ScoreScale = ReturnType<typeof scoreScale>;

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
  y: ScoreScale,
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
function bands(
  { lines, spread: around, other }: Scores,
  places: readonly number[],
  y: ScoreScale,
): SVGElement[] {
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
