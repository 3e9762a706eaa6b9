/** Bases and factors that are fitted to a whole table. */

import type { Sheet } from "./columns.ts";
import type { Unexpected } from "./compared.ts";
import { searchOf } from "./compared.ts";
import { compareWith, placesOf, someRows, type Table, waveAt } from "./comparison.ts";

/** The base for which a table is nearest to the numbers, near a fitted one, with as few digits as are needed. */
export function refinedBase(input: Unexpected, { view, places, base, sheetFor }: ToRefine): number {
  const rows = someRows(view.rows);
  const at = placesOf(places);
  const sumFor = (each: number) => {
    const { columns, factor } = sheetFor(each);
    let sum = 0;
    for (const row of rows)
      for (const [c, column] of columns.entries()) {
        if (c >= view.columns) break;
        const exact =
          factor * waveAt(column.wave, (at[column.axis] ?? at[0]!)(row) * column.frequency, column);
        const difference = view.at(row, c) - exact;
        if (Number.isFinite(difference)) sum += Math.min(difference * difference, 1e-4);
      }
    return sum;
  };
  let [low, high] = [Math.log(base) - 0.02, Math.log(base) + 0.02];
  for (let step = 0; step < 48; step++) {
    const [a, b] = [low + (high - low) / 3, high - (high - low) / 3];
    if (sumFor(Math.exp(a)) < sumFor(Math.exp(b))) high = b;
    else low = a;
  }
  const found = Math.exp((low + high) / 2);
  const bounds = searchOf(input).bounds;
  const isEqual = (each: number) => compareWith(view, sheetFor(each), at, bounds, rows).outside === 0;
  return [4, 5, 6, 7, 8, 10].map((digits) => Number(found.toPrecision(digits))).find(isEqual) ?? found;
}

interface ToRefine {
  readonly view: Table;
  readonly places: readonly Float64Array[];
  readonly base: number;
  readonly sheetFor: (base: number) => Sheet;
}

export const isPlainBase = (base: number) => Number(base.toPrecision(3)) === base;

/** The factor of the entries that fits best. */
export function factorOf(table: Table, { columns }: Sheet, places: readonly Float64Array[]): number {
  let [xy, yy] = [0, 0];
  for (const row of someRows(table.rows))
    for (const [at, column] of columns.entries()) {
      const exact = waveAt(column.wave, (places[column.axis] ?? places[0]!)[row]! * column.frequency, column);
      const found = table.at(row, at);
      if (!Number.isFinite(found)) continue;
      xy += found * exact;
      yy += exact * exact;
    }
  return yy === 0 ? 1 : xy / yy;
}
