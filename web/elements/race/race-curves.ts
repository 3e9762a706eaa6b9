import { labMethods, methods } from "../../../src/api/lab/methods.ts";
import { tasks } from "../../../src/api/lab/tasks.ts";
import type { TaskName } from "../../../src/entries/lab.ts";
import { valueAxis } from "../../plot/curve-axes.ts";
import { type Point, painted, polyline, spread, stroke, svg, text } from "../../plot/dom.ts";
import type { Frame } from "../../plot/layered-plot.ts";
import { formatFixed, formatInteger, formatPercent, formatRough } from "../../plot/numbers.ts";
import { type LinearScale, linearScale } from "../../plot/scale.ts";
import type { Cell } from "../definition/definition.ts";
import type { Lane } from "./race-lane.ts";
import { isRotary, MULTIPLES, methodOf, shortTitleOf, titleOf } from "./race-settings.ts";
import { guessOf, lengthsOf, type RaceShown, STRETCH_NAMES, scoreAt, scoresOf } from "./race-shown.ts";

/** The share of right answers by the length of the text: a line for each lane, and one for a stretched lane. */

export interface Curves {
  readonly frame: Frame;
  /** From a length, logarithmic. */
  readonly x: (length: number) => number;
  readonly y: LinearScale;
}

const LINE = 2.5; // CSS pixels
const GAP = 1.25; // between labels, font sizes
const LEVELS = [0, 0.25, 0.5, 0.75, 1];

export function curvesIn(shown: RaceShown, frame: Frame): Curves {
  const { left, top, width, height } = frame;
  const lengths = lengthsOf(shown);
  const x = linearScale(
    [Math.log2(lengths[0] as number), Math.log2(lengths.at(-1) as number)],
    [left, left + width],
  );
  return { frame, x: (length) => x(Math.log2(length)), y: linearScale([0, 1], [top + height, top]) };
}

export function drawCurves(shown: RaceShown, curves: Curves): SVGElement[] {
  const { frame, y } = curves;
  const { left, width, fontSize } = frame;
  const looks = looksOf(shown.race.lanes.map(({ encoding }) => encoding));
  const lines = [
    ...shown.race.lanes.map((lane, index) => laneLine(shown, lane, looks[index] as LaneLook)),
    ...stretched(shown, looks),
  ];
  const drawn = lines.filter(({ points }) => points.length > 0);
  const ends = drawn.map(({ points }) => y(points.at(-1)?.[1] ?? 0));
  const places = spread(ends, GAP * fontSize, y(1), y(0));
  return [
    valueAxis({ scale: y, levels: LEVELS, format: formatScore, left, right: left + width, fontSize }),
    ...axisOf(shown, curves),
    ...guessLine(shown, curves),
    ...(drawn.length === 0 ? invitation(shown, curves) : []),
    ...drawn.flatMap(({ points, name, colour, dash }, index) => {
      const path = polyline(points.map(([length, score]): Point => [curves.x(length), y(score)]));
      const label = text(
        name,
        left + width + 8,
        (places[index] as number) + 0.34 * fontSize,
        "start",
        fontSize,
        {
          "font-weight": 600,
        },
      );
      return [
        painted(stroke(path, { width: LINE, dash, class: "score" }), { stroke: colour }),
        painted(label, { fill: readable(colour) }),
      ];
    }),
  ];
}

/** A colour of a line, as dark or as light as text has to be. */
export const readable = (colour: string): string => `color-mix(in oklab, ${colour} 65%, currentColor)`;

export interface Line extends LaneLook {
  readonly points: readonly Point[];
  readonly name: string;
}

const laneLine = (shown: RaceShown, lane: Lane, look: LaneLook): Line => ({
  ...look,
  points: lengthsOf(shown).flatMap((length): Point[] => {
    const score = scoreAt(lane, length);
    return Number.isNaN(score) ? [] : [[length, score]];
  }),
  name: shortTitleOf(lane.encoding),
});

/** The rotary lane under the rule that the reader has chosen, at the lengths of the table. */
function stretched(shown: RaceShown, looks: readonly LaneLook[]): Line[] {
  const index = shown.race.lanes.findIndex(({ encoding }) => isRotary(encoding));
  const lane = shown.race.lanes[index];
  const scores = lane && shown.stretched.of(shown, lane).scores;
  if (!scores) return [];
  const points = scores.map((score, n): Point => [lane.plan.finalLengths[n] as number, score]);
  return [{ points, name: "rescued", colour: (looks[index] as LaneLook).colour, dash: RESCUED_DASH }];
}

/** Multiples of the longest trained length, which has a line of its own. */
function axisOf(shown: RaceShown, { x, y, frame }: Curves): SVGElement[] {
  const { left, top, width, height, fontSize } = frame;
  const longest = shown.race.lanes[0]?.plan.finalLengths[0] ?? 1;
  const bottom = top + height;
  const at = x(longest);
  return [
    svg("rect", {
      x: at,
      y: top,
      width: left + width - at,
      height,
      fill: "currentColor",
      "fill-opacity": 0.035,
      class: "untrained",
    }),
    stroke(`M${at} ${y(1) - 0.4 * fontSize}V${bottom}`, { dash: "4 4", opacity: 0.7, class: "trained" }),
    text("longest text in training", at + 6, y(1) - 0.5 * fontSize, "start", fontSize),
    ...MULTIPLES.map((times) =>
      text(`${times}×`, x(times * longest), bottom + 1.4 * fontSize, "middle", fontSize),
    ),
    text("length of the text", left + width / 2, bottom + 2.8 * fontSize, "middle", fontSize),
    text("right answers", 0, fontSize, "start", fontSize),
  ];
}

function guessLine(shown: RaceShown, { y, frame }: Curves): SVGElement[] {
  const { left, width, fontSize } = frame;
  const at = y(guessOf(shown));
  return [
    stroke(`M${left} ${at}H${left + width}`, { dash: "2 5", opacity: 0.7, class: "guessing" }),
    text(`guessing, ${formatScore(guessOf(shown))}`, left + 6, at - 0.4 * fontSize, "start", fontSize),
  ];
}

/** What an empty picture is for. */
function invitation({ race }: RaceShown, { frame, y }: Curves): SVGElement[] {
  const { left, width, fontSize } = frame;
  const [middle, at] = [left + width / 2, y(0.6)];
  const say = (words: string, line: number, weight: number) =>
    text(words, middle, at + 1.6 * line * fontSize, "middle", fontSize, { "font-weight": weight });
  if (race.isRunning) return [say("The lines come with the first test.", 0, 600)];
  return [say("Press Train.", 0, 600), say("Each model draws its line here.", 1, 400)];
}

/** The look of a lane: the colour says how positions reach the scores, the dash which encoding of that kind it is. */

export interface LaneLook {
  readonly colour: string;
  /** Of a `stroke-dasharray`. */
  readonly dash: string;
}

/** As in all pictures, violet is attention, whose queries and keys rotate, and orange is a position in the scores. */
const COLOURS = {
  none: "var(--_quiet)",
  added: "oklch(from currentColor calc(0.46 + l * 0.3) 0.14 252)",
  rotated: "var(--_ink)",
  bias: "var(--_position)",
} as const;

/** In CSS pixels; the encodings of a kind take them in their order. */
const DASHES = ["none", "10 5", "2.5 4", "15 4 2.5 4", "5 3", "15 3 5 3"] as const;

/** The line of a lane that a rule for longer texts has changed. */
const RESCUED_DASH = "12 3 3 3";

/** The looks of lanes. An encoding keeps its look in every race, unless the same one, with other fields, has it already. */
export function looksOf(encodings: readonly string[]): readonly LaneLook[] {
  const taken = new Set<string>();
  return encodings.map((encoding) => {
    const method = methodOf(encoding);
    const { place } = methods[method];
    const own = labMethods.filter((name) => methods[name].place === place);
    const first = own.indexOf(method);
    const free = [...DASHES.keys()].find((n) => !taken.has(`${place} ${(first + n) % DASHES.length}`)) ?? 0;
    const dash = (first + free) % DASHES.length;
    taken.add(`${place} ${dash}`);
    return { colour: COLOURS[place], dash: DASHES[dash] as string };
  });
}

export const wordOf = (task: TaskName, token: number): string => tasks[task].words[token] ?? "?";

/** The most words of an example. */
const MOST = 64;

/** The numbers of the words of a text. Throws a sentence for the reader. */
export function readWords(task: TaskName, text: string): number[] {
  const { words } = tasks[task];
  const isSpelled = words.every((word) => word.length === 1);
  const parts = isSpelled ? [...text.replaceAll(/\s/g, "")] : text.split(/\s+/).filter(Boolean);
  if (parts.length < 1 || parts.length > MOST)
    throw new RangeError(`Type 1 to ${MOST} words; got ${parts.length}.`);
  return parts.map((part) => {
    const token = words.indexOf(part);
    if (token < 0)
      throw new RangeError(`"${part}" is not a word of this task; its words are ${words.join(" ")}.`);
    return token;
  });
}

/** The race in words. */

export const formatScore = (accuracy: number): string =>
  Number.isNaN(accuracy) ? "–" : `${formatFixed(100 * accuracy, 0)} %`;

/** The smallest number of steps that a lane has taken. */
const slowest = ({ race: { lanes } }: RaceShown): number =>
  Math.min(...lanes.map(({ state }) => state.steps));

/** The race and its progress. */
export function label(shown: RaceShown): string {
  const { settings, lanes, isFinished } = shown.race;
  const names = lanes.map(({ encoding }) => titleOf(encoding)).join(", ");
  const far = isFinished
    ? "finished"
    : `${formatInteger(slowest(shown))} of ${formatInteger(settings.steps)} steps`;
  return `Right answers by the length of the text, while models with ${names} learn the task ${tasks[settings.task].title}: ${far}.`;
}

/** The whole picture in words. */
export function describeRace(shown: RaceShown): string {
  const { race } = shown;
  const { settings } = race;
  const { description, lengths } = tasks[settings.task];
  const [from, to] = lengths;
  const task = `${description} Trained on lengths ${from} to ${to}, tested up to ${8 * to}.`;
  const faults = faultsOf(race);
  if (!race.isBegun && !race.isRunning && faults.length === 0) return `${task} Press Train.`;
  if (!race.isFinished) {
    const state = race.isRunning ? "" : ", paused";
    return `${task} Step ${formatInteger(slowest(shown))} of ${formatInteger(settings.steps)}${state}. ${faults.join(" ")}`;
  }
  const verdicts = [2, 8].map((times) => verdictAt(shown, times)).join(" ");
  const guess = `Guessing gets ${formatPercent(guessOf(shown))}.`;
  return `${task} ${verdicts} ${guess} ${stretchedVerdict(shown)} ${faults.join(" ")}`;
}

/** What a rule for longer texts changes for the trained rotary model, at the length where it changes most. */
function stretchedVerdict(shown: RaceShown): string {
  const lane = shown.race.lanes.find(({ encoding }) => isRotary(encoding));
  const { scores } = lane ? shown.stretched.of(shown, lane) : {};
  if (!lane || !scores) return "";
  const own = scoresOf(lane);
  const gains = scores.map((score, n) => Math.abs(score - (own[n] as number)));
  const most = gains.indexOf(Math.max(...gains));
  const [from, to] = [own[most] as number, scores[most] as number];
  const { stretch, factor } = shown;
  const rule = stretch === "cut" ? "The cut" : `${STRETCH_NAMES[stretch]} × ${formatRough(factor)}`;
  const name = titleOf(lane.encoding);
  if (formatPercent(from) === formatPercent(to)) return `${rule} changes nothing for ${name}.`;
  const where = MULTIPLES[most] === 1 ? "the trained length" : `texts ${MULTIPLES[most]} times as long`;
  return `${rule} ${to > from ? "lifts" : "lowers"} ${name} from ${formatPercent(from)} to ${formatPercent(to)} on ${where}, without training it again.`;
}

/** The best and the worst lane at a multiple of the trained length. */
function verdictAt(shown: RaceShown, times: number): string {
  const at = MULTIPLES.indexOf(times as 1);
  const scores = shown.race.lanes
    .map((lane) => ({ name: titleOf(lane.encoding), score: scoresOf(lane)[at] as number }))
    .filter(({ score }) => !Number.isNaN(score))
    .sort((a, b) => b.score - a.score);
  const [best, worst] = [scores[0], scores.at(-1)];
  if (!best || !worst) return "";
  const all = best.score === 1 ? "every answer" : `${formatPercent(best.score)} of the answers`;
  const others = scores.length > 1 ? `; ${worst.name} gets ${formatPercent(worst.score)}` : "";
  return `On texts ${times} times as long, ${best.name} gets ${all} right${others}.`;
}

/** The models that failed by themselves, and the ones that an error has stopped, each error once. */
function faultsOf({ lanes, isStopped }: RaceShown["race"]): string[] {
  const own = lanes.flatMap(({ encoding, state: { failure } }) =>
    failure === undefined ? [] : [`${titleOf(encoding)} ${failure}.`],
  );
  const faults = new Set(lanes.flatMap(({ fault }) => fault ?? []));
  const stopped = [...faults].map((fault) => {
    const names = lanes.filter((lane) => lane.fault === fault).map(({ encoding }) => titleOf(encoding));
    const sentence = fault.trimEnd();
    return `Not trained: ${names.join(", ")}. ${sentence}${sentence.endsWith(".") ? "" : "."}`;
  });
  return [...own, ...stopped, ...(isStopped ? ["Press Retry to try again."] : [])];
}

/** A number of the picture in words. */
export function describeCell(shown: RaceShown, { row, column }: Cell): string {
  const lane = shown.race.lanes[row];
  const length = lengthsOf(shown)[column];
  if (!lane || length === undefined) return "";
  const name = titleOf(lane.encoding);
  const times = formatFixed(length / (lane.plan.finalLengths[0] as number), 1).replace(".0", "");
  const where = `${name}, length ${length}, ${times}× the longest trained length`;
  const score = scoreAt(lane, length);
  return Number.isNaN(score)
    ? `${where}: not tested yet`
    : `${where}: ${formatPercent(score)} of the answers are right (guessing gets ${formatPercent(guessOf(shown))})`;
}
