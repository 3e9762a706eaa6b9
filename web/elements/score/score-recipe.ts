import type { Offsets } from "./score-offsets.ts";

/** What the float32 recipe of the common frameworks makes of a score, and how far off it is. */

export interface ScoreRecipe {
  /** The score through the recipe, at the points. */
  readonly values: readonly number[];
  /** How far the score is off around each point, as a share of its largest. */
  readonly score: readonly number[];
  /** How far the worst sine or cosine of the query is off around each point. */
  readonly entry: readonly number[];
}

interface Tables {
  /** Rows of entries, the key's first, then one for each offset; further blocks of as many rows may follow. */
  readonly right: Float32Array;
  readonly rounded: Float32Array;
  readonly width: number;
}

/**
 * @param exact - scores at all offsets, and the largest of them
 * @param through - scores through the recipe at all offsets
 */
export function recipeOf(
  { around }: Offsets,
  exact: { readonly values: readonly number[]; readonly size: number },
  tables: Tables,
  through: readonly number[],
): ScoreRecipe {
  const rows = exact.values.length + 1;
  const worst = worstEntries(tables, rows);
  let first = 0;
  const points = around.map((group) => {
    const members = group.map((_, nth) => first + nth);
    first += group.length;
    const off = members.map((n) => Math.abs((through[n] as number) - (exact.values[n] as number)));
    return {
      value: through[members[0] as number] as number,
      score: Math.max(...off) / (exact.size || 1),
      entry: Math.max(...members.map((n) => worst[n + 1] as number)),
    };
  });
  return {
    values: points.map(({ value }) => value),
    score: points.map(({ score }) => score),
    entry: points.map(({ entry }) => entry),
  };
}

/** The largest error of each row, over all blocks. */
function worstEntries({ right, rounded, width }: Tables, rows: number): Float64Array {
  const worst = new Float64Array(rows);
  for (let start = 0; start < right.length; start += width) {
    const row = (start / width) % rows;
    let most = worst[row] as number;
    for (let n = start; n < start + width; n++)
      most = Math.max(most, Math.abs((rounded[n] as number) - (right[n] as number)));
    worst[row] = most;
  }
  return worst;
}

/** An entry this far off has lost its third digit: a hundredth of its largest size. */
export const VISIBLE = 0.01;

/** The first offset from which on the worst entry is visibly off; undefined when none is. */
export function firstVisible({ entry }: ScoreRecipe, points: readonly number[]): number | undefined {
  const index = entry.findIndex((error) => error >= VISIBLE);
  return index < 0 ? undefined : points[index];
}
