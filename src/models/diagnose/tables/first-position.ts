/** Finds the whole positions at which the first row of a table may stand, far from 0. */
import type { Column, Sheet } from "../findings/columns.ts";
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
  const entryOf = ({ at }: Looked): Entry => ({
    found: table.at(row, at),
    row,
    factor: sheet.factor,
    allowedAt,
  });
  const range = rangeIn(looked, entryOf);
  const arcs = looked
    .map((each) => arcsOf(each, entryOf(each), range))
    .filter((each) => each !== undefined)
    .reduce<Arcs | undefined>(
      (best, each) => (best && best.positions <= each.positions ? best : each),
      undefined,
    );
  const isFew = arcs !== undefined && arcs.positions < (range.to - range.from) / 4;
  for (const start of isFew ? startsIn(arcs, row, range) : everywhere(range))
    if (isAt(start, row) && isAt(start, next)) yield start;
}

/** First positions, both ends included. */
interface Range {
  readonly from: number;
  readonly to: number;
}

function* everywhere({ from, to }: Range): Generator<number> {
  for (let start = Math.max(from, 0); start <= to; start++) yield start;
  for (let start = Math.min(to, -1); start >= from; start--) yield start;
}

/** No sine or cosine is nearer to 0 at these positions, except at position 0. */
const LEAST_WAVE = 2 ** -64;

/** The first positions that the size of the entries allows: all of them, unless entries grow or shrink with the position. */
function rangeIn(looked: readonly Looked[], entryOf: (looked: Looked) => Entry): Range {
  let [from, to] = [1 - BEFORE, FARTHEST - 1];
  for (const one of looked) {
    const { growth = 0, pair, wave } = one.column;
    const entry = entryOf(one);
    if (growth === 0 || entry.factor === 0 || !Number.isFinite(entry.found)) continue;
    const other = looked.find(
      ({ column }) => column.pair === pair && (column.wave === "cos") !== (wave === "cos"),
    );
    const both = other === undefined ? [one] : [one, other];
    // The hypotenuse of both entries is the factor at the position; one entry alone is at most that.
    const size = Math.hypot(...both.map((each) => entryOf(each).found));
    const off = Math.hypot(...both.map((each) => mostAllowed(each, entryOf(each))));
    const most = (size + off) / (other === undefined ? LEAST_WAVE : 1);
    const ends = [Math.max(size - off, 0), most].map(
      (length) => Math.log2(length / Math.abs(entry.factor)) / growth - entry.row,
    );
    from = Math.max(from, Math.floor(Math.min(...ends)));
    to = Math.min(to, Math.ceil(Math.max(...ends)));
  }
  return { from, to };
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

/** How far an entry may be off at any of the positions. */
const mostAllowed = ({ column }: Looked, { found, row, allowedAt }: Entry) =>
  allowedAt(found, (FARTHEST + row) * column.frequency);

function arcsOf(looked: Looked, entry: Entry, range: Range): Arcs | undefined {
  const { wave, frequency, shift = 0 } = looked.column;
  const { found, row, factor } = entry;
  const allowed = mostAllowed(looked, entry);
  const factors = [range.from, range.to].map((start) => factorAt(factor, looked.column, start + row));
  const sines = factors.flatMap((each) =>
    [found - allowed, found + allowed].map((entry) => (wave === "-sin" ? -entry : entry) / each),
  );
  if (wave === "cos-of-sin" || !(frequency > 0) || !sines.every(Number.isFinite)) return undefined;
  const angle = (value: number) => Math.asin(Math.min(Math.max(value, -1), 1));
  const [low, high] = [angle(Math.min(...sines)) - ROUNDING, angle(Math.max(...sines)) + ROUNDING];
  // A cosine is the sine of a quarter more.
  const back = shift + (wave === "cos" ? Math.PI / 2 : 0);
  const arcs = ((range.to - range.from) * frequency) / Math.PI + 2;
  const positions = arcs * ((high - low) / frequency + 1);
  return { frequency, from: [low - back, Math.PI - high - back], width: high - low, positions };
}

/** The first positions whose row is in one of the arcs. */
function startsIn({ frequency, from, width }: Arcs, row: number, range: Range): number[] {
  const whole = 2 * Math.PI;
  const found = new Set<number>();
  const last = (range.to + row) * frequency;
  for (const arc of from) {
    const first = Math.floor(((range.from + row) * frequency - arc - width) / whole);
    for (let turn = first; ; turn++) {
      const phase = arc + whole * turn; // a sum of many turns would lose digits
      if (phase > last) break;
      const end = Math.floor((phase + width) / frequency) - row;
      for (let start = Math.ceil(phase / frequency) - row; start <= end; start++)
        if (start >= range.from && start <= range.to) found.add(start);
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
