import { formatFixed, formatRough } from "../../plot/numbers.ts";
import type { Cell } from "../figure/cell-cursor.ts";
import { type Broadcast, frequencyOf, STEPS } from "./broadcast-table.ts";

/** What the figure shows, in words. */

export function describeAll(shown: Broadcast, base: number): string {
  const { method, length, frequencies, dModel, range } = shown;
  const [least, most] = range;
  const count = `${length} positions × ${frequencies.length} frequencies make ${length * frequencies.length} angles.`;
  if (method === "sinusoidal")
    return `${count} Every step from one row to the next is ${formatFixed(least, 4)} long, wherever it starts.`;
  const ratio = formatRough(base ** (1 / dModel));
  return (
    `${count} Positions end at L − 1 = ${length - 1}. The period of column i is 2π·κ^(i/D), each κ^(1/D) = ${ratio} times the ` +
    `one before. Without cosines a step is ${formatFixed(least, 2)} to ${formatFixed(most, 2)} long over ${STEPS} positions.`
  );
}

/** One entry, from its position and its frequency. */
export function describeEntry(
  { method, frequencies, table, dModel }: Broadcast,
  base: number,
  { row, column }: Cell,
): string {
  const index = frequencyOf(method, column);
  const frequency = frequencies[index] as number;
  const power = method === "sine" ? `κ^(−${index}/${dModel})` : `${base}^(−${2 * index}/${dModel})`;
  const wave = method === "sinusoidal" && column % 2 === 1 ? "cos" : "sin";
  const value = formatFixed(table[row * dModel + column] as number, 4);
  const angle = formatFixed(row * frequency, 4);
  const period = formatRough((2 * Math.PI) / frequency, 4);
  return (
    `position ${row}, dimension ${column}: ${row} × ${formatRough(frequency, 4)} = ${angle}, ` +
    `${wave}(${angle}) = ${value}; ω = ${power}, a period of ${period} positions`
  );
}
