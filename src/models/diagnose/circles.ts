/** Whether the columns of one array may be cosines and sines of pairs. */
import { partsOf } from "./by-pairs.ts";
import { type rotaryArrangements, rotarySheet, type Sheet } from "./columns.ts";
import { someRows, type Table } from "./comparison.ts";

/** Whether columns that should hold the same number do. */
export function isCopied({ rows, at }: Table, { columns }: Sheet): boolean {
  const first = new Map<string, number>();
  const twins = columns.flatMap(({ wave, pair }, here) => {
    const key = `${wave} ${pair}`;
    const there = first.get(key);
    if (there === undefined) first.set(key, here);
    return there === undefined ? [] : [[there, here] as const];
  });
  return someRows(rows).every((row) => twins.every(([a, b]) => at(row, a) === at(row, b)));
}

/** The columns of an array that holds both parts of each pair in this arrangement; undefined if the pairs lie on no circle. */
export function circlesIn(table: Table, arrangement: (typeof rotaryArrangements)[number]) {
  const pairs = table.columns / arrangement.of(1).length;
  if (!Number.isInteger(pairs) || pairs < 1) return undefined;
  const sheet = rotarySheet({ frequencies: new Float64Array(pairs), factor: 1 }, arrangement);
  const parts = partsOf(sheet);
  return parts !== undefined && isCircle(table, parts) ? { ...parts, sheet } : undefined;
}

/** Whether cosine and sine of each pair lie on one circle. */
function isCircle(
  { rows, at }: Table,
  { cos, sin }: { cos: readonly number[]; sin: readonly number[] },
): boolean {
  const size = (row: number, pair: number) => Math.hypot(at(row, cos[pair]!), at(row, sin[pair]!));
  const radius = size(0, 0);
  if (!(radius > 0)) return false;
  let off = 0;
  const looked = someRows(rows).slice(0, 16);
  for (const row of looked)
    for (let pair = 0; pair < cos.length; pair++) if (!(Math.abs(size(row, pair) / radius - 1) < 0.02)) off++;
  return off <= 0.1 * looked.length * cos.length;
}
