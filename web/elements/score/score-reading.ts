import { formatFloat32, formatInteger, formatRough, formatSmall } from "../../plot/numbers.ts";
import type { Cell } from "../definition/cell-cursor.ts";
import { firstVisible, type ScoreRecipe } from "./score-recipe.ts";
import type { ScoreShown, Scores } from "./score-values.ts";

/** Scores in words. */

const DIGITS = 6;
/** Smaller scores are written as 0. */
const LEAST = 5e-4;

const brief = (value: number): string => (Math.abs(value) < LEAST ? "0" : formatRough(value));
const score = (value: number): string => formatRough(value, DIGITS);

/** Describes one offset. */
export function describePoint(scores: ScoreShown, { row, column }: Cell): string {
  const { points, lines, spread, other, recipe } = scores;
  const offset = points[column] as number;
  const line = lines[row];
  const value = line?.values[column] as number;
  const exact = {
    added: `P·P = ${score(value)}`,
    rotated: `k = q scores ${score(value)} ± ${formatRough(spread?.[column] ?? 0)}, unrelated k 0 ± ${formatRough(other?.[column] ?? 0)}`,
    bias: `${line?.name} ${formatFloat32(value)}`,
  }[scores.kind];
  const rounded =
    recipe && scores.errors
      ? `; float32 recipe ${score(recipe.values[column] as number)}, with an error of up to ${formatSmall(recipe.entry[column] as number)}`
      : "";
  return `offset ${formatInteger(offset)}: ${exact}${rounded}`;
}

/** Describes all offsets. */
export function describeScores(scores: ScoreShown): string {
  const { kind, quantity, points, lines, recipe, errors } = scores;
  if (quantity !== undefined) {
    return `The picture shows the ${quantity} of each distance, not the bias: training finds the bias for it.`;
  }
  if (kind === "bias") {
    return "The bias that is added to the score. Below ln 2⁻²⁴ = −16.6, float32 loses a key’s weight beside a key without bias.";
  }
  const [first = 0, last = 0] = [lines[0]?.values[0], lines[0]?.values.at(-1)];
  const ends = `${brief(first)} at offset 0, ${brief(last)} at ${formatInteger(points.at(-1) as number)}`;
  const what =
    kind === "added"
      ? `The product of two rows: ${ends}.`
      : `With random channels (mean 0, variance 1), a key equal to its query scores ${ends}; ${describeOther(scores)}.`;
  return errors ? `${what} ${describeRecipe(recipe, points)}` : what;
}

function describeOther({ other }: Scores): string {
  const [near = 0, far = 0] = [other?.[0], other?.at(-1)];
  const any = `any other key scores 0 ± ${brief(near)}`;
  return Math.abs(near - far) < LEAST
    ? `${any} at any distance`
    : `${any} near by, ± ${brief(far)} at the end`;
}

function describeRecipe(recipe: ScoreRecipe | undefined, points: readonly number[]): string {
  if (!recipe) return "";
  const first = firstVisible(recipe, points);
  if (first === undefined) return "The float32 recipe stays within 0.01.";
  const where = first === 0 ? "At every offset" : `From about ${formatRough(first, 2)} on`;
  return `${where} float32 errors exceed 0.01 (shaded).`;
}
