import type { NamedArray } from "../definition/numbers.ts";
import { range } from "../share/entries.ts";
import type { ThreadRun } from "./thread-run.ts";

/** The table that is in view: a row for each position. */
export const tableOf = ({ seen, settings: { positions, dModel } }: ThreadRun): NamedArray => ({
  corner: "position",
  rows: range(0, positions),
  columns: range(0, dModel),
  values: seen.rows,
});
