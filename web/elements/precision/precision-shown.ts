import type { Posenc } from "../../../src/entries/encodings.ts";
import type { FigureSpec } from "../definition/figure-spec.ts";
import { range } from "../share/entries.ts";
import { exactRows, RECIPES, type Rows, recipeRows, type TableRecipe } from "./recipes.ts";

/** The errors of each recipe: its differences from the exact table. */

export interface RecipeErrors {
  readonly recipe: TableRecipe;
  /** The row of the position; NaN if the position or an angle is infinite in the format. */
  readonly values: Rows;
  readonly errors: Float64Array;
  /** The dimension with the largest error in the row. */
  readonly worst: number;
  /** Root mean square over the last rows up to the position. */
  readonly rms: number;
}

interface Errors {
  readonly exact: Rows;
  readonly recipes: readonly RecipeErrors[];
  /** Number of rows in the root mean squares. */
  readonly rows: number;
}

export interface PrecisionShown extends Errors {
  /** Everything that the errors depend on, as text. */
  readonly key: string;
  readonly spec: FigureSpec;
  readonly position: number;
  /** The dimension whose values are listed while there is no cursor. */
  readonly dimension: number;
}

/** Most rows in a root mean square: over a single row it varies by a tenth from position to position. */
const MOST_ROWS = 100;

export function errorsAt(pe: Posenc, spec: FigureSpec, position: number): Errors {
  const positions = range(Math.max(0, position - MOST_ROWS + 1), position + 1);
  const exact = exactRows(pe, spec, positions);
  const last = (positions.length - 1) * spec.dModel;
  const recipes = RECIPES.map((recipe): RecipeErrors => {
    const rows = recipeRows(pe, spec, positions, recipe.name, exact);
    const values = rows.subarray(last);
    const errors = values.map((value, n) => Math.abs(value - (exact[last + n] as number)));
    return { recipe, values, errors, worst: worstOf(errors), rms: rmsOf(rows, exact) };
  });
  return { exact: exact.subarray(last), recipes, rows: positions.length };
}

/** The index of the largest error; a NaN counts as larger than any error. */
function worstOf(errors: Float64Array): number {
  const lost = errors.findIndex(Number.isNaN);
  return lost >= 0 ? lost : errors.indexOf(errors.reduce((most, error) => Math.max(most, error)));
}

function rmsOf(rows: Rows, exact: Rows): number {
  let sum = 0;
  for (let n = 0; n < rows.length; n++) {
    const error = (rows[n] as number) - (exact[n] as number);
    sum += error * error;
  }
  return Math.sqrt(sum / rows.length);
}
