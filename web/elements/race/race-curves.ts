import { labMethods, methods } from "../../../src/api/lab/methods.ts";
import { svg } from "../../plot/dom.ts";
import { spread } from "../../plot/labels.ts";
import type { Frame } from "../../plot/plot-frame.ts";
import { type Point, polyline } from "../../plot/polyline.ts";
import { type LinearScale, linearScale } from "../../plot/scale.ts";
import { painted, stroke } from "../../plot/stroke.ts";
import { text } from "../../plot/text.ts";
import { valueAxis } from "../../plot/value-axis.ts";
import { isRotary, methodOf, shortTitleOf } from "./lane-encoding.ts";
import type { Lane } from "./race-lane.ts";
import { formatScore } from "./race-reading.ts";
import { MULTIPLES } from "./race-settings.ts";
import { guessOf, lengthsOf, type RaceShown, scoreAt } from "./race-shown.ts";

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

interface Line extends LaneLook {
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
