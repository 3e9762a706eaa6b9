/** Cosines, sines or angles of a rotation by themselves: one number for each pair, or each of them twice. */
import { checkSpec } from "../../../api/spec.ts";
import type { Diagnosis } from "../findings/diagnosis.ts";
import type { Precision } from "../findings/precision.ts";
import type { Matrix } from "../input/read.ts";
import { shortOf } from "../rotations/phases.ts";
import { matrixOf, rowsFor } from "./by-pairs.ts";
import { diagnoseCache, diagnosePart } from "./cache.ts";
import { candidatesOf } from "./candidates.ts";
import { searchOf, type Unexpected } from "./compared.ts";
import type { Expected } from "./expectation.ts";
import { bestFit, type Fit } from "./fit.ts";

/** A rotation of which the table holds one part, if all entries agree with it. */
export function partOfRotation(input: Unexpected): Fit | undefined {
  const { table, positions, precision } = input;
  const { chosen, places } = rowsFor(input, table);
  const common = { positions: places, assumed: positions === undefined, print: precision };
  for (const columns of ordersOf(table.columns)) {
    const part = matrixOf(table, chosen, columns);
    const of = (wave: (angle: number) => number): Matrix => ({ ...part, values: part.values.map(wave) });
    const found = areAngles(part, precision)
      ? [diagnoseCache({ ...common, cos: of(Math.cos), sin: of(Math.sin) })]
      : areWaves(part, precision)
        ? (["cos", "sin"] as const).map((only) => diagnosePart({ ...common, only, part, factor: 1 }))
        : [];
    for (const each of found) {
      const fit = each?.is == null ? undefined : fitOf(input, each.is, columns.length);
      if (fit !== undefined) return fit;
    }
  }
  return undefined;
}

/** Whether each column is a wave of one frequency, or each the angles of one: a sum with something else is not. */
export function isOnePart(input: Unexpected): boolean {
  const { chosen } = rowsFor(input, input.table);
  const part = matrixOf(input.table, chosen, [...new Array(input.table.columns).keys()]);
  return areAngles(part, input.precision) || areWaves(part, input.precision);
}

/** All columns, the first half of them, and every second one. */
function ordersOf(columns: number): number[][] {
  const all = [...new Array(columns).keys()];
  const halved = columns % 2 === 0 ? [all.slice(0, columns / 2), all.filter((at) => at % 2 === 0)] : [];
  return [...halved, all].filter(({ length }) => length > 1);
}

/** How many columns have x(p − 1) + x(p + 1) = m · x(p) in all rows. Other tables need no search. */
function evenColumns(
  { rows, columns, values }: Matrix,
  { errorOf }: Precision,
  multipleOf: (column: readonly number[]) => number,
): number {
  if (rows < FEWEST) return 0;
  const all = Array.from({ length: columns }, (_, c) =>
    Array.from({ length: rows }, (__, row) => values[row * columns + c]!),
  );
  return all.filter((x) => {
    const multiple = multipleOf(x);
    return x.every((value, row) => {
      if (row === 0 || row === rows - 1) return true;
      const [before, after] = [x[row - 1]!, x[row + 1]!];
      const error = errorOf(before) + errorOf(value) + errorOf(after) + 2 ** -22;
      return Math.abs(before + after - multiple * value) <= ERRORS * error;
    });
  }).length;
}

const areAngles = (part: Matrix, precision: Precision) =>
  evenColumns(part, precision, () => 2) === part.columns && part.values.some((x) => Math.abs(x) > 2);

/** Most columns are waves of one frequency; a few may be wrong. */
const areWaves = (part: Matrix, precision: Precision) =>
  2 * evenColumns(part, precision, multipleOfWave) >= part.columns;

/** 2 cos ω, by least squares. */
function multipleOfWave(x: readonly number[]): number {
  let [xx, xy] = [0, 0];
  for (let row = 1; row + 1 < x.length; row++) {
    xx += x[row]! ** 2;
    xy += x[row]! * (x[row - 1]! + x[row + 1]!);
  }
  return xx === 0 ? 2 : xy / xx;
}

/** Fewer rows fit any frequency. */
const FEWEST = 4;
/** Errors of the three entries, and of the multiple. */
const ERRORS = 3;

function fitOf(input: Unexpected, is: NonNullable<Diagnosis["is"]>, pairs: number): Fit | undefined {
  const fields = typeof is === "string" ? { preset: is } : { headDim: 2 * pairs, pairing: "halves", ...is };
  const spec = checkSpec(fields as unknown);
  if (spec.method !== "rope") return undefined;
  const of: Expected = { name: "the named rotation", is, spec };
  const right = candidatesOf({ ...of, anyPairing: true }, "table", input.table.columns).filter(
    ({ sheet }) => sheet.columns.length === input.table.columns,
  );
  const fit = bestFit(input.table, right, { ...searchOf(input), isExact: true, isOnlyEqual: true });
  const pairing = fit?.sheet.pairing;
  if (fit === undefined || pairing === undefined) return fit && { ...fit, of };
  // An order of columns shows the pairing, and the preset of the same angles may have the other one, and wider heads.
  const own = { ...spec, headDim: 2 * pairs, rotaryDim: 2 * pairs, rotaryOffset: 0 };
  const isPreset = typeof is === "string" && pairing === spec.pairing;
  return { ...fit, of: { ...of, is: isPreset ? is : { ...shortOf(own), pairing } } };
}
