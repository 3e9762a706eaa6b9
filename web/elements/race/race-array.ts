import type { NamedArray } from "../definition/numbers.ts";
import { range } from "../share/entries.ts";
import { titleOf } from "./lane-encoding.ts";
import { columnsOf, numberAt, type RaceShown, rowAt, rowsOf } from "./race-shown.ts";

/** The numbers of the picture: for each lane its mean loss before each test, and its accuracy at each length. NaN: not yet. */
export function raceArray(shown: RaceShown): NamedArray {
  const columns = columnsOf(shown);
  const rows = range(0, shown.race.lanes.length * rowsOf(shown).length);
  return {
    corner: "step",
    rows: rows.map((row) => {
      const { lane, what } = rowAt(shown, row);
      return `${titleOf(lane.encoding)} ${what}`;
    }),
    columns,
    values: Float64Array.from(
      rows.flatMap((row) => columns.map((_, column) => numberAt(shown, row, column))),
    ),
  };
}
