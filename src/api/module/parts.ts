/** How the work of calls is cut into parts that fit the second-level cache. */

/** The units of a part: `count` of them, after `from` others, `of` all. A unit is a row, a sheet of rows or all of the work. */
interface Span {
  from: number;
  count: number;
  of: number;
}

/**
 * The unit that an array has elements for: all of the work, each row, each sheet, or each row of each sheet. As bits, so that a
 * call combines the units of its arrays.
 */
export type Along = 0 | typeof alongRows | typeof alongSheets | typeof alongBoth;
export const alongRows = 1;
export const alongSheets = 2;
export const alongBoth = 3;

/** The spans of a part, by what an array goes along with. */
export type Part = readonly Span[];

/**
 * Cuts work into parts, of which the first is the largest.
 *
 * @param bytes Bytes of all arrays of a run, by what they go along with.
 * @param most Bytes that the arrays of a part may have, unless one row has more.
 */
export type Cut = (bytes: readonly number[], most: number) => Part[];

export const all: Span = { from: 0, count: 1, of: 1 };

/** Work that is not cut. */
export const uncut: Cut = () => [[all, all, all, all]];

/**
 * Work on rows that do not depend on each other.
 *
 * @param multiple The number of rows in a part is a multiple of this, except in the last part.
 */
export const byRows =
  (rows: number, multiple = 1): Cut =>
  (bytes, most) => {
    const step = Math.max(Math.floor((most * rows) / bytes[1]! / multiple), 1) * multiple;
    const parts = [];
    for (let from = 0; from < rows; from += step)
      parts.push([all, { from, count: Math.min(step, rows - from), of: rows }]);
    return parts;
  };

/** A number that differs from part to part. */
export interface PartNumber {
  along: Along;
  of: (part: Part) => number;
}

/** A field of a call whose number differs between parts. */
export const partNumber = /* @__NO_SIDE_EFFECTS__ */ (along: Along, of: (span: Span) => number) =>
  ({ along, of: (part) => of(part[along]!) }) satisfies PartNumber as unknown as number;

export const rowsOfPart = partNumber(alongRows, ({ count }) => count);
/** The number of a part's first row, if the first part begins at row `first`. */
export const rowFrom = (first: number) => partNumber(alongRows, ({ from }) => first + from);

/**
 * The usual limit of a part. Parts larger than the second-level cache cost memory traffic, and short parts
 * restart the kernels' sums too often: 2^18 takes up to a third longer in wide tables, 2^20 up to a quarter less, but keeps twice the memory.
 * Measured by tests/bench/table.bench.mjs.
 */
export const usualPartBytes = 2 ** 19;
