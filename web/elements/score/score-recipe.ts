import { groupsOf, type Offsets } from "./score-offsets.ts";

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
  offsets: Offsets,
  exact: { readonly values: readonly number[]; readonly size: number },
  tables: Tables,
  through: readonly number[],
): ScoreRecipe {
  const [, ...worst] = worstEntries(tables, exact.values.length + 1); // without the key's own row
  const errors = through.map((value, n) => Math.abs(value - (exact.values[n] as number)));
  return {
    values: groupsOf(offsets, through).map(([first]) => first as number),
    score: groupsOf(offsets, errors).map((group) => Math.max(...group) / (exact.size || 1)),
    entry: groupsOf(offsets, worst).map((group) => Math.max(...group)),
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
