import type { Criteria, Posenc, Spec } from "../../../src/entries/encodings.ts";
import { uniforms } from "../../methods/uniforms.ts";
import type { Box } from "../../plot/box.ts";
import { logAxis, logScale, valueAxis } from "../../plot/curve-axes.ts";
import { polyline, stroke, svg, text } from "../../plot/dom.ts";
import { formatFixed, formatInteger, formatRough, formatSmall } from "../../plot/numbers.ts";
import { linearScale } from "../../plot/scale.ts";
import type { Cell } from "../definition/definition.ts";
import type { FigureSpec } from "../definition/figure-spec.ts";

/** The mean of all entries of the sinusoidal table by its length: it is not 0, and slowly goes to 0. */
export interface Means {
  readonly curve: readonly Mean[];
  readonly marks: readonly Mean[];
}

interface Mean {
  readonly length: number;
  readonly mean: number;
}

/** The lengths of the curve. */
const SHORTEST = 1;
const LONGEST = 1e5;

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

/** Ways to encode a position, and the numbers of each way for the four criteria. */

export interface Way {
  /** The encoding for texts of a length. Default: random rows. */
  specOf?(spec: FigureSpec, length: number): Spec & { readonly dModel: number };
  /** Whether a table for a length has rows beyond it. */
  readonly goesOn: boolean;
  /** Whether criteria are computed from rows in double precision: rounding to float32 would hide how small the spread is. */
  readonly isExact?: boolean;
}

const ways = {
  index: { specOf: () => ({ method: "index", dModel: 1 }), goesOn: true },
  "normalised index": {
    specOf: (_, maxLength) => ({ method: "normalized-index", dModel: 1, maxLength }),
    goesOn: true, // every position is then renumbered
  },
  "one-hot": { specOf: (_, dModel) => ({ method: "one-hot", dModel }), goesOn: false },
  sinusoidal: { specOf: (spec) => spec, goesOn: true, isExact: true },
  "untrained table": { goesOn: false },
} satisfies Record<string, Way>;

type WayName = keyof typeof ways;
export const WAYS = Object.keys(ways) as WayName[];

/** A table of the first rows. */
export interface Table {
  readonly values: Float32Array;
  readonly dModel: number;
}

export interface Judged {
  readonly name: WayName;
  readonly table: Table;
  readonly criteria: Criteria;
  /** Distance of positions 0 and 1 in a text of this length, and in one of twice the length. */
  readonly steps: readonly [number, number];
  /** Largest |value| at the positions up to twice the length; undefined if there are no such rows. */
  readonly beyond: number | undefined;
}

/** The first rows of a way's table for a text of a length. */
function tableOf(pe: Posenc, { specOf }: Way, spec: FigureSpec, length: number, rows: number): Table {
  const known = specOf?.(spec, length);
  return known
    ? { values: pe.encode(known, { length: rows }), dModel: known.dModel }
    : { values: Float32Array.from(uniforms("1/learned", rows * spec.dModel)), dModel: spec.dModel };
}

function judge(pe: Posenc, name: WayName, spec: FigureSpec, length: number): Judged {
  const way: Way = ways[name];
  const { goesOn } = way;
  const table = tableOf(pe, way, spec, length, length);
  // The first two rows are enough for the step. Later rows are needed only if a table goes on.
  const twice = tableOf(pe, way, spec, 2 * length, goesOn ? 2 * length : 2);
  const criteria = way.isExact
    ? pe.criteria(spec, { length })
    : pe.criteria({ table: table.values, dModel: table.dModel });
  const later = twice.values.subarray(length * twice.dModel);
  return {
    name,
    table,
    criteria,
    steps: [firstStep(table), firstStep(twice)],
    beyond: goesOn ? later.reduce((most, value) => Math.max(most, Math.abs(value)), 0) : undefined,
  };
}

function firstStep({ values, dModel }: Table): number {
  let sum = 0;
  for (let j = 0; j < dModel; j++) sum += ((values[dModel + j] as number) - (values[j] as number)) ** 2;
  return Math.sqrt(sum);
}

/** The four criteria, and the computed number that decides each. */

interface Criterion {
  readonly title: string;
  readonly question: string;
}

export const CRITERIA: readonly Criterion[] = [
  { title: "unique", question: "Is every position different from all others?" },
  {
    title: "consistent",
    question: "Is the distance for an offset the same everywhere, and in texts of any length?",
  },
  { title: "bounded", question: "Do all values stay between −1 and 1?" },
  { title: "goes on", question: "Does it continue to longer texts, with values that were seen?" },
];

export interface CriterionVerdict {
  readonly holds: boolean;
  /** The number that decides, in a few words. */
  readonly reason: string;
}

/** Largest relative change of a distance by the rounding of float32 entries. */
const ROUNDING = 1e-5;

function verdictsOf(judged: Judged, length: number): readonly CriterionVerdict[] {
  const { unique, consistent, bounded } = judged.criteria;
  return [
    { holds: unique.holds, reason: `at least ${formatRough(unique.smallestDistance)} apart` },
    steps(judged, consistent.holds, consistent.largestSpread),
    {
      holds: bounded.holds,
      reason: `${brief(bounded.smallest)} … ${brief(bounded.largest)}, mean ${briefMean(bounded.mean)}`,
    },
    longer(judged, length),
  ];
}

/** The verdict on steps: a text of this length and one of twice the length must have the same. */
function steps({ steps: [step, twice] }: Judged, holds: boolean, spread: number): CriterionVerdict {
  if (!holds) return { holds, reason: `differ by ${formatRough(spread)}` };
  if (Math.abs(step - twice) <= ROUNDING * step) return { holds, reason: `differ by ${formatSmall(spread)}` };
  return { holds: false, reason: `${formatRough(step)} or ${formatRough(twice)} apart` };
}

function longer({ beyond, criteria: { bounded } }: Judged, length: number): CriterionVerdict {
  if (beyond === undefined) return { holds: false, reason: `row ${formatInteger(length)} is missing` };
  const seen = Math.max(-bounded.smallest, bounded.largest);
  const holds = beyond <= Math.max(seen, 1) * (1 + ROUNDING);
  const last = formatInteger(2 * length - 1);
  return { holds, reason: `up to ${brief(beyond)} at ${last}` };
}

const briefMean = (mean: number): string => (mean >= 1 ? formatRough(mean) : formatFixed(mean, 3));

const brief = (value: number): string => formatRough(value, 3);

export interface CriteriaShown {
  readonly spec: FigureSpec;
  /** Positions that are compared. */
  readonly length: number;
  readonly ways: readonly Judged[];
  /** (ways, criteria). */
  readonly verdicts: readonly (readonly CriterionVerdict[])[];
  readonly means: Means;
}

/** Lengths whose means are marked: examples, a sentence's limit, a table's, and a whole period of width 50. */
const MARKED = [50, 512, 5000, 45_000] as const;
const POINTS_A_DECADE = 40;

export function criteriaShown(pe: Posenc, spec: FigureSpec, length: number): CriteriaShown {
  const ways = WAYS.map((way) => judge(pe, way, spec, length));
  const verdicts = ways.map((judged) => verdictsOf(judged, length));
  return { spec, length, ways, verdicts, means: meansOf(pe, spec) };
}

function meansOf(pe: Posenc, spec: FigureSpec): Means {
  const meanOf = (length: number): Mean => ({ length, mean: pe.mean(spec, { length }) });
  const points = Math.log10(LONGEST) * POINTS_A_DECADE;
  const lengths = Array.from({ length: points + 1 }, (_, n) => Math.round(10 ** (n / POINTS_A_DECADE)));
  return { curve: [...new Set(lengths)].map(meanOf), marks: MARKED.map(meanOf) };
}

export function describeAll({ length, ways, verdicts }: CriteriaShown): string {
  const failed = verdicts.flatMap((ofWay, way) => {
    const titles = ofWay.flatMap(({ holds }, column) => (holds ? [] : [CRITERIA[column]?.title]));
    return titles.length === 0 ? [] : [`${WAYS[way]}: ${titles.join(", ")}`];
  });
  const mean = ways[WAYS.indexOf("sinusoidal")]?.criteria.bounded.mean ?? 0;
  return (
    `What fails over ${formatInteger(length)} positions. ${failed.join("; ")}. ` +
    `The sinusoidal table is bounded, yet not zero-centred: its mean is ${formatFixed(mean, 3)}.`
  );
}

export function describeCell({ spec, means, verdicts }: CriteriaShown, { row, column }: Cell): string {
  const verdict = verdicts[row]?.[column];
  if (!verdict) {
    const { length, mean } = means.marks[column] as Mean;
    const places = `${formatInteger(length)} positions of ${formatInteger(spec.dModel)} dimensions`;
    return `mean of all entries over ${places}: ${formatFixed(mean, 3)}, not 0`;
  }
  const { title, question } = CRITERIA[column] as (typeof CRITERIA)[number];
  return `${WAYS[row]}, ${title}: ${verdict.holds ? "yes" : "no"}, ${verdict.reason}. ${question}`;
}
