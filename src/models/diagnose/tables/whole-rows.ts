/** Explanations by whole rows: one row for all positions, rows at positions of their own, and something that is added to all. */

import type { Sheet } from "../findings/columns.ts";
import { type Draft, draft } from "../findings/findings.ts";
import { partsOf } from "./by-pairs.ts";
import { type Against, searchOf } from "./compared.ts";
import { compareWith, entryAt, type Table } from "./comparison.ts";
import { bestFit, type Candidate, type Fit } from "./fit.ts";

type Input = Omit<Against, "expected">;

interface Explained {
  readonly fit: Fit;
  readonly faults: readonly Draft[];
  readonly confidence: number;
}

/** Whether all rows are the same, and there are several. */
export function isOneRow({ rows, columns, at }: Table): boolean {
  if (rows < 2) return false;
  for (let row = 1; row < rows; row++)
    for (let column = 0; column < columns; column++)
      if (!Object.is(at(row, column), at(0, column))) return false;
  return true;
}

/** One row of a convention, for all positions. */
export function byOneRow(input: Input, candidates: readonly Candidate[]): Explained | undefined {
  if (!isOneRow(input.table)) return undefined;
  const one: Table = { ...input.table, rows: 1 };
  const exact = candidates.filter(
    ({ sheet }) => sheet.columns.length === one.columns && sheet.places === undefined,
  );
  const fit = bestFit(one, exact, { ...searchOf(input), positions: undefined, isExact: true });
  if (fit === undefined || fit.counts.outside > 0) return undefined;
  return {
    fit,
    faults: [draft("positions-constant", ["position of all rows", fit.start ?? 0])],
    confidence: 0.95,
  };
}

/** Rows are looked for at positions up to here. */
const FARTHEST = 4096;
const MOST_ROWS = 256;

/** Each row is a row of the convention, at a position of its own. */
export function byOwnPositions(input: Input, candidates: readonly Candidate[]): Explained | undefined {
  const { table } = input;
  if (table.rows > MOST_ROWS || table.columns < 4) return undefined;
  for (const candidate of candidates) {
    const { sheet } = candidate;
    if (sheet.columns.length !== table.columns || sheet.places !== undefined || sheet.cut !== undefined)
      continue;
    const positions = positionsOf(input, sheet);
    if (positions === undefined) continue;
    const fit = bestFit(table, [candidate], { ...searchOf(input), positions: [positions], scans: false });
    if (fit === undefined || fit.counts.outside > 0) continue;
    const isOrdered =
      input.positions === undefined &&
      positions.every((place, row) => row === 0 || place > positions[row - 1]!);
    const given = input.positions?.[0];
    const first = positions.findIndex((place, row) => place !== (given?.[row] ?? row));
    const fault = draft(
      "positions-other",
      ["first row with another position", first],
      ["its position", positions[first] ?? 0],
    );
    return { fit, faults: isOrdered ? candidate.faults : [...candidate.faults, fault], confidence: 0.9 };
  }
  return undefined;
}

/** Fewer columns of an axis fit some position by chance. */
const FEWEST_COLUMNS = 4;

/** Rows of a convention with several axes, each axis at the positions that its columns show. */
export function byOwnAxes(input: Input, candidates: readonly Candidate[]): Fit | undefined {
  const { table } = input;
  if (input.positions !== undefined || table.rows > MOST_ROWS) return undefined;
  for (const candidate of candidates) {
    const { sheet } = candidate;
    if (sheet.columns.length !== table.columns || sheet.places !== undefined || sheet.cut !== undefined)
      continue;
    const axes = [...new Set(sheet.columns.map(({ axis }) => axis))].sort((a, b) => a - b);
    if (axes.length < 2 || axes[0]! < 0) continue;
    const positions = axes.map((axis) => {
      const own = sheet.columns.flatMap((column, at) => (column.axis === axis ? [at] : []));
      if (own.length < FEWEST_COLUMNS) return undefined;
      const part: Table = { ...table, columns: own.length, at: (row, k) => table.at(row, own[k]!) };
      const columns = own.map((at) => ({ ...sheet.columns[at]!, axis: 0 }));
      return positionsOf({ ...input, table: part }, { ...sheet, columns });
    });
    const known = positions.filter((list) => list !== undefined);
    if (known.length < axes.length) continue;
    const notCompared = [
      ...(sheet.notCompared ?? []),
      "the positions on each axis, which were taken from the numbers",
    ];
    const taken = { ...candidate, sheet: { ...sheet, notCompared } };
    const fit = bestFit(table, [taken], { ...searchOf(input), positions: known, scans: false });
    if (fit?.counts.outside === 0) return fit;
  }
  return undefined;
}

/** Texts of a batch, each from a position of its own, perhaps with padding before or behind, which has one position. */
export function byTexts(input: Input, candidates: readonly Candidate[]): Fit | undefined {
  const { table, positions } = input;
  const { perText = table.rows } = table;
  if (positions !== undefined || perText === table.rows) return undefined;
  for (const candidate of candidates) {
    const { sheet } = candidate;
    if (sheet.columns.length !== table.columns || sheet.places !== undefined || sheet.cut !== undefined)
      continue;
    const found = new Float64Array(table.rows);
    /** Fills in the positions of a run; false if it has none. */
    const isPlaced = ([from, to, isStill]: Run): boolean => {
      const rows = isStill ? Math.min(1, to - from) : to - from;
      if (rows === 0) return true;
      const part: Table = { rows, columns: table.columns, at: (row, column) => table.at(from + row, column) };
      const fit = bestFit(part, [candidate], { ...searchOf(input), isExact: true, isOnlyEqual: true });
      if (fit === undefined || fit.isFalling || fit.isTransposed) return false;
      for (let row = from; row < to; row++) found[row] = fit.start! + (isStill ? 0 : row - from);
      return true;
    };
    const isFound = Array.from({ length: table.rows / perText }, (_, text) => text * perText).every((start) =>
      runsIn(table, start, start + perText).some((runs) => runs.every(isPlaced)),
    );
    if (!isFound) continue;
    const notCompared = [
      ...(sheet.notCompared ?? []),
      "where each text begins and what is padding, which was taken from the numbers",
    ];
    const taken = { ...candidate, sheet: { ...sheet, notCompared } };
    const fit = bestFit(table, [taken], { ...searchOf(input), positions: [found], scans: false });
    if (fit?.counts.outside === 0) return fit;
  }
  return undefined;
}

/** Rows, and whether all of them have one position. */
type Run = readonly [from: number, to: number, isStill: boolean];

/** The rows of a text: equal ones at its ends are padding, except that one of them may belong to the text. */
function runsIn(table: Table, start: number, end: number): Run[][] {
  const isSame = (row: number, other: number) => {
    for (let column = 0; column < table.columns; column++)
      if (!Object.is(table.at(row, column), table.at(other, column))) return false;
    return true;
  };
  let [before, behind] = [start, end];
  while (before + 1 < end && isSame(before + 1, start)) before++;
  while (behind - 1 > before && isSame(behind - 2, end - 1)) behind--;
  const firsts = [before, before + 1];
  const lasts = [behind, behind - 1].filter((to) => to > before);
  return firsts.flatMap((from) =>
    lasts.map((to): Run[] => [
      [start, from, true],
      [from, to, false],
      [to, end, true],
    ]),
  );
}

/** The position of each row; undefined if one has none. */
function positionsOf(input: Input, sheet: Sheet): Float64Array | undefined {
  const positions = new Float64Array(input.table.rows);
  const isFound = positions.every((_, row) => {
    const position = positionOf(input, sheet, row);
    positions[row] = position ?? 0;
    return position !== undefined;
  });
  return isFound ? positions : undefined;
}

function positionOf(input: Input, sheet: Sheet, row: number): number | undefined {
  const { table } = input;
  const one: Table = { rows: 1, columns: table.columns, at: (_, column) => table.at(row, column) };
  const found = table.at(row, 0);
  const [first] = sheet.columns;
  if (first === undefined) return undefined;
  for (let position = 0; position < FARTHEST; position++) {
    const exact = entryAt(sheet, first, position);
    if (Math.abs(found - exact) > input.precision.errorOf(found) + 1e-4) continue;
    const counts = compareWith(one, sheet, [() => position], { precision: input.precision, isLoose: true });
    if (counts.outside === 0) return position;
  }
  return undefined;
}

/** Standard errors between a coefficient and the one that it should be. */
const SURE = 5;

/** The waves of a few columns go along with many tables by chance. */
const FEWEST_SUMMED = 8;

/** Whether the table is the expected one plus something else, such as an embedding. */
export function somethingAdded(fit: Fit): Draft | undefined {
  const { table, sheet, places } = fit;
  if (table.rows * table.columns < 64 || sheet.columns.length !== table.columns) return undefined;
  if (table.columns < FEWEST_SUMMED || places.length > 1) return undefined;
  let [xx, xy, yy, count] = [0, 0, 0, 0];
  const row0 = (column: number) => table.at(0, column) - expectedAt(sheet, places, 0, column);
  let isSameRow = true;
  for (let row = 0; row < Math.min(table.rows, 256); row++)
    for (let column = 0; column < table.columns; column++) {
      const expected = expectedAt(sheet, places, row, column);
      const found = table.at(row, column);
      if (!Number.isFinite(found)) continue;
      if (isSameRow && Math.abs(found - expected - row0(column)) > 1e-5 * Math.max(1, Math.abs(found)))
        isSameRow = false;
      const moved = expected - expectedAt(sheet, places, 0, column);
      const rest = found - table.at(0, column);
      xx += moved * moved;
      xy += moved * rest;
      yy += rest * rest;
      count++;
    }
  if (xx === 0) return undefined;
  const factor = xy / xx;
  const noise = Math.sqrt(Math.max(0, yy - factor * xy) / count);
  const error = noise / Math.sqrt(xx) + 1e-9;
  const isNear = Math.abs(factor - 1) < SURE * error && factor > SURE * error;
  const isThere = isSameRow || (isNear && noise > 0.01 && changesLengths(fit, noise));
  return isThere ? draft("embedding-added", ["spread of what is added", isSameRow ? 0 : noise]) : undefined;
}

/** Whether the lengths of pairs differ by as much as noise does to them: at other frequencies they stay. */
function changesLengths({ table, sheet }: Fit, noise: number): boolean {
  const parts = partsOf(sheet);
  if (parts === undefined) return sheet.columns.some(({ wave }) => wave !== sheet.columns[0]!.wave);
  let [sum, count] = [0, 0];
  for (let row = 0; row < Math.min(table.rows, 256); row++)
    parts.cos.forEach((cos, pair) => {
      const off = Math.hypot(table.at(row, cos), table.at(row, parts.sin[pair]!)) - Math.abs(sheet.factor);
      if (!Number.isFinite(off)) return;
      sum += off * off;
      count++;
    });
  return Math.sqrt(sum / Math.max(1, count)) > noise / 4;
}

const expectedAt = (sheet: Sheet, places: Fit["places"], row: number, at: number): number => {
  const column = sheet.columns[at]!;
  return entryAt(sheet, column, (places[column.axis] ?? places[0]!)(row));
};
