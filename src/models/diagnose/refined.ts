/** Bases and factors that are fitted to a whole table. */

import type { Sheet } from "./columns.ts";
import type { Unexpected } from "./compared.ts";
import { searchOf } from "./compared.ts";
import { compareWith, entryAt, type Places, someRows, type Table } from "./comparison.ts";

/** The base for which a table is nearest to the numbers, near a fitted one, with as few digits as are needed. */
export function refinedBase(input: Unexpected, { view, places: at, base, sheetFor }: ToRefine): number {
  const rows = someRows(view.rows);
  const { bounds } = searchOf(input);
  const costBy = (costOf: (difference: number, found: number) => number) => (each: number) => {
    const sheet = sheetFor(each);
    let sum = 0;
    for (const row of rows)
      for (const [c, column] of sheet.columns.entries()) {
        if (c >= view.columns) break;
        const exact = entryAt(sheet, column, (at[column.axis] ?? at[0]!)(row));
        const found = view.at(row, c);
        if (Number.isFinite(found)) sum += costOf(Math.abs(found - exact), found);
      }
    return sum;
  };
  const off = Math.min(WIDE, 1 / sensitivity(sheetFor(base), at, rows));
  const near = least(
    base,
    off,
    costBy((difference) => Math.min(difference * difference, 1e-4)),
  );
  // Small numbers of many digits are known more exactly than large ones: each counts by its own error.
  const { errorOf } = bounds.precision;
  const relative = (difference: number, found: number) => difference / (errorOf(found) + 2 ** -24);
  const found = least(
    near,
    off / 10,
    costBy((difference, of) => Math.log1p(Math.max(0, relative(difference, of) - 0.5) ** 2)),
  );
  const isEqual = (each: number) => compareWith(view, sheetFor(each), at, bounds, rows).outside === 0;
  return shortestOf(isEqual(found) ? found : (throughWorst(found, off / 10) ?? found), isEqual);

  /** The base that meets the worst entry: a number near 0 is known best, and one sum over all outvotes it. */
  function throughWorst(base: number, off: number): number | undefined {
    const { worst } = compareWith(view, sheetFor(base), at, bounds, rows);
    if (worst === null) return undefined;
    const differenceBy = (each: number) => {
      const sheet = sheetFor(each);
      return Math.abs(worst.found - entryAt(sheet, sheet.columns[worst.column]!, worst.position));
    };
    const through = least(base, off, differenceBy);
    return isEqual(through) ? through : undefined;
  }
}

/** The base with the fewest digits that does as well. */
export const shortestOf = (base: number, isEqual: (base: number) => boolean): number =>
  [2, 3, 4, 5, 6, 7, 8, 10].map((digits) => Number(base.toPrecision(digits))).find(isEqual) ?? base;

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
