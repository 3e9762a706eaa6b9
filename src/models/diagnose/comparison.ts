/** Compares every entry of a table with the numbers of a convention. */
import type { Column, Sheet, Wave } from "./columns.ts";
import type { Precision } from "./precision.ts";

/** Rows of numbers, wherever they are stored. */
export interface Table {
  readonly rows: number;
  readonly columns: number;
  readonly at: (row: number, column: number) => number;
}

/** An entry that was compared. */
export interface Entry {
  /** Row, from 0; the token of vectors. */
  readonly row: number;
  /** Column, from 0; the channel of vectors. */
  readonly column: number;
  /** The head of vectors. */
  readonly head?: number;
  /** The position that belongs to the row. */
  readonly position: number;
  readonly found: number;
  readonly expected: number;
}

/** The counts of a comparison. */
export interface Counts {
  /** Entries that were compared. */
  readonly compared: number;
  /** Entries that differ by more than the bound. */
  readonly outside: number;
  /** The largest difference of an entry. */
  readonly largest: number;
  /** The largest difference that counts as equal at any entry. */
  readonly bound: number;
  /** The first entry outside the bound; null if there is none. */
  readonly first: Entry | null;
  /** The entry outside the bound with the largest difference; null if there is none. */
  readonly worst: Entry | null;
}

/** The positions of rows: for each axis, the position of a row. */
export type Places = readonly ((row: number) => number)[];

export const placesOf = (lists: readonly ArrayLike<number>[]): Places =>
  lists.map((list) => (row: number) => list[row]!);

export interface Bounds {
  readonly precision: Precision;
  /** Added to what counts as equal, relative to an entry's size. Default: 0. */
  readonly allow?: number;
  /** Whether phases are rounded as in the float32 recipe of the frameworks. */
  readonly isRecipe?: boolean;
  /** Whether phases may be as far off as in any float32 recipe: a first look only. */
  readonly isLoose?: boolean;
}

/** Phases of the float32 recipe are off by so much, relative to their size. */
export const PHASE = 6 * 2 ** -23;
/** A phase that is off by more says nothing. */
export const MOST_SLACK = 0.05;

/** Half the distance of neighbours at 1 in float32. */
const HALF = 2 ** -24;

/** Entries of the recipe: rounded once, from a sine that is off by up to two units. */
const RECIPE_ENTRY = 2 ** -22;

/** Counts differences, first and worst entry among all. */
export class Counter {
  compared = 0;
  outside = 0;
  largest = 0;
  bound = 0;
  first: Entry | null = null;
  worst: Entry | null = null;
  #most = 0;

  add(found: number, expected: number, allowed: number, entry: () => Entry): void {
    if (!Number.isFinite(found)) return; // reported by its own finding
    this.compared++;
    const difference = Math.abs(found - expected);
    if (difference > this.largest) this.largest = difference;
    if (allowed > this.bound) this.bound = allowed;
    if (difference <= allowed) return;
    this.outside++;
    if (this.first === null) this.first = entry();
    if (difference <= this.#most) return;
    this.#most = difference;
    this.worst = entry();
  }

  get counts(): Counts {
    const { compared, outside, largest, bound, first, worst } = this;
    return { compared, outside, largest, bound, first, worst };
  }
}

/** Compares all rows, or some of them, with a sheet. Columns of the sheet beyond the table are left out. */
export function compareWith(
  table: Table,
  sheet: Sheet,
  places: Places,
  bounds: Bounds,
  rows?: readonly number[],
): Counts {
  const counter = new Counter();
  const { columns, zeroAt, zeroFirst, factor } = sheet;
  const width = Math.min(table.columns, columns.length);
  const count = rows?.length ?? table.rows;
  const { precision, allow = 0, isRecipe = false, isLoose = false } = bounds;
  for (let k = 0; k < count; k++) {
    const row = rows?.[k] ?? k;
    const isZero = (zeroFirst && row === 0) || (zeroAt !== undefined && places[0]!(row) === zeroAt);
    const inner = zeroFirst ? row - 1 : row;
    for (let at = 0; at < width; at++) {
      const column = columns[at]!;
      const position = isZero || column.axis < 0 ? 0 : (places[column.axis] ?? places[0]!)(inner);
      const plain = isRecipe
        ? Math.fround(Math.fround(position) * column.frequency)
        : position * column.frequency;
      const phase = sheet.phase === undefined ? plain : sheet.phase(plain);
      const expected = isZero ? 0 : factor * waveAt(column.wave, phase, column);
      const found = table.at(row, at);
      const own = isLoose ? HALF + Math.min(PHASE * Math.abs(phase), MOST_SLACK) : HALF;
      const off = isRecipe ? RECIPE_ENTRY + HALF * Math.abs(phase) : own;
      const size = Math.max(Math.abs(expected), Math.abs(factor));
      const allowed = precision.errorOf(found) + size * (off + allow);
      counter.add(found, expected, allowed, () => ({ row, column: at, position, found, expected }));
    }
  }
  return counter.counts;
}

/** The entry of a column. */
export function waveAt(wave: Wave, phase: number, { pair, shift = 0 }: Column): number {
  switch (wave) {
    case "sin":
      return Math.sin(phase + shift);
    case "cos":
      return Math.cos(phase + shift);
    case "-sin":
      return -Math.sin(phase + shift);
    case "cos-of-sin":
      return Math.cos(Math.sin(phase + shift));
    case "phase":
      return phase + shift;
    case "one-hot":
      return phase === pair ? 1 : 0;
    case "zero":
      return 0;
  }
}

/** Largest error of a float32 frequency, in units of its last place. */
const UNITS = 16;

const bits = new DataView(new ArrayBuffer(4));

/** The float32 that is some units from another one. */
function stepped(x: number, units: number): number {
  bits.setFloat32(0, x);
  bits.setInt32(0, bits.getInt32(0) + units);
  return bits.getFloat32(0);
}

/**
 * The same sheet with the float32 frequency of each pair that fits best: programs compute powers in float32, each a few units
 * off in its own way, but every row of a column has the same frequency.
 */
export function withFloatFrequencies(
  table: Table,
  sheet: Sheet,
  places: Places,
  rows: readonly number[],
): Sheet {
  const fitted = new Map<string, number>();
  const width = Math.min(table.columns, sheet.columns.length);
  const keyOf = ({ axis, frequency }: Column) => `${axis} ${frequency}`;
  const groups = new Map<string, number[]>();
  sheet.columns.slice(0, width).forEach((column, at) => {
    if (column.wave === "zero" || column.wave === "one-hot" || column.frequency === 0) return;
    const key = keyOf(column);
    groups.set(key, [...(groups.get(key) ?? []), at]);
  });
  for (const [key, members] of groups) {
    const exact = Math.fround(sheet.columns[members[0]!]!.frequency);
    let best = { sum: Infinity, frequency: exact };
    for (let k = 0; k <= 2 * UNITS; k++) {
      const frequency = stepped(exact, k % 2 === 0 ? k / 2 : -(k + 1) / 2);
      const sum = squaresOf(table, sheet, places, { rows, members, frequency, most: best.sum });
      if (sum < best.sum) best = { sum, frequency };
    }
    fitted.set(key, best.frequency);
  }
  const columns = sheet.columns.map((column) => ({
    ...column,
    frequency: fitted.get(keyOf(column)) ?? column.frequency,
  }));
  return { ...sheet, columns };
}

interface Some {
  readonly rows: readonly number[];
  readonly members: readonly number[];
  readonly frequency: number;
  readonly most: number;
}

function squaresOf(
  table: Table,
  { columns, factor, zeroFirst }: Sheet,
  places: Places,
  { rows, members, frequency, most }: Some,
): number {
  let sum = 0;
  for (const row of rows) {
    if (zeroFirst && row === 0) continue;
    for (const at of members) {
      const column = columns[at]!;
      const position = (places[column.axis] ?? places[0]!)(zeroFirst ? row - 1 : row);
      const phase = Math.fround(Math.fround(position) * frequency);
      const difference = table.at(row, at) - factor * waveAt(column.wave, phase, column);
      // One wrong entry must not decide.
      if (Number.isFinite(difference)) sum += Math.min(difference * difference, 1e-4);
    }
    if (sum > most) return sum;
  }
  return sum;
}

/** Rows that show a mistake early: the first ones, then ever farther apart, and the last. */
export function someRows(rows: number, near = 24): number[] {
  const chosen: number[] = [];
  for (let k = 0; k < rows; k = k < near ? k + 1 : Math.ceil(k * 1.1)) chosen.push(k);
  if (chosen.at(-1) !== rows - 1) chosen.push(rows - 1);
  return chosen;
}
