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
