/** Finds how a table is stored and where it begins: the sheet, the orientation and the first position that fit best. */
import type { Sheet } from "../findings/columns.ts";
import type { Counts } from "../findings/diagnosis.ts";
import type { Draft } from "../findings/findings.ts";
import {
  type Bounds,
  compareWith,
  PHASE,
  type Places,
  placesOf,
  someRows,
  type Table,
  withFloatFrequencies,
} from "./comparison.ts";
import type { Expected } from "./expectation.ts";
import { scanned } from "./first-position.ts";

/** A sheet that the table may be. */
export interface Candidate {
  readonly sheet: Sheet;
  readonly of: Expected;
  /** What is wrong if the table is this sheet. */
  readonly faults: readonly Draft[];
  /** What it does to positions. */
  readonly position?: ((position: number) => number) | undefined;
}

export interface Fit extends Candidate {
  readonly table: Table;
  readonly places: Places;
  /** The position of the first row; null if positions were given, or if rows have places of their own. */
  readonly start: number | null;
  readonly isTransposed: boolean;
  /** Whether each row is one position before the row above it. */
  readonly isFalling?: boolean | undefined;
  /** Columns of the sheet that the table does not have. */
  readonly cut: number;
  readonly isRecipe: boolean;
  readonly counts: Counts;
}

export interface Search {
  /** For each axis, the position of each row; undefined if nobody gave them. */
  readonly positions: readonly ArrayLike<number>[] | undefined;
  /** The numbers of the rows, if some were left out. */
  readonly rowNumbers?: Float64Array | undefined;
  readonly bounds: Bounds;
  /** Whether only sheets of the table's width are tried. Default: no. */
  readonly isExact?: boolean;
  /** Whether first positions far from 0 are looked for. Default: yes. */
  readonly scans?: boolean;
  /** Whether a fit that is not equal is of no use, so that its differences are not counted. Default: no. */
  readonly isOnlyEqual?: boolean;
}

export const transposed = ({ rows, columns, at }: Table): Table => ({
  rows: columns,
  columns: rows,
  at: (row, column) => at(column, row),
});

/** The first candidate that is equal to the whole table, or the one that agrees with most of its entries. */
export function bestFit(table: Table, candidates: readonly Candidate[], search: Search): Fit | undefined {
  let best: { fit: Fit; share: number } | undefined;
  const views = table.rows === 1 || table.columns === 1 ? [false] : [false, true];
  const far = search.positions === undefined && search.scans !== false ? [false, true] : [false];
  for (const isFar of far) {
    if (best !== undefined && best.share > MOSTLY) break;
    for (const isTransposed of views) {
      const view = isTransposed ? transposed(table) : table;
      for (const candidate of candidates)
        for (const tried of fitsOf(view, candidate, { ...search, isTransposed, isFar })) {
          if (tried.counts.outside === 0 && tried.counts.compared > 0) return tried;
          const share = 1 - tried.counts.outside / Math.max(1, tried.counts.compared);
          if (best === undefined || share > best.share + 1e-9) best = { fit: tried, share };
        }
    }
  }
  if (best === undefined || search.isOnlyEqual) return undefined;
  const { fit } = best;
  if (fit.counts.compared === fit.table.rows * Math.min(fit.table.columns, fit.sheet.columns.length))
    return fit;
  const bounds = { ...search.bounds, isRecipe: fit.isRecipe };
  return { ...fit, counts: compareWith(fit.table, fit.sheet, fit.places, bounds) };
}

/** If at least this share of the entries agrees, no other first position is tried. */
const MOSTLY = 0.9;

interface View extends Search {
  readonly isTransposed: boolean;
  /** Whether first positions far from 0 are tried, and no others. */
  readonly isFar: boolean;
}

/** The fits of a candidate at the positions where its table may begin: counted over all rows if some rows fit. */
function* fitsOf(table: Table, candidate: Candidate, search: View): Generator<Fit> {
  const { sheet } = candidate;
  const { isTransposed } = search;
  const wider = sheet.columns.length - table.columns;
  if (wider < 0 || table.columns < 1 || ((search.isExact || candidate.of.isOpen) && wider > 0)) return;
  const cut = wider + (sheet.cut ?? 0);
  const rows = someRows(table.rows);
  for (const beginning of beginnings(table, candidate, search)) {
    const { places } = beginning;
    const common = { ...candidate, table, ...beginning, isTransposed, cut };
    const glance = compareWith(
      table,
      sheet,
      places,
      { ...search.bounds, isLoose: true },
      rows.slice(0, GLANCE),
    );
    if (glance.outside > 0.5 * glance.compared) {
      yield { ...common, isRecipe: false, counts: glance };
      continue;
    }
    const some = compareWith(table, sheet, places, search.bounds, rows);
    // Some rows may agree where others do not.
    const exact = some.outside === 0 ? compareWith(table, sheet, places, search.bounds) : some;
    if (exact.outside === 0) {
      yield { ...common, isRecipe: false, counts: exact };
      return;
    }
    const loose = compareWith(table, sheet, places, { ...search.bounds, isLoose: true }, rows);
    const isChance = search.isFar && sheet.columns.length < FEW_COLUMNS;
    if (loose.outside <= 0.5 * loose.compared && !isChance) {
      const recipe = withFloatFrequencies(table, sheet, places, rows);
      const bounds = { ...search.bounds, isRecipe: true };
      const near = compareWith(table, recipe, places, bounds, rows);
      if (near.outside === 0 || near.outside < some.outside) {
        const counts = near.outside === 0 ? compareWith(table, recipe, places, bounds) : near;
        yield { ...common, sheet: recipe, isRecipe: true, counts };
        if (counts.outside === 0) return;
        continue;
      }
      // Short numbers do not show which float32 frequencies made them: the error of any is small beside theirs.
      if (
        loose.outside === 0 &&
        mostPhase(sheet, places, rows) * PHASE < search.bounds.precision.errorOf(1)
      ) {
        const counts = compareWith(table, sheet, places, { ...search.bounds, isLoose: true });
        if (counts.outside === 0) {
          yield { ...common, isRecipe: true, counts };
          return;
        }
      }
    }
    yield { ...common, isRecipe: false, counts: exact };
  }
}

/** Fewer columns fit some far position within the roundings of float32 phases, whatever they hold. */
const FEW_COLUMNS = 4;

/** The largest phase of some rows. */
const mostPhase = ({ columns }: Sheet, places: Places, rows: readonly number[]): number =>
  columns.reduce(
    (most, { frequency, axis }) =>
      rows.reduce((far, row) => Math.max(far, Math.abs(frequency * (places[axis] ?? places[0]!)(row))), most),
    0,
  );

/** The number of rows that decide whether a beginning is worth a comparison. */
const GLANCE = 4;

interface Beginning {
  readonly places: Places;
  readonly start: number | null;
  readonly isFalling?: boolean;
}

function* beginnings(table: Table, { sheet, position }: Candidate, search: View): Generator<Beginning> {
  const through = (places: Places): Places =>
    position === undefined ? places : places.map((at) => (row) => position(at(row)));
  if (sheet.places !== undefined) {
    if (search.isFar) return;
    const count = sheet.places.count + Number(sheet.zeroFirst ?? false);
    if (table.rows <= count) yield { places: through(sheet.places.along), start: null };
    return;
  }
  if (search.positions !== undefined) {
    yield { places: through(placesOf(search.positions)), start: null };
    return;
  }
  const { rowNumbers } = search;
  const placesFrom = (start: number): Places => [(row) => start + (rowNumbers?.[row] ?? row)];
  const usual = [...new Set([sheet.start, 0, 1, 2, -1])];
  if (!search.isFar) {
    for (const start of usual) yield { places: through(placesFrom(start)), start };
    for (const start of relativeStarts(table.rows))
      yield { places: through([(row) => start - (rowNumbers?.[row] ?? row)]), start, isFalling: true };
    return;
  }
  if (position !== undefined || sheet.phase !== undefined || sheet.columns.length !== table.columns) return;
  let hits = 0;
  for (const start of scanned(table, sheet, search.bounds)) {
    if (!usual.includes(start)) yield { places: placesFrom(start), start };
    if (++hits === MOST_HITS) return;
  }
}

/** Tables of distances fall from the farthest key to 0, or on to the farthest on the other side. */
const relativeStarts = (rows: number): number[] => {
  const last = rows - 1;
  return last < 2 ? [] : last % 2 === 0 ? [last, last / 2] : [last];
};

/** Far positions look alike in a few digits; more of them say nothing. */
const MOST_HITS = 16;
