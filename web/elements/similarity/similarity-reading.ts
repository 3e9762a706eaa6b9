import { formatFixed, formatInteger, formatRough, formatSmall } from "../../plot/numbers.ts";
import type { ComparedRow, Measure } from "./similarity-values.ts";

/** What the figure shows, in words. */

const FORMULA: Readonly<Record<Measure, string>> = {
  dot: "Σ cos(ω k)",
  distance: "√Σ 2(1 − cos ω k)",
};

/** The whole picture: that all rows lie on one curve, and how closely. */
export function describeAll(
  { measure, dModel }: { readonly measure: Measure; readonly dModel: number },
  rows: readonly ComparedRow[],
  difference: number,
  atZero: number,
): string {
  const count = rows.reduce((sum, { values }) => sum + values.length, 0);
  const names = rows.map(({ position }) => formatInteger(position)).join(", ");
  const things = measure === "dot" ? "dot products" : "distances";
  const zero =
    measure === "dot"
      ? `At offset 0 it is |P|² = d/2 = ${formatRough(atZero)}, for d = ${formatInteger(dModel)}.`
      : "At offset 0 it is 0.";
  return (
    `${formatInteger(count)} ${things} of table rows, those of t = ${names}: ` +
    `all lie on the curve ${FORMULA[measure]}, the farthest ${formatSmall(difference)} off. ${zero}`
  );
}

/** Two positions: their rows compared, and what their offset alone says. */
export function describeCell(measure: Measure, t: number, s: number, value: number, formula: number): string {
  const rows = measure === "dot" ? `P(${t}) · P(${s})` : `|P(${s}) − P(${t})|`;
  const places = `positions ${formatInteger(t)} and ${formatInteger(s)}, offset ${formatInteger(s - t)}`;
  return (
    `${places}: ${rows} = ${formatFixed(value, DECIMALS)} from the rows of the table, ` +
    `${FORMULA[measure]} = ${formatFixed(formula, DECIMALS)} from the offset`
  );
}

const DECIMALS = 4;
