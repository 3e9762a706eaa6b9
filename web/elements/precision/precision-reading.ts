import { formatFixed, formatInteger, formatRough, formatSmall } from "../../plot/numbers.ts";
import type { Cell } from "../definition/cell-cursor.ts";
import type { PrecisionShown, RecipeErrors } from "./precision-shown.ts";
import type { RecipeName } from "./recipes.ts";

/** Errors in words. */

/** An error with two digits, such as 3.2 × 10⁻⁵. */
export function formatError(error: number): string {
  if (Number.isNaN(error)) return "no number";
  return error >= LARGE ? formatRough(error, 2) : formatSmall(error);
}

/** Errors of this size or larger are written without a power of ten. */
const LARGE = 0.001;

/** Describes the whole row. */
export function describeRow({ position, recipes, rows }: PrecisionShown): string {
  const of = (name: RecipeName) => recipes.find(({ recipe }) => recipe.name === name) as RecipeErrors;
  const [direct, logarithmic] = [of("float32"), of("float32-logarithmic")];
  const worst = direct.errors[direct.worst] as number;
  const over = rows === 1 ? "" : ` over the last ${rows} positions`;
  return (
    `At position ${formatInteger(position)} the float32 recipe is off by up to ${formatError(worst)}, in dimension ` +
    `${formatInteger(direct.worst)}. Root mean square${over}: ${formatError(direct.rms)} with the direct power, ` +
    `${formatError(logarithmic.rms)} in log space; ${formatError(of("float64").rms)} with float64 inside.`
  );
}

/** Describes one recipe in one dimension. */
export function describeEntry(
  { position, exact, recipes }: PrecisionShown,
  { row, column: dimension }: Cell,
): string {
  const { recipe, values, errors } = recipes[row] as RecipeErrors;
  const value = values[dimension] as number;
  const place = `position ${formatInteger(position)}, dimension ${formatInteger(dimension)}`;
  if (Number.isNaN(value))
    return `${place}, ${recipe.label}: no number, because the position or angle is infinite there`;
  return (
    `${place}, ${recipe.label}: ${formatFixed(value, 9)}, exact ${formatFixed(exact[dimension] as number, 9)}, ` +
    `error ${formatError(errors[dimension] as number)} by ${recipe.steps}`
  );
}
