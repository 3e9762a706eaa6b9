import type { Posenc } from "../../../src/entries/encodings.ts";
import { formatFixed, formatInteger, formatRough, formatSmall } from "../../plot/numbers.ts";
import type { Cell } from "../definition/cell-cursor.ts";
import {
  atOffset,
  compareRows,
  largestDifference,
  type Measure,
  NAMES,
  type SimilarityShown,
} from "./similarity-shown.ts";

const FORMULA: Readonly<Record<Measure, string>> = {
  dot: "Σ cos(ω k)",
  distance: "√Σ 2(1 − cos ω k)",
};

const DECIMALS = 4;

/** Describes the whole picture: all rows lie on one curve, with small errors. */
export function describeAll(shown: SimilarityShown): string {
  const { measure, rows, spec } = shown;
  const count = rows.reduce((sum, { values }) => sum + values.length, 0);
  const names = rows.map(({ position }) => formatInteger(position)).join(", ");
  const zero =
    measure === "dot"
      ? `At offset 0 it is |P|² = d/2 = ${formatRough(atOffset(shown, 0))}, for d = ${formatInteger(spec.dModel)}.`
      : "At offset 0 it is 0.";
  return (
    `${formatInteger(count)} ${NAMES[measure]}s of table rows, for t = ${names}: ` +
    `all lie on the curve ${FORMULA[measure]}, within ${formatSmall(largestDifference(shown))}. ${zero}`
  );
}

/** Describes two positions: the measure from their rows, and from their offset alone. */
export function describeCell(shown: SimilarityShown, { row, column }: Cell, pe: Posenc): string {
  const { measure, spec, positions } = shown;
  const [t, s] = [positions.from + row, positions.from + column] as const;
  const between = { from: Math.min(t, s), count: Math.abs(t - s) + 1 };
  const [compared] = compareRows(pe, spec, measure, between, [t]);
  const value = compared?.values.at(s < t ? 0 : -1) as number;
  const rows = measure === "dot" ? `P(${t}) · P(${s})` : `|P(${s}) − P(${t})|`;
  const places = `positions ${formatInteger(t)} and ${formatInteger(s)}, offset ${formatInteger(s - t)}`;
  return (
    `${places}: ${rows} = ${formatFixed(value, DECIMALS)} from the rows of the table, ` +
    `${FORMULA[measure]} = ${formatFixed(atOffset(shown, s - t), DECIMALS)} from the offset`
  );
}
