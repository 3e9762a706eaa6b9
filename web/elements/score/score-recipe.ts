import { groupsOf, type Offsets } from "./score-offsets.ts";

/** Scores by the float32 recipe of the common frameworks, and their errors. */

export interface ScoreRecipe {
  /** The score by the recipe, at the points. */
  readonly values: readonly number[];
  /** Largest error of the score around each point, as a share of the largest score. */
  readonly score: readonly number[];
  /** Largest error of the query's sines and cosines around each point. */
  readonly entry: readonly number[];
}

interface Tables {
  /** The row of the key, then a row for each offset. More blocks of these rows can follow. */
  readonly right: Float32Array;
  readonly rounded: Float32Array;
  readonly width: number;
}

/**
 * @param exact - scores at all offsets, and the largest of them
 * @param through - scores by the recipe at all offsets
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

/** The least visible error of an entry: a hundredth of its largest value. */
export const VISIBLE = 0.01;

/** The first offset with a visible error; undefined if there is none. */
export function firstVisible({ entry }: ScoreRecipe, points: readonly number[]): number | undefined {
  const index = entry.findIndex((error) => error >= VISIBLE);
  return index < 0 ? undefined : points[index];
}
