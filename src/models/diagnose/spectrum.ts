/** How fast the columns of a table change along its rows. */
import type { Table } from "./comparison.ts";

const MOST_ROWS = 256;
const MOST_COLUMNS = 64;

/** Slower than this many rows. */
const SLOW = 10;

/** A share of the variation, in words; empty for few rows. */
export function spectrumText(table: Table): string {
  const rows = Math.min(table.rows, MOST_ROWS);
  if (rows < 2 * SLOW) return "";
  const step = Math.max(1, Math.floor(table.columns / MOST_COLUMNS));
  let [slow, all] = [0, 0];
  for (let column = 0; column < table.columns; column += step)
    for (let k = 1; k <= rows / 2; k++) {
      let [re, im] = [0, 0];
      for (let row = 0; row < rows; row++) {
        const value = table.at(row, column);
        if (!Number.isFinite(value)) continue;
        const angle = (2 * Math.PI * k * row) / rows;
        re += value * Math.cos(angle);
        im += value * Math.sin(angle);
      }
      const power = re * re + im * im;
      all += power;
      if (k < rows / SLOW) slow += power;
    }
  if (all === 0) return "";
  const share = Math.round((100 * slow) / all);
  const kind = share > 50 ? "a learned table, or a sum" : "a learned table before training, or noise";
  return `; ${share} % of their variation along the rows is slower than ${SLOW} rows, as in ${kind}`;
}
