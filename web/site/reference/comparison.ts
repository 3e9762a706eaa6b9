import type { TextTable } from "posenc/files";
import type { Posenc } from "posenc/full";
import { type Candidate, candidatesFor } from "./candidates.ts";

export interface Compared {
  readonly candidate: Candidate;
  /** The largest difference, and where it is. */
  readonly difference: number;
  readonly row: number;
  readonly column: number;
  readonly fits: boolean;
}

/** The rounding of a float, and the error of an angle for each position in the float32 recipe. */
const FLOAT = 2 ** -24;
const STEP = 2 ** -23;

/** No model has a table with more columns. */
const WIDEST = 65_536;

/** Compares every convention with the rows; the closest comes first. */
export function compareAll(pe: Posenc, { rows, roundingOf }: TextTable): Compared[] {
  const width = rows[0]?.length ?? 0;
  if (width < 2 || width > WIDEST)
    throw new RangeError(`A row must have 2 to ${WIDEST} numbers; the first one has ${width}.`);
  const compared: Compared[] = [];
  for (const candidate of candidatesFor(pe, width)) {
    const values = candidate.rows(rows.length);
    if (values.length !== rows.length * width) continue; // slopes and frequencies are one row
    const float = FLOAT + candidate.last(rows.length) * STEP;
    const allowedFor = (value: number) => roundingOf(value) + float;
    compared.push({ candidate, ...compare(rows, values, allowedFor) });
  }
  return compared.sort((a, b) => a.difference - b.difference);
}

function compare(
  rows: TextTable["rows"],
  values: ArrayLike<number>,
  allowedFor: (value: number) => number,
): Omit<Compared, "candidate"> {
  const found = { difference: -1, row: 0, column: 0, fits: true };
  for (const [row, numbers] of rows.entries())
    for (const [column, value] of numbers.entries()) {
      const difference = Math.abs(value - (values[row * numbers.length + column] as number));
      if (difference > allowedFor(value)) found.fits = false;
      if (difference > found.difference) Object.assign(found, { difference, row, column });
    }
  return found;
}
