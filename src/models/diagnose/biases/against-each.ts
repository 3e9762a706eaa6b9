/** Compares frequencies, slopes and biases with what is expected, entry by entry. */
import { counted } from "../../../api/arguments/counted.ts";
import { type Comparison, Counter, type Diagnosis, diagnosisOf } from "../findings/diagnosis.ts";
import { type Draft, draft } from "../findings/findings.ts";
import { type Precision, precisionText } from "../findings/precision.ts";
import type { Table } from "../tables/comparison.ts";

/** The numbers that one expectation gives. */
export interface EachExpected {
  /** What it is called in sentences. */
  readonly name: string;
  /** What it is called in results. */
  readonly is: Diagnosis["is"];
  /** NaN where nothing is expected. */
  readonly at: (row: number, column: number) => number;
  /** Words for numbers in other units; null if there are none. */
  readonly layout?: string | null;
  readonly notCompared?: readonly string[];
}

export interface ToCompare {
  readonly table: Table;
  readonly precision: Precision;
  /** Relative differences that count as equal whatever the precision. */
  readonly allow: number;
}

/** Powers of 2 and of a base in float32 are off by a few units of the last place. */
export const POWER = 2 ** -21;

/** Compares every entry for which something is expected. */
function compareEach({ table, precision, allow }: ToCompare, expected: EachExpected): Comparison {
  const counter = new Counter();
  for (let row = 0; row < table.rows; row++)
    for (let column = 0; column < table.columns; column++) {
      const [found, right] = [table.at(row, column), expected.at(row, column)];
      if (!Number.isFinite(right)) continue;
      const allowed = precision.errorOf(found) + (POWER + allow) * Math.abs(right);
      counter.add(found, right, allowed, () => ({ row, column, position: row, found, expected: right }));
    }
  const { counts } = counter;
  return {
    ...counts,
    with: expected.name,
    equal: counts.outside === 0 && counts.compared > 0,
    layout: expected.layout ?? null,
    start: null,
    precision: precisionText(precision),
    notCompared: expected.notCompared ?? [],
  };
}

export const listTable = (list: ArrayLike<number>): Table => ({
  rows: 1,
  columns: list.length,
  at: (_, column) => list[column]!,
});

/** Another list; its entries beyond the first are not compared. */
export const otherList = (list: ArrayLike<number>, count: number): EachExpected => ({
  name: "the other file",
  is: "the other file",
  at: (_, column) => list[column] ?? Number.NaN,
  notCompared:
    list.length === count
      ? []
      : [
          `${counted(Math.abs(list.length - count), "number")} that only ${list.length > count ? "the other" : "this"} file has`,
        ],
});

/** The expectation that agrees with most entries. */
export function nearestEach(input: ToCompare, all: readonly EachExpected[]) {
  return all
    .map((expected) => ({ expected, comparison: compareEach(input, expected) }))
    .reduce((best, each) => (shareOf(each.comparison) < shareOf(best.comparison) ? each : best));
}

const shareOf = ({ outside, compared }: Comparison) => (compared === 0 ? 1 : outside / compared);

/** The verdict of a comparison: equal, or different for the reasons that are known. */
export function judgedEach(
  subject: string,
  { expected, comparison }: ReturnType<typeof nearestEach>,
  faults: readonly Draft[],
): Diagnosis {
  const { equal, outside, compared } = comparison;
  const differ = draft("values-differ", ["entries", outside, "entries"], ["compared", compared, "entries"]);
  return diagnosisOf({
    is: equal ? expected.is : null,
    faults: equal || faults.length > 0 ? faults : [differ],
    confidence: 0.97,
    subject,
    ...(!equal && { says: `is not ${expected.name}` }),
    comparison,
  });
}
