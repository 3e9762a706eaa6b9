/** Compares a table with the numbers of another file, entry by entry. */

import { counted } from "../../../api/arguments/counted.ts";
import {
  type Comparison,
  Counter,
  cannotTell,
  type Diagnosis,
  diagnosisOf,
  type Picture,
} from "../findings/diagnosis.ts";
import { draft } from "../findings/findings.ts";
import { precisionOf, precisionText } from "../findings/precision.ts";
import { type Against, brokenIn } from "./compared.ts";
import type { Table } from "./comparison.ts";
import { transposed } from "./fit.ts";
import type { Stored } from "./stored.ts";

/** Half the distance of neighbours at 1 in float32. */
const HALF = 2 ** -24;

export function againstNumbers(input: Omit<Against, "expected">, other: Stored): Diagnosis {
  const { table, subject, precision, allow } = input;
  const views = [other, transposed(other)];
  const view =
    views.find(({ rows, columns }) => rows === table.rows && columns === table.columns) ?? views[0]!;
  const theirs = precisionOf(other.lists);
  const [rows, columns] = [Math.min(table.rows, view.rows), Math.min(table.columns, view.columns)];
  const counter = new Counter();
  for (let row = 0; row < rows; row++)
    for (let column = 0; column < columns; column++) {
      const [found, expected] = [table.at(row, column), view.at(row, column)];
      if (!Number.isFinite(expected)) continue;
      const allowed =
        precision.errorOf(found) +
        theirs.errorOf(expected) +
        (HALF + allow) * Math.max(1, Math.abs(expected));
      counter.add(found, expected, allowed, () => ({ row, column, position: row, found, expected }));
    }
  const { counts } = counter;
  if (counts.compared === 0) return cannotTell(subject, "the two files have no numbers to compare");
  const left = (mine: number, yours: number, what: string) =>
    mine === yours
      ? []
      : [
          `${counted(Math.abs(mine - yours), what)} that only ${mine > yours ? "this" : "the other"} file has`,
        ];
  const comparison: Comparison = {
    ...counts,
    with: "the other file",
    equal: counts.outside === 0,
    layout: view === other ? null : "transposed",
    start: null,
    precision: precisionText(precision),
    notCompared: [...left(table.rows, view.rows, "row"), ...left(table.columns, view.columns, "column")],
  };
  const differ = draft(
    "values-differ",
    ["entries", counts.outside, "entries"],
    ["compared", counts.compared, "entries"],
  );
  return diagnosisOf({
    is: comparison.equal ? "the other file" : null,
    faults: [...brokenIn(table), ...(comparison.equal ? [] : [differ])],
    confidence: 0.97,
    subject,
    ...(!comparison.equal && { says: "is not the same as the other file" }),
    comparison,
    picture: comparison.equal ? null : pictureOf(table, view),
  });
}

const MOST = 48;

function pictureOf(table: Table, other: Table): Picture {
  const spread = (count: number) =>
    Array.from({ length: Math.min(count, MOST) }, (_, k) => Math.floor((k * count) / Math.min(count, MOST)));
  const rows = spread(Math.min(table.rows, other.rows));
  const columns = spread(Math.min(table.columns, other.columns));
  const all = ({ at }: Table) => rows.flatMap((row) => columns.map((column) => at(row, column)));
  return { rows, columns, found: all(table), expected: all(other) };
}
