/** Tables of whole numbers that choose the row of a learned table for each query and key: T5, Shaw, DeBERTa and Swin. */
import { checkSpec } from "../../../api/spec.ts";
import type { Diagnosis } from "../findings/diagnosis.ts";
import { type Draft, draft } from "../findings/findings.ts";
import type { Precision } from "../findings/precision.ts";
import { shortSpec } from "../findings/sinusoids.ts";
import type { Unexpected } from "../tables/compared.ts";
import type { Table } from "../tables/comparison.ts";
import { type EachExpected, judgedEach, nearestEach } from "./against-each.ts";
import { type At, type Indexed, rowOf, windowsOf } from "./biases.ts";

interface Way {
  readonly expected: EachExpected;
  readonly faults: readonly Draft[];
}

/** The tables that a spec may give: queries may begin or end with the keys, and DeBERTa's second term exchanges both. */
function waysOf(spec: Indexed, name: string, { rows, columns }: Table): Way[] {
  const offsets = spec.method === "swin" ? [0] : [...new Set([Math.max(0, columns - rows), 0])];
  const is = shortSpec(spec);
  const of = (at: At, layout: string | null = null): EachExpected => ({ name, is, at, layout });
  return offsets.flatMap((offset) => {
    const at = rowOf(spec, offset);
    const right: Way = { expected: of(at), faults: [] };
    if (spec.method === "deberta")
      return [right, { expected: of((i, j) => at(j - offset, i + offset), "keys' positions"), faults: [] }];
    if (spec.method !== "swin" || spec.window[0] === spec.window[1]) return [right];
    const turned = rowOf({ ...spec, window: [spec.window[1]!, spec.window[0]!] } as Indexed, offset);
    return [right, { expected: of(turned), faults: [draft("axes-exchanged")] }];
  });
}

/** Rows are counted without errors. */
const exact: Precision = {
  type: undefined,
  decimals: undefined,
  digits: undefined,
  errorOf: () => 0,
  printErrorOf: () => 0,
};

/** Compares every entry with the rows of an expected spec. */
export function againstIndex(
  { table, subject }: Unexpected,
  specs: readonly { readonly spec: Indexed; readonly name: string }[],
): Diagnosis {
  const ways = specs.flatMap(({ spec, name }) => waysOf(spec, name, table));
  const compared = { table, precision: exact, allow: 0 };
  const right = ways.filter(({ faults }) => faults.length === 0).map(({ expected }) => expected);
  const nearest = nearestEach(compared, right);
  const explained = ways.find(
    ({ expected, faults }) => faults.length > 0 && nearestEach(compared, [expected]).comparison.equal,
  );
  return judgedEach(subject, nearest, explained?.faults ?? []);
}

/** Fewer distinct numbers are too little to name a rule. */
const FEWEST = 5;

/** Larger tables are compared only with what is expected. */
const MOST_SIDE = 4096;

/** Names a table of whole numbers; undefined if it follows no rule for rows. */
export function namedIndex(input: Unexpected): Diagnosis | undefined {
  const { table, subject } = input;
  const { rows, columns, at } = table;
  if (rows < 2 || columns < 2 || rows > MOST_SIDE || columns > MOST_SIDE) return undefined;
  const seen = new Set<number>();
  for (let row = 0; row < rows; row++)
    for (let column = 0; column < columns; column++) {
      const value = at(row, column);
      if (!Number.isInteger(value) || value < 0) return undefined;
      seen.add(value);
    }
  if (seen.size < FEWEST) return undefined;
  const most = [...seen].reduce((a, b) => Math.max(a, b));
  const compared = { table, precision: exact, allow: 0 };
  for (const spec of specsFor(rows, columns, most))
    for (const { expected } of waysOf(spec, "the named rows", table)) {
      const found = nearestEach(compared, [expected]);
      if (found.comparison.equal) return judgedEach(subject, found, []);
    }
  return undefined;
}

/** Specs that may have a largest row, those with two axes first. */
function specsFor(rows: number, columns: number, most: number): Indexed[] {
  const fields: object[] = [];
  for (const buckets of [32, 64, 16])
    for (const bidirectional of [true, false]) fields.push({ method: "t5", buckets, bidirectional });
  if (most % 2 === 0) fields.push({ method: "shaw", clip: most / 2 });
  else fields.push({ method: "deberta", maxRelativePositions: (most + 1) / 2 });
  const others = fields.map((each) => checkSpec(each as unknown) as Indexed);
  return [...(rows === columns ? windowsOf(rows) : []), ...others];
}
