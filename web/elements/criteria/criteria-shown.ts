import type { Posenc } from "../../../src/entries/encodings.ts";
import { formatFixed, formatInteger } from "../../plot/numbers.ts";
import type { Cell } from "../definition/cell-cursor.ts";
import type { FigureSpec } from "../definition/figure-spec.ts";
import { LONGEST, type Mean, type Means } from "./criteria-means.ts";
import { CRITERIA, type CriterionVerdict, verdictsOf } from "./verdicts.ts";
import { type Judged, judge, WAYS } from "./ways.ts";

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
