/** The biases that an expected rule may give, where it leaves the head or learned numbers open. */
import { counted } from "../../../api/arguments/counted.ts";
import type { ResolvedSpec } from "../../../api/methods.ts";
import { checkSpec } from "../../../api/spec.ts";
import type { Matrix } from "../input/read.ts";
import type { Table } from "../tables/comparison.ts";
import type { EachExpected } from "./against-each.ts";
import { WHICH_HEAD } from "./bias-heads.ts";
import { alibiSlopes } from "./slopes.ts";

// Which row of a learned table a query and a key share: T5's buckets, Shaw's and DeBERTa's clipped distances, Swin's offsets.

/** The methods that choose rows of a learned table. */
export const indexed = ["t5", "shaw", "deberta", "swin"] as const;

export type Indexed = ResolvedSpec<(typeof indexed)[number]>;

export const isIndexed = (spec: ResolvedSpec): spec is Indexed =>
  (indexed as readonly string[]).includes(spec.method);

export type At = (query: number, key: number) => number;

/** The row for a query and a key; a cell outside of a window has −1, which no row has. */
export function rowOf(spec: Indexed, offset: number): At {
  switch (spec.method) {
    case "t5":
      return (query, key) => bucketOf(key - query - offset, spec);
    case "shaw":
      return (query, key) => clipped(key - query - offset, -spec.clip, spec.clip) + spec.clip;
    case "deberta": {
      const most = spec.maxRelativePositions;
      return (query, key) => clipped(query + offset - key, -most, most - 1) + most;
    }
    case "swin": {
      const [height, width] = spec.window as readonly [number, number];
      const cells = height * width;
      return (query, key) => {
        if (query >= cells || key >= cells) return -1;
        const rows = Math.floor(query / width) - Math.floor(key / width) + height - 1;
        return rows * (2 * width - 1) + (query % width) - (key % width) + width - 1;
      };
    }
  }
}

/** Every window with this many cells that has more than one row and column. */
export function windowsOf(cells: number): ResolvedSpec<"swin">[] {
  const found: ResolvedSpec<"swin">[] = [];
  for (let height = 2; height <= cells / 2; height++)
    if (cells % height === 0)
      found.push(
        checkSpec({ method: "swin", window: [height, cells / height] } as unknown) as ResolvedSpec<"swin">,
      );
  return found;
}

const clipped = (x: number, least: number, most: number) => Math.min(Math.max(x, least), most);

/** The bucket of a distance: the formula of T5 in float64. */
export function bucketOf(relative: number, { buckets, maxDistance, bidirectional }: T5): number {
  const side = bidirectional ? Math.floor(buckets / 2) : buckets;
  const first = bidirectional && relative > 0 ? side : 0;
  const distance = bidirectional ? Math.abs(relative) : Math.max(0, -relative);
  const exact = Math.floor(side / 2);
  if (distance < exact) return first + distance;
  const share = Math.log(distance / exact) / Math.log(maxDistance / exact);
  return first + Math.min(side - 1, exact + Math.floor(share * (side - exact) + 1e-9));
}

export interface T5 {
  readonly buckets: number;
  readonly maxDistance: number;
  readonly bidirectional: boolean;
}

/** A score at or below this value counts as masked: frameworks use −∞, the lowest float, or −10000. */
export const MASKED = -9_000;

/** Masks below it are all the same. */
export const LOWEST = -(2 ** 20);

/** The scores that are not masked. */
export const biasTable = ({ rows, columns, values }: Matrix): Table => ({
  rows,
  columns,
  at: (row, column) => {
    const value = values[row * columns + column]!;
    return value <= MASKED ? Number.NaN : value;
  },
});

/** Entries with their distances: positive for keys before the query. */
export interface Seen {
  readonly distances: Float64Array;
  readonly values: Float64Array;
  /** The entry with the largest distance. */
  readonly far: number;
  readonly reach: number;
}

export function seenIn({ rows, columns, values }: Matrix, offset: number): Seen {
  const found = { distances: new Float64Array(values.length), values: new Float64Array(values.length) };
  let [count, far, reach] = [0, 0, 0];
  for (let query = 0, at = 0; query < rows; query++)
    for (let key = 0; key < columns; key++, at++) {
      if (values[at]! <= MASKED) continue;
      const distance = query + offset - key;
      found.distances[count] = distance;
      found.values[count] = values[at]!;
      if (distance > found.distances[far]!) far = count;
      reach = Math.max(reach, Math.abs(distance));
      count++;
    }
  return {
    distances: found.distances.subarray(0, count),
    values: found.values.subarray(0, count),
    far,
    reach,
  };
}

/** Every bias that a rule gives to this many queries and keys, with the numbers that it leaves open as the matrix has them. */
export function biasesOf(
  expected: ResolvedSpec<"alibi" | "t5" | "swin">,
  matrix: Matrix,
  errorOf: (value: number) => number,
): EachExpected[] {
  const table = biasTable(matrix);
  const masked = matrix.values.filter((value) => value <= MASKED).length;
  const hidden = masked === 0 ? [] : [counted(masked, "masked score")];
  const given = matrix.columns - matrix.rows;
  // Queries end with the keys, or begin with them.
  const offsets = [...new Set([Math.max(0, given), 0, given])];
  return offsets.flatMap((offset) => {
    const placed = { table, offset, hidden, errorOf };
    return expected.method === "alibi" ? slopesIn(expected.biasMax, placed) : [sharedIn(expected, placed)];
  });
}

interface Placed {
  readonly table: Table;
  readonly offset: number;
  readonly hidden: readonly string[];
  readonly errorOf: (value: number) => number;
}

/** One learned number for each bucket, or for each offset in a window: the first one that is seen. */
function sharedIn(spec: ResolvedSpec<"t5" | "swin">, { table, offset, hidden }: Placed): EachExpected {
  const known = new Map<number, number>();
  const bucketAt = rowOf(spec, offset);
  const [what, each] = spec.method === "t5" ? ["buckets", "bucket"] : ["window", "offset in the window"];
  for (let row = 0; row < table.rows; row++)
    for (let column = 0; column < table.columns; column++) {
      const value = table.at(row, column);
      const bucket = bucketAt(row, column);
      if (Number.isFinite(value) && !known.has(bucket)) known.set(bucket, value);
    }
  return {
    name: `a bias with the expected ${what}`,
    is: { ...spec },
    at: (row, column) => known.get(bucketAt(row, column)) ?? Number.NaN,
    notCompared: [`the learned numbers, one for each ${each}`, ...hidden],
  };
}

/** −m |i − j| with the slope that fits, and m j, which is the same after the softmax if no key follows its query. */
function slopesIn(most: number, placed: Placed): EachExpected[] {
  const { table, offset, hidden } = placed;
  const slopes = slopesNear(Math.abs(slopeIn(placed)), most);
  const last = table.columns - 1;
  const byKey = table.at(table.rows - 1, last) / last;
  const hasLater = placesIn(placed).some(({ distance }) => distance < 0);
  const common = (slope: number) => ({
    name: "the expected bias",
    is: { method: "alibi", slope: Number(slope.toPrecision(6)) },
    notCompared: [WHICH_HEAD, ...hidden],
  });
  return [
    ...slopes.map((slope) => ({
      ...common(slope),
      at: (row: number, column: number) => -slope * Math.abs(row + offset - column),
    })),
    ...(!hasLater && byKey > 0
      ? [
          ...slopesNear(byKey, most).map((slope) => ({
            ...common(slope),
            at: (_: number, column: number) => slope * column,
            layout: "the slope times the number of the key, which is the same after the softmax",
          })),
        ]
      : []),
  ];
}

/** The largest number of heads whose slopes are tried; they are also the slopes of every smaller number. */
const MOST_HEADS = 256;

/** The slopes of the rule next to a measured one, the nearest first. */
const slopesNear = (measured: number, most: number): number[] => {
  const off = (slope: number) => Math.abs(Math.log(slope / Math.max(measured, Number.MIN_VALUE)));
  return [...alibiSlopes(MOST_HEADS, most)].sort((a, b) => off(a) - off(b)).slice(0, 2);
};

const placesIn = ({ table, offset }: Placed) => {
  const found: { distance: number; value: number }[] = [];
  for (let row = 0; row < table.rows; row++)
    for (let column = 0; column < table.columns; column++) {
      const value = table.at(row, column);
      if (Number.isFinite(value)) found.push({ distance: row + offset - column, value });
    }
  return found;
};

/** The slope with which all entries agree, or the nearest one. */
function slopeIn(placed: Placed): number {
  let [low, high] = [-Infinity, Infinity];
  const ratios: number[] = [];
  for (const { distance, value } of placesIn(placed)) {
    const far = Math.abs(distance);
    if (far === 0) continue;
    const error = placed.errorOf(value);
    low = Math.max(low, (-value - error) / far);
    high = Math.min(high, (-value + error) / far);
    ratios.push(-value / far);
  }
  if (low <= high) return (low + high) / 2;
  return ratios.sort((a, b) => a - b)[ratios.length >> 1] ?? 0;
}
