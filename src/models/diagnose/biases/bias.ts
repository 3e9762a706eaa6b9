/** Diagnoses a bias on scores: ALiBi, and buckets of T5. */
import type { ResolvedSpec } from "../../../api/methods.ts";
import { cannotTell, type Diagnosis, diagnosisOf } from "../findings/diagnosis.ts";
import { type Draft, draft } from "../findings/findings.ts";
import { type Precision, type Print, precisionOf, roundTo } from "../findings/precision.ts";
import { lengthError, type Matrix } from "../input/read.ts";
import { judgedEach, nearestEach } from "./against-each.ts";
import {
  biasesOf,
  biasTable,
  bucketOf,
  LOWEST,
  MASKED,
  rowOf,
  type Seen,
  seenIn,
  type T5,
  windowsOf,
} from "./biases.ts";
import { alibiSlopes } from "./slopes.ts";

export interface BiasInput {
  readonly matrix: Matrix;
  readonly expected?: ResolvedSpec<"alibi" | "t5" | "swin"> | undefined;
  readonly print: Print;
  readonly allow?: number;
}

const SUBJECT = "The bias";

interface Grid extends BiasInput {
  readonly precision: Precision;
  /** The entries that are not masked. */
  readonly seen: Seen;
  /** The position of the first query: queries end with the keys. */
  readonly offset: number;
  readonly at: (query: number, key: number) => number;
  readonly isMasked: (query: number, key: number) => boolean;
}

/** Names a bias, or compares it with what is expected. */
export function diagnoseBias(input: BiasInput): Diagnosis {
  const named = nameBias(input);
  const { matrix, expected, print, allow = 0 } = input;
  if (expected === undefined) return named;
  const seen = matrix.values.filter((value) => value > MASKED);
  const compared = { table: biasTable(matrix), precision: precisionOf([seen], print), allow };
  const nearest = nearestEach(compared, biasesOf(expected, matrix, compared.precision.errorOf));
  const faults = named.findings.filter(
    ({ severity, name }) => severity === "fault" && (!nearest.comparison.equal || name.endsWith("-rounded")),
  );
  return judgedEach(SUBJECT, nearest, faults);
}

/** Compares a bias with another one; a score that only one of them masks differs. */
export function againstBias({ matrix, print, allow = 0 }: BiasInput, other: Matrix): Diagnosis {
  if (other.rows !== matrix.rows || other.columns !== matrix.columns)
    throw lengthError(
      "expected.bias",
      `${matrix.rows} × ${matrix.columns} numbers, as bias; got ${other.rows} × ${other.columns}`,
      other.rows,
    );
  const plain =
    ({ columns, values }: Matrix) =>
    (row: number, column: number) =>
      Math.max(values[row * columns + column]!, LOWEST);
  const { rows, columns } = matrix;
  const precision = precisionOf([matrix.values.filter((value) => value > MASKED)], print);
  const table = { rows, columns, at: plain(matrix) };
  const right = { name: "the other file", is: "the other file", at: plain(other) };
  return judgedEach(SUBJECT, nearestEach({ table, precision, allow }, [right]), []);
}

function nameBias(input: BiasInput): Diagnosis {
  const { rows, columns, values } = input.matrix;
  const precision = precisionOf([values.filter((value) => value > MASKED)], input.print);
  const at = (query: number, key: number) => values[query * columns + key]!;
  const isMasked = (query: number, key: number) => at(query, key) <= MASKED;
  if (columns < 4) return cannotTell(SUBJECT, "fewer than 4 keys fit many rules");
  const given = columns - rows;
  for (const offset of new Set([Math.max(0, given), 0, given])) {
    const seen = seenIn(input.matrix, offset);
    const grid = { ...input, precision, seen, offset, at, isMasked };
    const found = alibiIn(grid) ?? t5In(grid) ?? swinIn(grid);
    if (found !== undefined) return found;
  }
  return cannotTell(
    SUBJECT,
    "it is not linear in the distance, nor does it share numbers as T5's buckets or a window of Swin do",
  );
}

/** Where the keys after a query stand in a rule of ALiBi. */
const sides = {
  /** −m |i − j|. */
  both: (distance: number) => -Math.abs(distance),
  /** −m (i − j), and 0 for keys after the query. */
  one: (distance: number) => -Math.max(distance, 0),
  /** −m (i − j) for all keys: it differs from m j by a number for each query. */
  signed: (distance: number) => -distance,
} as const;

interface Linear {
  readonly side: keyof typeof sides;
  readonly slope: number;
  readonly faults: readonly Draft[];
}

function alibiIn(grid: Grid): Diagnosis | undefined {
  const found = linearIn(grid) ?? byKey(grid);
  if (found === undefined) return undefined;
  const { slope, side } = found;
  const { rows, columns } = grid.matrix;
  const [last, first] = [rows - 1 + grid.offset, grid.offset];
  const faults: Draft[] = [...found.faults];
  const evidence: [string, number, string] = ["slope", Math.abs(slope), "score per token"];
  if (slope < 0) faults.push(draft("bias-sign", evidence));
  const sees = grid.seen.distances.some((distance) => distance < 0);
  if (side === "one" && sees && first < columns - 1) faults.push(draft("bias-one-sided", evidence));
  if (isOther(grid, "alibi")) faults.push(draft("other-convention"));
  const is = {
    method: "alibi",
    slope: Number(Math.abs(slope).toPrecision(6)),
    keysSeen: sees ? "all" : "causal",
  };
  return last >= 0
    ? diagnosisOf({
        is,
        models: ["bloom", "mpt"],
        faults,
        confidence: 0.9,
        subject: SUBJECT,
        says: `is the bias of ALiBi with the slope ${is.slope}`,
      })
    : undefined;
}

function linearIn({ seen, precision }: Grid): Linear | undefined {
  const { distances, values, far } = seen;
  const [farthest, value] = [distances[far] ?? 0, values[far] ?? 0];
  if (farthest < 3 || value === 0) return undefined;
  const { printErrorOf } = precision;
  for (const round of [undefined, "bfloat16", "float16"] as const)
    for (const side of ["both", "one", "signed"] as const) {
      const of = (distance: number) =>
        round === undefined ? sides[side](distance) : roundTo(round, sides[side](distance));
      const slope = slopeOf(value / of(farthest));
      const isOn = (distance: number, k: number) => {
        const allowed =
          printErrorOf(values[k]!) +
          POWER * Math.abs(values[k]!) +
          (printErrorOf(value) * Math.abs(distance)) / farthest;
        return Math.abs(values[k]! - slope * of(distance)) <= allowed;
      };
      if (!distances.every(isOn)) continue;
      const bits: [string, number, string] = ["significant bits", round === "bfloat16" ? 8 : 11, "bits"];
      return { side, slope, faults: round === undefined ? [] : [draft("bias-distances-rounded", bits)] };
    }
  return undefined;
}

/** The product of a slope in float32 and a distance. */
const POWER = 2 ** -20;

/** The slope of ALiBi next to a measured one, or that one. */
function slopeOf(measured: number): number {
  const size = Math.abs(measured);
  for (const heads of [8, 16, 32])
    for (const slope of alibiSlopes(heads))
      if (Math.abs(slope / size - 1) < 2 ** -10) return Math.sign(measured) * slope;
  return measured;
}

/** m j in every row: after the softmax this is −m (i − j). */
function byKey({ matrix, at, isMasked, precision }: Grid): Linear | undefined {
  const { rows, columns } = matrix;
  const last = columns - 1;
  const slope = at(rows - 1, last) / last;
  if (!Number.isFinite(slope) || slope === 0 || slope < MASKED) return undefined;
  for (let query = 0; query < rows; query++)
    for (let key = 0; key < columns; key++) {
      const value = at(query, key);
      const allowed = precision.errorOf(value) + precision.errorOf(slope * last) + 2 ** -20 * Math.abs(value);
      if (!isMasked(query, key) && Math.abs(value - slope * key) > allowed) return undefined;
    }
  return { side: "signed", slope, faults: [] };
}

/** Distances share a number exactly where they share a bucket. */
function t5In(grid: Grid): Diagnosis | undefined {
  const { expected } = grid;
  const { buckets, maxDistance } =
    expected !== undefined && "buckets" in expected ? expected : { buckets: 32, maxDistance: 128 };
  for (const size of new Set([buckets, 32, 64, 16]))
    for (const bidirectional of [true, false]) {
      const spec = { buckets: size, maxDistance, bidirectional };
      if (!followsBuckets(grid, spec)) continue;
      const faults: Draft[] = [];
      if (expected !== undefined && !("buckets" in expected)) faults.push(draft("other-convention"));
      else if (expected !== undefined && expected.buckets !== size) faults.push(draft("other-convention"));
      else if (expected !== undefined && expected.bidirectional !== bidirectional) {
        const evidence: [string, number, string] = [
          "buckets of one direction",
          bidirectional ? size / 2 : size,
          "buckets",
        ];
        faults.push(draft(bidirectional ? "buckets-bidirectional" : "buckets-one-directional", evidence));
      }
      const models = size === 32 && maxDistance === 128 ? [bidirectional ? "t5-encoder" : "t5-decoder"] : [];
      return diagnosisOf({
        is: { method: "t5", ...spec },
        models,
        faults,
        confidence: 0.9,
        subject: SUBJECT,
      });
    }
  return undefined;
}

const followsBuckets = ({ precision, seen }: Grid, spec: T5): boolean =>
  sharesNumbers(precision, seen.values, (k) => bucketOf(-seen.distances[k]!, spec)) &&
  changesAtEdges(precision, seen, spec);

/** Neighbours of a smooth rule that are equal within two errors at one place differ by no more than this many next to it. */
const SMOOTH = 6;

/** Whether numbers change where a shared bucket begins or ends. A smooth rule also gives equal numbers after rounding, but at other places. */
function changesAtEdges(precision: Precision, { distances, values }: Seen, spec: T5): boolean {
  const known = new Map<number, number>();
  distances.forEach((distance, k) => {
    known.set(distance, values[k]!);
  });
  const isJoined = (distance: number) =>
    known.has(distance) &&
    known.has(distance + 1) &&
    bucketOf(-distance, spec) === bucketOf(-distance - 1, spec);
  let [edges, changes] = [0, 0];
  for (const [distance, value] of known) {
    const next = known.get(distance + 1);
    if (distance === 0 || next === undefined || isJoined(distance)) continue; // keys after the query may all be as distance 0
    if (!isJoined(distance - 1) && !isJoined(distance + 1)) continue;
    edges++;
    if (Math.abs(next - value) > SMOOTH * precision.errorOf(value)) changes++;
  }
  return edges > 0 && changes >= edges / 2;
}

/** Whether entries of one row of a learned table are equal, and most rows have numbers of their own. */
function sharesNumbers(
  precision: Precision,
  values: ArrayLike<number>,
  rowAt: (index: number) => number,
): boolean {
  const known = new Map<number, number>();
  for (let k = 0; k < values.length; k++) {
    const value = values[k]!;
    const row = rowAt(k);
    const before = known.get(row) ?? value;
    if (Math.abs(before - value) > 2 * precision.errorOf(value)) return false;
    known.set(row, before);
  }
  const distinct = new Set(known.values()).size;
  return distinct > 4 && distinct >= 0.8 * known.size;
}

/** Cells of a window share a number exactly where they share the offset in rows and in columns. */
function swinIn(grid: Grid): Diagnosis | undefined {
  const { rows, columns, values } = grid.matrix;
  if (rows !== columns || grid.seen.values.length < values.length) return undefined; // no cell of a window is masked
  for (const spec of windowsOf(rows)) {
    const at = rowOf(spec, 0);
    if (!sharesNumbers(grid.precision, values, (k) => at(Math.floor(k / columns), k % columns))) continue;
    const isOtherWindow =
      grid.expected?.method === "swin" && grid.expected.window.join() !== spec.window.join();
    return diagnosisOf({
      is: { method: "swin", window: [...spec.window] },
      faults: isOther(grid, "swin") || isOtherWindow ? [draft("other-convention")] : [],
      confidence: 0.9,
      subject: SUBJECT,
    });
  }
  return undefined;
}

const isOther = ({ expected }: Grid, method: "alibi" | "swin"): boolean =>
  expected !== undefined && expected.method !== method;
