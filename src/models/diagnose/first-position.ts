/** Finds the whole positions at which the first row of a table may stand, far from 0. */
import type { Column, Sheet } from "./columns.ts";
import { type Bounds, factorAt, MOST_SLACK, PHASE, type Table, waveAt } from "./comparison.ts";

/** The largest first position that is tried, and how far before 0. */
const FARTHEST = 2 ** 20;
const BEFORE = 4096;

interface Looked {
  readonly column: Column;
  readonly at: number;
}

/** The whole positions at which the first row may stand, with a look at the second one: from 0 upwards, then from −1 downwards. */
export function* scanned(table: Table, sheet: Sheet, { precision }: Bounds): Generator<number> {
  const first = firstPhase(table, sheet);
  if (first !== undefined) {
    yield first;
    return;
  }
  const looked = sheet.columns
    .slice(0, table.columns)
    .map((column, at) => ({ column, at }))
    .filter(
      ({ column: { wave, frequency } }) => !["zero", "one-hot", "phase"].includes(wave) && frequency !== 0,
    );
  if (looked.length < 2) return;
  const row = usableRow(
    table,
    looked.map(({ at }) => at),
  );
  const size = Math.abs(sheet.factor);
  const allowedAt = (found: number, phase: number) =>
    precision.errorOf(found) + size * (2 ** -22 + Math.min(PHASE * Math.abs(phase), MOST_SLACK));
  const isAt = (start: number, from: number) =>
    looked.every(({ column, at }) => {
      const found = table.at(from, at);
      const phase = (start + from) * column.frequency;
      const factor = factorAt(sheet.factor, column, start + from);
      return Math.abs(found - factor * waveAt(column.wave, phase, column)) <= allowedAt(found, phase);
    });
  const next = Math.min(row + 1, table.rows - 1);
  const arcs = looked
    .map((each) => arcsOf(each, { found: table.at(row, each.at), row, factor: sheet.factor, allowedAt }))
    .filter((each) => each !== undefined)
    .reduce<Arcs | undefined>(
      (best, each) => (best && best.positions <= each.positions ? best : each),
      undefined,
    );
  const isFew = arcs !== undefined && arcs.positions < FARTHEST / 4;
  for (const start of isFew ? startsIn(arcs, row) : everywhere())
    if (isAt(start, row) && isAt(start, next)) yield start;
}

function* everywhere(): Generator<number> {
  for (let start = 0; start < FARTHEST; start++) yield start;
  for (let start = -1; start > -BEFORE; start--) yield start;
}

/** Where the phase of a column may be in each revolution: two arcs, and about how many positions are in all of them. */
interface Arcs {
  readonly frequency: number;
  readonly from: readonly [number, number];
  /** The width of an arc, in radians. */
  readonly width: number;
  readonly positions: number;
}

interface Entry {
  readonly found: number;
  readonly row: number;
  readonly factor: number;
  readonly allowedAt: (found: number, phase: number) => number;
}

/** More than the error of a phase in float64 up to the farthest position. */
const ROUNDING = 1e-8;

function arcsOf({ column }: Looked, { found, row, factor, allowedAt }: Entry): Arcs | undefined {
  const { wave, frequency, shift = 0, growth } = column;
  const isPlain = growth === undefined && wave !== "cos-of-sin" && frequency > 0 && factor !== 0;
  if (!isPlain || !Number.isFinite(found)) return undefined;
  const allowed = allowedAt(found, (FARTHEST + row) * frequency) / Math.abs(factor);
  const sine = (wave === "-sin" ? -found : found) / factor;
  const angle = (value: number) => Math.asin(Math.min(Math.max(value, -1), 1));
  const [low, high] = [angle(sine - allowed) - ROUNDING, angle(sine + allowed) + ROUNDING];
  // A cosine is the sine of a quarter more.
  const back = shift + (wave === "cos" ? Math.PI / 2 : 0);
  const arcs = ((FARTHEST + BEFORE) * frequency) / Math.PI + 2;
  const positions = arcs * ((high - low) / frequency + 1);
  return { frequency, from: [low - back, Math.PI - high - back], width: high - low, positions };
}

/** The first positions whose row is in one of the arcs. */
function startsIn({ frequency, from, width }: Arcs, row: number): number[] {
  const whole = 2 * Math.PI;
  const found = new Set<number>();
  const last = (FARTHEST + row) * frequency;
  for (const arc of from) {
    const first = Math.floor(((row - BEFORE) * frequency - arc - width) / whole);
    for (let turn = first; ; turn++) {
      const phase = arc + whole * turn; // a sum of many turns would lose digits
      if (phase > last) break;
      const end = Math.floor((phase + width) / frequency) - row;
      for (let start = Math.ceil(phase / frequency) - row; start <= end; start++)
        if (start > -BEFORE && start < FARTHEST) found.add(start);
    }
  }
  const place = (start: number) => (start < 0 ? FARTHEST - start : start);
  return [...found].sort((a, b) => place(a) - place(b));
}

/** The first position of a table that shows positions themselves. */
function firstPhase(table: Table, { columns }: Sheet): number | undefined {
  const [first] = columns as [Column];
  if (first.wave === "phase") {
    const start = (table.at(0, 0) - (first.shift ?? 0)) / first.frequency;
    return Math.round(start);
  }
  if (first.wave !== "one-hot") return undefined;
  for (let at = 0; at < table.columns; at++) if (table.at(0, at) === 1) return at;
  return undefined;
}

/** The first row that is neither empty nor broken. */
function usableRow(table: Table, columns: readonly number[]): number {
  for (let row = 0; row < Math.min(table.rows - 1, 16); row++)
    if (
      columns.some((at) => table.at(row, at) !== 0) &&
      columns.every((at) => Number.isFinite(table.at(row, at)))
    )
      return row;
  return 0;
}
