/** Tables whose rows are computed one by one from their positions. */
import type { Doubles, Floats } from "../../bindings/slots.ts";
import { rangeError } from "../arguments/errors.ts";
import type { Step } from "../module/calls.ts";
import { type CheckedRows, positionsOf } from "../table/rows.ts";
import type { RowPlanner } from "./encoder.ts";

/** @param fill Makes rows of `dModel` channels. */
export const byPositions =
  (dModel: number, fill: (table: { positions: Doubles; out: Floats }) => Step): RowPlanner =>
  (rows) => ({
    rows: rows.count,
    width: dModel,
    meaning: "length · dModel",
    size: rows.size,
    steps: (out) => [fill({ positions: positionsOf(rows), out })],
  });

/** Throws unless every position is an integer with a row: 0, 1, … up to `places` − 1. */
export function checkPlaces(
  { count, start, first, positions }: CheckedRows,
  places: number,
  last: string,
): void {
  const refuse = (param: string, value: number) => {
    const text = `${param} must be an integer from 0 to ${places - 1}, ${last}; got ${value}`;
    throw rangeError(text, { code: "range", param, value });
  };
  const isPlace = (position: number) => Number.isInteger(position) && position >= 0 && position < places;
  if (positions !== undefined) {
    for (const [i, position] of positions.entries())
      if (!isPlace(position)) refuse(`positions[${i}]`, position);
  } else if (count > 0) {
    if (!isPlace(start)) refuse("start", start);
    const end = start + first + count - 1;
    if (!isPlace(end)) refuse("start + length − 1", end);
  }
}
