/** The grids that the rows of a table may be: with the base of published grids, and with the base that the numbers show. */
import type { ResolvedSpec } from "../../../api/methods.ts";
import { checkSpec } from "../../../api/spec.ts";
import { additiveSheet, powers, rowsInPlace, type Sheet } from "../findings/columns.ts";
import { shortSpec } from "../findings/sinusoids.ts";
import { fitFrequencies, mayBe } from "../rotations/free-fit.ts";
import type { Unexpected } from "./compared.ts";
import type { Table } from "./comparison.ts";
import { shapesOf } from "./expectation.ts";
import type { Candidate } from "./fit.ts";
import { refinedBase } from "./refined.ts";

/** Every shape, order of axes, layout and first place. */
export function* gridWays(table: Table): Generator<Candidate> {
  const { rows, columns } = table;
  const token = isEmpty(table, 0);
  const first = firstPlaces(table, Number(token));
  for (const axes of [...orders[2], ...orders[3]]) {
    if (columns % (2 * axes.length) !== 0) continue;
    const shapes = shapesOf(rows - Number(token), axes.length).filter((sides) => !sides.includes(1));
    for (const layout of ["interleaved", "halves", "flipped-halves"] as const) {
      const wayTo = (shape: readonly number[], place: object): Candidate => {
        const fields = { dModel: columns, shape, axes, layout, ...place, ...(token && { classToken: true }) };
        const spec = checkSpec({ method: "grid", ...fields });
        const is = shortSpec({ method: "grid", ...fields });
        return { sheet: additiveSheet(spec)!, of: { name: "the named grid", is, spec }, faults: [] };
      };
      if (shapes.length === 0 || !isRound(table, wayTo(shapes[0]!, first[0]!).sheet)) continue;
      for (const shape of shapes) for (const place of first) yield wayTo(shape, place);
    }
  }
}

/** Rows that show whether columns are sines and cosines of one angle, and how near to 1 their length is in any type of float. */
const [LOOKED, NEAR] = [16, 0.02];

/** Whether most pairs of columns are on the unit circle, as in a grid of any shape and base in this layout. */
function isRound({ rows, at }: Table, { columns, factor }: Sheet): boolean {
  const pairs = new Map<string, number[]>();
  columns.forEach(({ axis, pair }, c) => {
    const key = `${axis} ${pair}`;
    pairs.set(key, [...(pairs.get(key) ?? []), c]);
  });
  let [on, off] = [0, 0];
  for (let row = rows - 1; row > 0; row -= Math.ceil(rows / LOOKED))
    for (const [one = 0, other = 0] of pairs.values())
      if (Math.abs(Math.hypot(at(row, one), at(row, other)) / factor - 1) < NEAR) on++;
      else off++;
  return on >= off;
}

/** The same grids with the base of their first axis, if its columns turn at the powers of one. */
export function* gridsOfAnyBase(input: Unexpected): Generator<Candidate> {
  for (const { of, sheet } of gridWays(input.table)) {
    const base = baseIn(input, of.spec as ResolvedSpec<"grid">, sheet);
    if (base === undefined) continue;
    const [spec, is] = [{ ...of.spec, base } as ResolvedSpec<"grid">, { ...(of.is as object), base }];
    yield { sheet: additiveSheet(spec)!, of: { ...of, spec, is }, faults: [] };
  }
}

function baseIn(input: Unexpected, spec: ResolvedSpec<"grid">, sheet: Sheet): number | undefined {
  const token = Number(sheet.zeroFirst ?? false);
  const { rows, columns, at } = input.table;
  const body: Table = { rows: rows - token, columns, at: (row, column) => at(row + token, column) };
  const { axis } = sheet.columns[0]!;
  const { along } = sheet.places!;
  const inner = rowsInPlace(spec.shape, axis);
  const seen = Array.from({ length: (spec.valid ?? spec.shape)[axis]! }, (_, place) => place * inner);
  const own = sheet.columns.flatMap((column, index) => (column.axis === axis ? [{ ...column, index }] : []));
  const pairs = own.length / 2;
  const values = (wave: string) => {
    const list = own.filter((column) => column.wave === wave).sort((a, b) => a.pair - b.pair);
    return Float64Array.from(seen.flatMap((row) => list.map(({ index }) => body.at(row, index))));
  };
  const [cos, sin] = [values("cos"), values("sin")];
  const error = cos.map((value, k) =>
    Math.max(input.precision.errorOf(value), input.precision.errorOf(sin[k]!)),
  );
  const positions = [Float64Array.from(seen, along[axis]!)];
  const fit = fitFrequencies({ rows: seen.length, pairs, cos, sin, error, positions });
  const base = fit.bases.at(-1);
  if (base === undefined || fit.first !== 1 || !mayBe(powers(pairs, base, 2 * pairs), fit, fit.spread))
    return undefined;
  const sheetFor = (each: number): Sheet => ({
    ...additiveSheet({ ...spec, base: each })!,
    zeroFirst: undefined,
  });
  return refinedBase(input, { view: body, places: along, base, sheetFor });
}

const orders = {
  2: [
    [0, 1],
    [1, 0],
  ],
  3: [
    [0, 1, 2],
    [0, 2, 1],
    [1, 0, 2],
    [1, 2, 0],
    [2, 0, 1],
    [2, 1, 0],
  ],
} as const;

const isEmpty = ({ columns, at }: Table, row: number) => {
  for (let column = 0; column < columns; column++) if (at(row, column) !== 0) return false;
  return true;
};

/** Place 0 has only zeros and ones; a grid with another first row begins at 1. */
function firstPlaces({ columns, at }: Table, row: number): { start?: 1; normalize?: true }[] {
  for (let column = 0; column < columns; column++)
    if (at(row, column) !== 0 && at(row, column) !== 1) return [{ start: 1 }, { start: 1, normalize: true }];
  return [{}, { normalize: true }];
}
