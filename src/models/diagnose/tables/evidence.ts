/** Whether entries that differ from a fitted convention show damage: another convention may differ from it, too. */

import type { Column } from "../findings/columns.ts";
import { matrixOf } from "./by-pairs.ts";
import type { Unexpected } from "./compared.ts";
import { factorAt, someRows, waveAt } from "./comparison.ts";
import type { Fit } from "./fit.ts";

/** A difference that is not only the error of what was fitted. */
const EVIDENT = 8;

/** Whether no rotation at other frequencies, and no convention with another last column, makes the entries that differ. */
export function isEvident(fit: Fit, { precision }: Pick<Unexpected, "precision">): boolean {
  const { worst } = fit.counts;
  if (worst === null) return false;
  const judge = { fit, allowedAt: allowedIn(fit, precision.errorOf) };
  if (Math.abs(worst.found - worst.expected) <= judge.allowedAt(worst.found, worst.position)) return false;
  const groups = [...pairsOf(fit)].map((columns) => ({ columns, state: stateOf(judge, columns) }));
  if (groups.some(({ state }) => state === "damaged")) return true;
  // The slow pairs of a rule may all be slower than the fitted one.
  return groups
    .filter(({ state }) => state === "turns otherwise")
    .every(({ columns: [own] }) =>
      groups.some(
        ({ columns: [other], state }) =>
          state === "agrees" && isSlower(other!, own!) && isSeen(judge, other!),
      ),
    );
}

interface Judge {
  readonly fit: Fit;
  readonly allowedAt: (found: number, position: number) => number;
}

const allowedIn =
  ({ sheet, isRecipe }: Fit, errorOf: (value: number) => number) =>
  (found: number, position: number) =>
    EVIDENT *
    (errorOf(found) + Math.abs(sheet.factor) * (2 ** -20 + (isRecipe ? 2 ** -22 * Math.abs(position) : 0)));

/** The columns of each pair, with their places in the table. */
function pairsOf({ sheet, table }: Fit): Iterable<(Column & { at: number })[]> {
  const found = new Map<string, (Column & { at: number })[]>();
  sheet.columns.slice(0, table.columns).forEach((column, at) => {
    const key = column.wave === "zero" ? `zero ${at}` : `${column.axis} ${column.pair}`;
    found.set(key, [...(found.get(key) ?? []), { ...column, at }]);
  });
  return found.values();
}

const isSlower = (one: Column, other: Column) => Math.abs(one.frequency) < Math.abs(other.frequency);

const positionOf = ({ places }: Fit, row: number, { axis }: Column) => (places[axis] ?? places[0]!)(row);

/** Whether another frequency of a pair would be seen in the numbers. */
function isSeen({ fit, allowedAt }: Judge, column: Column): boolean {
  const { rows } = fit.table;
  const span = Math.abs(positionOf(fit, rows - 1, column) - positionOf(fit, 0, column));
  return Math.abs(fit.sheet.factor * column.frequency) * span > 4 * allowedAt(fit.sheet.factor, span);
}

/** Whether a pair agrees, turns steadily at a frequency of its own, or neither. */
function stateOf(
  { fit, allowedAt }: Judge,
  columns: readonly (Column & { at: number })[],
): "agrees" | "turns otherwise" | "damaged" {
  const { table, sheet } = fit;
  const rows = someRows(table.rows);
  /** A line through all turns shares the errors of the largest entries. */
  const mostIn = columns.map(({ at }) =>
    rows.reduce((most, row) => Math.max(most, allowedAt(table.at(row, at), 0) || 0), 0),
  );
  const differs = (turn: (position: number) => number, isLine: boolean) => {
    let count = 0;
    for (const row of rows)
      for (const [k, column] of columns.entries()) {
        const position = positionOf(fit, row, column);
        const found = table.at(row, column.at);
        const phase = position * column.frequency + turn(position);
        const wave = waveAt(column.wave, sheet.phase?.(phase) ?? phase, column);
        const expected = factorAt(sheet.factor, column, position) * wave;
        const allowed = Math.max(allowedAt(found, position), isLine ? mostIn[k]! : 0);
        if (Math.abs(found - expected) > allowed) count++;
      }
    return count;
  };
  const outside = differs(() => 0, false);
  if (outside === 0) return "agrees";
  const scattered = isScattered(fit, rows, columns[0]!);
  const steady = steadyTurn(fit, columns, scattered);
  if (steady === undefined)
    return outside > (scattered ? FEW : 0.5 * rows.length * columns.length) ? "turns otherwise" : "damaged";
  return differs(steady, true) === 0 ? "turns otherwise" : "damaged";
}

/** Wrong entries of a pair that another frequency hardly makes. */
const FEW = 2;

const isScattered = (fit: Fit, rows: readonly number[], column: Column): boolean =>
  rows.some(
    (row, k) =>
      k > 0 && k < NEAR_ROWS && Math.abs(positionOf(fit, row, column) - positionOf(fit, row - 1, column)) > 1,
  );

/** These rows of `someRows` follow each other. */
const NEAR_ROWS = 24;

/** Between rows that are far apart, larger turns cannot be counted, in radians. */
const MOST_TURN = 0.5;

/** How far a pair turns beyond its phase, as a line over positions; undefined without its sine or its cosine. */
function steadyTurn(
  fit: Fit,
  columns: readonly (Column & { at: number })[],
  scattered: boolean,
): ((position: number) => number) | undefined {
  const cos = columns.find(({ wave }) => wave === "cos");
  const sin = columns.find(({ wave }) => wave === "sin" || wave === "-sin");
  if (cos === undefined || sin === undefined) return undefined;
  const rows = someRows(fit.table.rows);
  const { values } = matrixOf(fit.table, rows, [cos.at, sin.at]);
  const sign = sin.wave === "sin" ? 1 : -1;
  const wrap = (angle: number) => angle - 2 * Math.PI * Math.round(angle / (2 * Math.PI));
  const first = positionOf(fit, 0, cos);
  const places = rows.map((row) => positionOf(fit, row, cos) - first);
  const turns: number[] = [];
  places.forEach((far, k) => {
    const off = Math.atan2(sign * values[2 * k + 1]!, values[2 * k]!) - (first + far) * cos.frequency;
    const before = turns.at(-1) ?? 0;
    turns.push(before + wrap(off - before));
  });
  if (scattered && turns.some((turn) => Math.abs(turn) > MOST_TURN)) return undefined;
  const mean = (list: readonly number[]) => list.reduce((sum, each) => sum + each, 0) / list.length;
  const [x, y] = [mean(places), mean(turns)];
  const xx = places.reduce((sum, far) => sum + (far - x) ** 2, 0);
  const slope = xx === 0 ? 0 : places.reduce((sum, far, k) => sum + (far - x) * (turns[k]! - y), 0) / xx;
  return (position) => y + slope * (position - first - x);
}
