import { formatFloat32, formatInteger } from "../../plot/numbers.ts";
import type { Cell } from "../figure/cell-cursor.ts";
import { type BiasSpec, type BiasValues, biasAt } from "./bias-values.ts";

/** What a bias shows, in words. */

/** One query and one key. */
export function describeCell(values: BiasValues, head: number, { row: query, column: key }: Cell): string {
  const value = biasAt(values, head, query, key);
  const distance = formatInteger(Math.abs(query - key));
  const where = query === key ? "the query itself" : `${distance} ${query > key ? "back" : "ahead"}`;
  const heads = values.heads > 1 ? `head ${head + 1}, ` : "";
  const what = Number.isFinite(value) ? formatFloat32(value) : "−∞, the causal mask hides it";
  return `${heads}query ${query}, key ${key}, ${where}: ${what}`;
}

/** A method. Where heads differ by what they learn alone, it says what stands in for that. */
export function describeMethod(spec: BiasSpec, values: BiasValues, head: number): string {
  switch (spec.method) {
    case "alibi": {
      const slope = -biasAt(values, head, 1, 0);
      return `ALiBi: −m · distance. Head ${head + 1} of ${values.heads} has the slope m = ${formatFloat32(slope)}.`;
    }
    case "t5": {
      const sides = spec.bidirectional ? "half of them for keys ahead" : "keys ahead share the first";
      return (
        `T5 learns a number for each of ${spec.buckets} buckets, ${sides}. Shown is the bucket: one for each near ` +
        `distance, then wider ones, up to ${formatInteger(spec.maxDistance)}.`
      );
    }
    case "kerple":
      return spec.kernel === "power"
        ? "KERPLE: −r₁ · distance^r₂. Every head learns its r₁ and r₂; here both are 1."
        : "KERPLE: −r₁ ln(1 + r₂ · distance). Every head learns its r₁ and r₂; here both are 1.";
    case "sandwich": {
      const ratio = spec.headRatios ? ", divided by 8h/H in head h of H" : "";
      return `Sandwich: what two rows of the sinusoid have in common, Σ cos(distance · ω)${ratio}.`;
    }
    case "fire":
      return (
        "FIRE learns a function of ψ(distance) / ψ(query’s position), ψ(x) = ln(1 + c x); shown is what the " +
        `function is given. Positions below ${formatInteger(spec.threshold)} count as that.`
      );
    case "none":
      return "Nothing is added. Without a causal mask all orders look alike; with one, how much a query sees tells its position.";
  }
}
