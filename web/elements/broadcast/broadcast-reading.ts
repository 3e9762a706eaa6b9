import { formatFixed, formatRough } from "../../plot/numbers.ts";
import type { Cell } from "../definition/cell-cursor.ts";
import { type BroadcastShown, frequencyOf, kindOf } from "./broadcast-shown.ts";

/** What the figure shows, in words. */

export function describeAll(shown: BroadcastShown): string {
  const { method, length, frequencies } = shown;
  const count = `${length} positions × ${frequencies.length} frequencies make ${length * frequencies.length} angles.`;
  return `${count} ${kindOf(method).steps(shown)}`;
}

/** One entry, from its position and its frequency. */
export function describeEntry(
  { method, frequencies, table, dModel, base }: BroadcastShown,
  { row, column }: Cell,
): string {
  const index = frequencyOf(method, column);
  const frequency = frequencies[index] as number;
  const { each, word = base } = kindOf(method);
  const power = `${word}^(−${each * index}/${dModel})`;
  const wave = column % each === 0 ? "sin" : "cos";
  const value = formatFixed(table[row * dModel + column] as number, 4);
  const angle = formatFixed(row * frequency, 4);
  const period = formatRough((2 * Math.PI) / frequency, 4);
  return (
    `position ${row}, dimension ${column}: ${row} × ${formatRough(frequency, 4)} = ${angle}, ` +
    `${wave}(${angle}) = ${value}; ω = ${power}, a period of ${period} positions`
  );
}
