/** Compares every entry of a table with the numbers of a convention. */
import type { Column, Sheet, Wave } from "../findings/columns.ts";
import { Counter, type Counts } from "../findings/diagnosis.ts";
import type { Precision } from "../findings/precision.ts";

/** Rows of numbers, wherever they are stored. */
export interface Table {
  readonly rows: number;
  readonly columns: number;
  readonly at: (row: number, column: number) => number;
  /** The rows of each text, if the table has several texts. */
  readonly perText?: number;
  /** Lists that hold every number of the table, in any order; left out if there are none. */
  readonly lists?: readonly (Float64Array | Float32Array)[];
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

/** The largest error of a phase in the float32 recipe, relative to its size. */
export const PHASE = 6 * 2 ** -23;
/** A phase that is off by more says nothing. */
export const MOST_SLACK = 0.05;

/** Half the distance of neighbours at 1 in float32. */
const HALF = 2 ** -24;

/** Roundings in an entry of xPos: the wave, its scale, and their product. */
const GROWN = 3;

/** Entries of the recipe: rounded once, from a sine that is off by up to two units. */
const RECIPE_ENTRY = 2 ** -22;

/** Compares all rows, or some of them, with a sheet. Columns of the sheet beyond the table are left out. */
export function compareWith(
  table: Table,
  sheet: Sheet,
  places: Places,
  bounds: Bounds,
  rows?: readonly number[],
): Counts {
  const counter = new Counter();
  const { columns, zeroAt, zeroFirst } = sheet;
  const width = Math.min(table.columns, columns.length);
  const count = rows?.length ?? table.rows;
  const { precision } = bounds;
  const right = rowOf(width, count > FEW_ROWS ? twinsIn(columns, width) : undefined, places.length);
  const { positions } = right;
  // A sine and a cosine that are off by a rounding each give an angle that is off by √2 roundings.
  const ofPoints = sheet.isFitted ? Math.SQRT2 * precision.errorOf(1) : 0;
  // The error of an entry grows with its size: it is computed where it may be the largest so far, and where it decides.
  let [mostFound, mostError, mostSure] = [-1, -1, -1];
  for (let k = 0; k < count; k++) {
    const row = rows?.[k] ?? k;
    const isZero = (zeroFirst && row === 0) || (zeroAt !== undefined && places[0]!(row) === zeroAt);
    for (let axis = 0; axis < places.length; axis++)
      positions[axis] = isZero ? 0 : places[axis]!(zeroFirst ? row - 1 : row);
    expectRow(right, sheet, bounds, isZero);
    for (let at = 0; at < width; at++) {
      const [expected, sure] = [right.expected[at]!, right.sure[at]!];
      const found = table.at(row, at);
      const difference = Math.abs(found - expected);
      const isKnown = Math.abs(found) <= mostFound && sure <= mostSure;
      if (isKnown && difference <= sure) {
        counter.agree(difference);
        continue;
      }
      // Made for the few entries that are not as sure: a cache has 10⁷ of them.
      const entry = () => ({
        row,
        column: at,
        position: positionIn(positions, columns[at]!),
        found,
        expected,
      });
      if (isKnown && difference > mostError + sure) {
        if (counter.differ(difference)) counter.show(difference, entry());
      } else {
        const error = precision.errorOf(found) + ofPoints;
        if (Math.abs(found) > mostFound) [mostFound, mostError] = [Math.abs(found), error];
        if (sure > mostSure) mostSure = sure;
        counter.add(found, expected, error + sure, entry);
      }
    }
  }
  return counter.counts;
}

/** What a row should hold. */
interface RightRow {
  /** The position of the row on each axis. */
  readonly positions: Float64Array;
  readonly expected: Float64Array;
  /** The difference of an entry that counts as equal whatever the precision of the file. */
  readonly sure: Float64Array;
  /** For each column the first one with the same numbers. */
  readonly twins: Int32Array | undefined;
}

const rowOf = (width: number, twins: Int32Array | undefined, axes: number): RightRow => ({
  positions: new Float64Array(axes),
  expected: new Float64Array(width),
  sure: new Float64Array(width),
  twins,
});

const positionIn = (positions: Float64Array, { axis }: Column): number =>
  axis < 0 ? 0 : (positions[axis] ?? positions[0]!);

function expectRow(
  { positions, expected, sure, twins }: RightRow,
  { columns, factor, phase: of }: Sheet,
  { allow = 0, isRecipe = false, isLoose = false }: Bounds,
  isZero: boolean | undefined,
): void {
  for (let at = 0; at < expected.length; at++) {
    const twin = twins?.[at] ?? at;
    if (twin !== at) {
      expected[at] = expected[twin]!;
      sure[at] = sure[twin]!;
      continue;
    }
    const column = columns[at]!;
    const position = positionIn(positions, column);
    const plain = isRecipe
      ? Math.fround(Math.fround(position) * column.frequency)
      : position * column.frequency;
    const phase = of === undefined ? plain : of(plain);
    const grown = factorAt(factor, column, position);
    const rounded = column.growth === undefined ? HALF : GROWN * HALF;
    const own = isLoose ? rounded + Math.min(PHASE * Math.abs(phase), MOST_SLACK) : rounded;
    const off = isRecipe ? RECIPE_ENTRY + HALF * Math.abs(phase) : own;
    const entry = isZero ? 0 : grown * waveAt(column.wave, phase, column);
    expected[at] = entry;
    sure[at] = Math.max(Math.abs(entry), Math.abs(grown)) * (off + allow);
  }
}

/** In fewer rows, columns with the same numbers are not worth a search. */
const FEW_ROWS = 64;

/** For each column the first one with the same numbers: caches hold each number twice. */
function twinsIn(columns: readonly Column[], width: number): Int32Array {
  const first = new Map<string, number>();
  return Int32Array.from({ length: width }, (_, at) => {
    const { wave, frequency, pair, axis, shift, growth } = columns[at]!;
    const key = [wave, frequency, wave === "one-hot" ? pair : 0, axis, shift, growth].join();
    const twin = first.get(key) ?? at;
    first.set(key, twin);
    return twin;
  });
}

/** The factor of the entries of a column at a position. */
export const factorAt = (factor: number, { growth }: Column, position: number): number =>
  growth === undefined ? factor : factor * 2 ** (growth * position);

/** What a sheet holds in a column at a position. */
export const entryAt = ({ factor, phase }: Sheet, column: Column, position: number): number => {
  const plain = position * column.frequency;
  return (
    factorAt(factor, column, position) *
    waveAt(column.wave, phase === undefined ? plain : phase(plain), column)
  );
};

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
      const difference =
        table.at(row, at) - factorAt(factor, column, position) * waveAt(column.wave, phase, column);
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
