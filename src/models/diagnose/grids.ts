/** The grids that the rows of a table may be, with the base of published grids. */
import { checkSpec } from "../../api/spec.ts";
import { additiveSheet } from "./columns.ts";
import type { Table } from "./comparison.ts";
import { shapesOf } from "./expectation.ts";
import type { Candidate } from "./fit.ts";
import { shortSpec } from "./sinusoids.ts";

/** Every shape, order of axes, layout and first place. */
export function* gridWays(table: Table): Generator<Candidate> {
  const { rows, columns } = table;
  for (const token of isEmpty(table, 0) ? [true] : [false])
    for (const axes of [...orders[2], ...orders[3]]) {
      if (columns % (2 * axes.length) !== 0) continue;
      const first = firstPlaces(table, Number(token));
      for (const shape of shapesOf(rows - Number(token), axes.length).filter((sides) => !sides.includes(1)))
        for (const layout of ["interleaved", "halves", "flipped-halves"] as const)
          for (const place of first) {
            const fields = {
              dModel: columns,
              shape,
              axes,
              layout,
              ...place,
              ...(token && { classToken: true }),
            };
            const spec = checkSpec({ method: "grid", ...fields });
            const is = shortSpec({ method: "grid", ...fields });
            yield { sheet: additiveSheet(spec)!, of: { name: "the named grid", is, spec }, faults: [] };
          }
    }
}

const orders = {
  2: [
    [0, 1],
    [1, 0],
  ],
  3: [
    [0, 1, 2],
    [0, 2, 1],
    [1, 0, 2],
    [1, 2, 0],
    [2, 0, 1],
    [2, 1, 0],
  ],
} as const;

const isEmpty = ({ columns, at }: Table, row: number) => {
  for (let column = 0; column < columns; column++) if (at(row, column) !== 0) return false;
  return true;
};

/** Place 0 has only zeros and ones; a grid with another first row begins at 1. */
function firstPlaces({ columns, at }: Table, row: number): { start?: 1; normalize?: true }[] {
  for (let column = 0; column < columns; column++)
    if (at(row, column) !== 0 && at(row, column) !== 1) return [{ start: 1 }, { start: 1, normalize: true }];
  return [{}, { normalize: true }];
}
