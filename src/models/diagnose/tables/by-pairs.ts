/** Explains a table by the cosine and the sine of each pair: what its angles follow, and the pair that follows something else. */

import { type rotaryArrangements, rotarySheet, type Sheet } from "../findings/columns.ts";
import type { Diagnosis } from "../findings/diagnosis.ts";
import { type Draft, draft } from "../findings/findings.ts";
import type { Matrix } from "../input/read.ts";
import { diagnoseCache, diagnosePart } from "./cache.ts";
import type { Against } from "./compared.ts";
import { someRows, type Table } from "./comparison.ts";
import { type Candidate, type Fit, transposed } from "./fit.ts";
import { diagnoseTable } from "./table.ts";

interface Explained {
  readonly faults: readonly Draft[];
  readonly confidence: number;
  readonly is?: Diagnosis["is"];
  readonly isRotation: boolean;
}

/** More rows say no more about a rule. */
const MOST_ROWS = 512;

/** What the angles of the pairs follow, if it is a known mistake with what is expected. */
export function explainByPairs(input: Against, candidates: readonly Candidate[]): Explained | undefined {
  let best: Explained | undefined;
  for (const { of, sheet, faults } of candidates) {
    const view = sheet.columns.length === input.table.columns ? input.table : transposed(input.table);
    if (sheet.columns.length !== view.columns) continue;
    const found =
      of.spec.method === "sinusoidal"
        ? bySinusoid(input, view, of.spec)
        : (byRotation(input, view, { of, sheet, faults }) ?? byOnePart(input, view, { of, sheet, faults }));
    if (found === undefined || found.findings.every(({ severity }) => severity === "note")) continue;
    const all = [...faults, ...found.findings.map(({ name, evidence }) => ({ name, evidence }))];
    if (best !== undefined && all.length >= best.faults.length) continue;
    const isRotation = of.spec.method === "rope";
    best = { faults: all, confidence: found.findings[0]!.confidence, is: found.is, isRotation };
  }
  return best;
}

/** Some rows, and their positions. */
export function rowsFor(
  { positions, rowNumbers }: Pick<Against, "positions" | "rowNumbers">,
  { rows }: Table,
) {
  const chosen = rows <= MOST_ROWS ? Array.from({ length: rows }, (_, row) => row) : someRows(rows, 128);
  const lists = positions ?? [rowNumbers ?? Float64Array.from({ length: rows }, (_, row) => row)];
  return { chosen, places: lists.map((list) => Float64Array.from(chosen, (row) => list[row]!)) };
}

export const matrixOf = ({ at }: Table, rows: readonly number[], columns: readonly number[]): Matrix => ({
  rows: rows.length,
  columns: columns.length,
  values: Float64Array.from({ length: rows.length * columns.length }, (_, k) => {
    const value = at(rows[Math.floor(k / columns.length)]!, columns[k % columns.length]!);
    return Number.isFinite(value) ? value : 0;
  }),
});

function bySinusoid(input: Against, view: Table, spec: Parameters<typeof diagnoseTable>[0]["expected"]) {
  const { chosen, places } = rowsFor(input, view);
  const columns = Array.from({ length: view.columns }, (_, at) => at);
  return diagnoseTable({
    matrix: matrixOf(view, chosen, columns),
    positions: places[0]!,
    assumed: input.positions === undefined,
    expected: spec,
    print: input.precision,
  });
}

/** The columns of the cosine and the sine of each pair; undefined if a pair has only one of them. */
export function partsOf({ columns }: Pick<Candidate["sheet"], "columns">) {
  const cos: number[] = [];
  const sin: number[] = [];
  columns.forEach(({ wave, pair }, at) => {
    if (wave === "cos") cos[pair] ??= at;
    if (wave === "sin" || wave === "-sin") sin[pair] ??= at;
  });
  const pairs = Math.max(cos.length, sin.length);
  const isWhole = Array.from(
    { length: pairs },
    (_, pair) => cos[pair] !== undefined && sin[pair] !== undefined,
  );
  return pairs > 0 && isWhole.every(Boolean) ? { cos, sin } : undefined;
}

function byRotation(input: Against, view: Table, { of, sheet }: Candidate): Diagnosis | undefined {
  const parts = partsOf(sheet);
  if (of.spec.method !== "rope" || parts === undefined) return undefined;
  const { chosen, places } = rowsFor(input, view);
  return diagnoseCache({
    cos: matrixOf(view, chosen, parts.cos),
    sin: matrixOf(view, chosen, parts.sin),
    positions: places,
    assumed: input.positions === undefined,
    print: input.precision,
    expected: of.spec,
    expectedName: of.is,
  });
}

/** Explains cosines alone, or sines alone. */
function byOnePart(input: Against, view: Table, { of, sheet }: Candidate): Diagnosis | undefined {
  const waves = new Set(sheet.columns.map(({ wave }) => wave));
  const only = waves.size > 1 || of.spec.method !== "rope" ? undefined : sheet.columns[0]?.wave;
  if (of.spec.method !== "rope" || (only !== "cos" && only !== "sin")) return undefined;
  const { chosen, places } = rowsFor(input, view);
  const columns: number[] = [];
  sheet.columns.forEach(({ pair }, at) => {
    columns[pair] ??= at;
  });
  return diagnosePart({
    only,
    part: matrixOf(view, chosen, columns),
    factor: sheet.factor,
    positions: places,
    assumed: input.positions === undefined,
    print: input.precision,
    expected: of.spec,
    expectedName: of.is,
  });
}

/** A finding about one pair needs that most other pairs are right. */
const MOST_PAIRS = 0.25;

/** The first pair whose entries differ, if most other pairs agree. */
export function pairThatDiffers({ table, sheet, counts, places }: Fit): Draft | undefined {
  const { first } = counts;
  if (first === null || table.rows < 3 || counts.outside < table.rows / 2) return undefined;
  const parts = partsOf(sheet);
  const wave = sheet.columns[first.column]!;
  if (parts === undefined || wave.wave === "zero") return undefined;
  const { pair } = wave;
  const pairs = parts.cos.length;
  if (counts.outside > MOST_PAIRS * counts.compared || pairs < 4) return undefined;
  const [c, s] = [parts.cos[pair]!, parts.sin[pair]!];
  if (Math.max(c, s) >= table.columns) return undefined;
  const angle = (row: number) => Math.atan2(table.at(row, s), table.at(row, c));
  const wrap = (turn: number) => turn - 2 * Math.PI * Math.round(turn / (2 * Math.PI));
  const steps = [0, 1].map((row) => wrap(angle(row + 1) - angle(row)));
  const far = (places[wave.axis] ?? places[0]!)(1) - (places[wave.axis] ?? places[0]!)(0);
  const size = Math.abs(sheet.factor);
  const isSteady = someRows(Math.min(table.rows, 24)).every(
    (row) =>
      Math.abs(wrap(angle(row) - angle(0) - row * steps[0]!)) < 1e-2 &&
      Math.abs(Math.hypot(table.at(row, s), table.at(row, c)) / size - 1) < 1e-2,
  );
  const expected = wave.frequency * far;
  if (!isSteady || Math.abs(wrap(steps[0]! - expected)) < 1e-3) return undefined;
  return draft(
    "pair-differs",
    ["pair", pair],
    ["radians a row", steps[0]!, "rad"],
    ["expected", expected, "rad"],
  );
}

// Whether the columns of one array may be cosines and sines of pairs.

/** Whether columns that should hold the same number do. */
export function isCopied({ rows, at }: Table, { columns }: Sheet): boolean {
  const first = new Map<string, number>();
  const twins = columns.flatMap(({ wave, pair }, here) => {
    const key = `${wave} ${pair}`;
    const there = first.get(key);
    if (there === undefined) first.set(key, here);
    return there === undefined ? [] : [[there, here] as const];
  });
  return someRows(rows).every((row) => twins.every(([a, b]) => at(row, a) === at(row, b)));
}

/** The columns of an array that holds both parts of each pair in this arrangement; undefined if the pairs lie on no circle. */
export function circlesIn(table: Table, arrangement: (typeof rotaryArrangements)[number]) {
  const pairs = table.columns / arrangement.of(1).length;
  if (!Number.isInteger(pairs) || pairs < 1) return undefined;
  const sheet = rotarySheet({ frequencies: new Float64Array(pairs), factor: 1 }, arrangement);
  const parts = partsOf(sheet);
  return parts !== undefined && isCircle(table, parts) ? { ...parts, sheet } : undefined;
}

/** Whether cosine and sine of each pair lie on one circle. */
function isCircle(
  { rows, at }: Table,
  { cos, sin }: { cos: readonly number[]; sin: readonly number[] },
): boolean {
  const size = (row: number, pair: number) => Math.hypot(at(row, cos[pair]!), at(row, sin[pair]!));
  const radius = size(0, 0);
  if (!(radius > 0)) return false;
  let off = 0;
  const looked = someRows(rows).slice(0, 16);
  for (const row of looked)
    for (let pair = 0; pair < cos.length; pair++) if (!(Math.abs(size(row, pair) / radius - 1) < 0.02)) off++;
  return off <= 0.1 * looked.length * cos.length;
}
