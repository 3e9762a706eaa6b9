/** The factor of a query, by the formulas of the classes. */
import type { QueryScale } from "posenc/full";

export function queryFactorAt(scale: QueryScale | null, position: number): number {
  if (scale === null) return 1;
  const ratio = (position + scale.shift) / scale.length;
  if (!("type" in scale)) return 1 + scale.beta * Math.log(1 + Math.floor(ratio));
  return scale.type === "power"
    ? (1 + ratio) ** scale.exponent
    : 1 + scale.beta * Math.log(Math.max(1, ratio));
}

/**
 * Whether the factor at the last position is what was measured, beside the first one. Llama 4 counts queries by their place in the
 * run, which is their position in a text.
 */
export function growsAs(scale: QueryScale, growth: readonly (readonly [number, number])[]): boolean {
  const want = growth.at(-1)![1];
  const fits = (first: number, last: number) =>
    Math.abs(queryFactorAt(scale, last) / queryFactorAt(scale, first) - want) <= 1e-4 * want;
  return fits(growth[0]![0], growth.at(-1)![0]) || fits(0, growth.length - 1);
}
