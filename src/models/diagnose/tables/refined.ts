/** Bases and factors that are fitted to a whole table. */

import type { Sheet } from "../findings/columns.ts";
import { searchOf, type Unexpected } from "./compared.ts";
import { compareWith, entryAt, type Places, someRows, type Table } from "./comparison.ts";

/** The base for which a table is nearest to the numbers, near a fitted one, with as few digits as are needed. */
export function refinedBase(input: Unexpected, { view, places: at, base, sheetFor }: ToRefine): number {
  const rows = someRows(view.rows);
  const { bounds } = searchOf(input);
  const costOf = (each: number) => {
    const sheet = sheetFor(each);
    let sum = 0;
    for (const row of rows)
      for (const [c, column] of sheet.columns.entries()) {
        if (c >= view.columns) break;
        const exact = entryAt(sheet, column, (at[column.axis] ?? at[0]!)(row));
        const difference = Math.abs(view.at(row, c) - exact);
        if (Number.isFinite(difference)) sum += Math.min(difference * difference, 1e-4);
      }
    return sum;
  };
  const off = Math.min(WIDE, 1 / sensitivity(sheetFor(base), at, rows));
  const near = least(base, off, costOf);
  const found = meetingMost(meetingMost(near));
  return shortestOf(found, (each) => compareWith(view, sheetFor(each), at, bounds, rows).outside === 0);

  /** The base with which most entries agree: each allows the bases that move it by no more than its error, as seen from a near one. */
  function meetingMost(base: number): number {
    const [sheet, before, after] = [base, base * Math.exp(-STEP), base * Math.exp(STEP)].map(sheetFor);
    const ends: (readonly [at: number, opens: 1 | -1])[] = [];
    for (const row of rows)
      for (const [c, column] of sheet!.columns.entries()) {
        if (c >= view.columns) break;
        const position = (at[column.axis] ?? at[0]!)(row);
        const entryIn = (sheet: Sheet) => entryAt(sheet, sheet.columns[c]!, position);
        const moves = (entryIn(after!) - entryIn(before!)) / (2 * STEP);
        const found = view.at(row, c);
        const half = Math.abs((bounds.precision.errorOf(found) + 2 ** -24) / moves);
        const middle = (found - entryIn(sheet!)) / moves;
        if (half < off) ends.push([middle - half, 1], [middle + half, -1]);
      }
    let [open, most, best] = [0, 0, 0];
    ends.sort(([one], [other]) => one - other);
    for (const [k, [at, opens]] of ends.entries()) {
      open += opens;
      if (open > most) [most, best] = [open, (at + ends[k + 1]![0]) / 2];
    }
    return base * Math.exp(best);
  }
}

/** The base with the fewest digits that does as well. */
export const shortestOf = (base: number, isEqual: (base: number) => boolean): number =>
  [2, 3, 4, 5, 6, 7, 8, 10].map((digits) => Number(base.toPrecision(digits))).find(isEqual) ?? base;

/** Of the logarithm of a base, to see how entries move with it. */
const STEP = 1e-6;

/** The logarithm of a fitted base is off by no more. */
export const WIDE = 0.02;

/** How far the phases move with the logarithm of the base, at most. */
function sensitivity({ columns }: Sheet, places: Places, rows: readonly number[]): number {
  const farthest = (axis: number) =>
    rows.reduce((most, row) => Math.max(most, Math.abs((places[axis] ?? places[0]!)(row))), 0);
  const pairs = columns.reduce((most, { pair }) => Math.max(most, pair + 1), 1);
  return columns.reduce(
    (most, { axis, frequency, pair }) =>
      Math.max(most, (farthest(Math.max(0, axis)) * frequency * pair) / pairs),
    1e-9,
  );
}

/** The base of the least cost, near one. */
export function least(base: number, off: number, costOf: (base: number) => number): number {
  let [low, high] = [Math.log(base) - off, Math.log(base) + off];
  for (let step = 0; step < 40; step++) {
    const [a, b] = [low + (high - low) / 3, high - (high - low) / 3];
    if (costOf(Math.exp(a)) < costOf(Math.exp(b))) high = b;
    else low = a;
  }
  return Math.exp((low + high) / 2);
}

interface ToRefine {
  readonly view: Table;
  readonly places: Places;
  readonly base: number;
  readonly sheetFor: (base: number) => Sheet;
}

/** The factor of the entries that fits best. */
export function factorOf(table: Table, sheet: Sheet, places: readonly Float64Array[]): number {
  let [xy, yy] = [0, 0];
  for (const row of someRows(table.rows))
    for (const [at, column] of sheet.columns.entries()) {
      const exact = entryAt({ ...sheet, factor: 1 }, column, (places[column.axis] ?? places[0]!)[row]!);
      const found = table.at(row, at);
      if (!Number.isFinite(found)) continue;
      xy += found * exact;
      yy += exact * exact;
    }
  return yy === 0 ? 1 : xy / yy;
}
