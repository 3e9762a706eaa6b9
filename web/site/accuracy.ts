import { load } from "posenc/full";
import { powerOfTen } from "./numbers/power-of-ten.ts";

/** The table of errors, measured in the reader's browser against float64. */

/** One for each column of the table. */
const PRECISIONS = ["float32", "exact"] as const;

const D_MODEL = 512;
const BASE = 10_000;

/** The last positions of the ranges that are measured. Up to here a float64 angle is good to 1e-9, far below the errors. */
const POSITIONS = [512, 5_000, 45_000, 131_072, 1_000_000];

/** Positions in a range: enough to meet the worst rounding of the fastest dimensions. */
const ROWS = 32;

/** Replaces the printed errors by measured ones. If the module cannot be loaded, the printed ones stay. */
export async function fillAccuracy(): Promise<void> {
  const pe = await load().catch(() => undefined);
  if (!pe) return;
  const rows = document.querySelectorAll("#accuracy tbody tr");
  for (const [index, position] of POSITIONS.entries()) {
    const start = position - ROWS + 1;
    const cells = rows[index]?.querySelectorAll("td");
    for (const [column, precision] of PRECISIONS.entries()) {
      const spec = { method: "sinusoidal", dModel: D_MODEL, base: BASE, precision } as const;
      const table = pe.encode(spec, { start, length: ROWS });
      cells?.[column]?.replaceChildren(powerOfTen(largestError(start, table)));
    }
  }
}

function largestError(start: number, table: Float32Array): number {
  return table.reduce((most, value, index) => {
    const channel = index % D_MODEL;
    const angle = (start + Math.floor(index / D_MODEL)) / BASE ** ((channel - (channel % 2)) / D_MODEL);
    return Math.max(most, Math.abs(value - (channel % 2 ? Math.cos(angle) : Math.sin(angle))));
  }, 0);
}
