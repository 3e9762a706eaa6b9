import type { Posenc } from "posenc/full";
import { type Candidate, candidatesFor } from "./candidates.ts";
import type { PastedTable } from "./pasted-table.ts";

export interface Compared {
  readonly candidate: Candidate;
  /** The largest difference, and where it is. */
  readonly difference: number;
  readonly row: number;
  readonly column: number;
  readonly fits: boolean;
}

/** A float's rounding, and what each step of the recipe in float32 adds to an angle. */
const FLOAT = 2 ** -24;
const STEP = 2 ** -23;

/** More columns than any table of a model has. */
const WIDEST = 65_536;

/** Every convention against the rows, the closest first. */
export function compareAll(pe: Posenc, { rows, rounding }: PastedTable): Compared[] {
  const width = rows[0]?.length ?? 0;
  if (width < 2 || width > WIDEST)
    throw new RangeError(`A row must have 2 to ${WIDEST} numbers; the first one has ${width}.`);
  const compared: Compared[] = [];
  for (const candidate of candidatesFor(pe, width)) {
    const values = candidate.rows(rows.length);
    if (values.length !== rows.length * width) continue; // slopes and frequencies are one row
    const found = largest(rows, values, width);
    const allowed = rounding + FLOAT + candidate.last(rows.length) * STEP;
    compared.push({ candidate, ...found, fits: found.difference <= allowed });
  }
  return compared.sort((a, b) => a.difference - b.difference);
}

function largest(rows: PastedTable["rows"], values: ArrayLike<number>, width: number) {
  let most = { difference: -1, row: 0, column: 0 };
  for (const [row, numbers] of rows.entries())
    for (const [column, value] of numbers.entries()) {
      const difference = Math.abs(value - (values[row * width + column] as number));
      if (difference > most.difference) most = { difference, row, column };
    }
  return most;
}
