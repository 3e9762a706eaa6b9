/** The factor of queries that grows with their position. */
import { logarithm, power } from "./elementary.ts";

/** Queries at position p are multiplied by 1 + beta · ln(1 + ⌊(p + shift) / length⌋). Source: Llama 4, Ministral 3. */
export interface SteppedQueryScale {
  /** How fast it grows. */
  readonly beta: number;
  /** Tokens in each step: usually the length that the model was trained with. */
  readonly length: number;
  /** 1 if tokens are counted from 1, else 0. */
  readonly shift: number;
}

/** Queries at position p are multiplied by 1 + beta · ln(max(1, (p + shift) / length)). Source: Inkling. */
export interface RatioQueryScale {
  readonly type: "log-ratio";
  /** How fast it grows. */
  readonly beta: number;
  /** The first `length` tokens have the factor 1. */
  readonly length: number;
  /** 1 if tokens are counted from 1, else 0. */
  readonly shift: number;
}

/** Queries at position p are multiplied by (1 + (p + shift) / length)^exponent. Source: Beam. */
export interface PowerQueryScale {
  readonly type: "power";
  /** How fast it grows. */
  readonly exponent: number;
  /** The token where the factor is 2^exponent. */
  readonly length: number;
  /** 1 if tokens are counted from 1, else 0. */
  readonly shift: number;
}

/** How queries grow with their position p, by one of three formulas. */
export type QueryScale = SteppedQueryScale | RatioQueryScale | PowerQueryScale;

/** @param position 0 or more */
export function queryFactor(scale: QueryScale, position: number): number {
  const ratio = (position + scale.shift) / scale.length;
  if (!("type" in scale)) return 1 + scale.beta * logarithm(1 + Math.floor(ratio));
  if (scale.type === "power") return power(1 + ratio, scale.exponent);
  return 1 + scale.beta * logarithm(Math.max(1, ratio));
}
