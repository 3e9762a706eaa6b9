/** The factor of queries that grows with their position. */
import { logarithm } from "./elementary.ts";

/** Queries at position p are multiplied by 1 + beta · ln(1 + ⌊(p + shift) / length⌋). */
export interface QueryScale {
  /** How fast it grows. */
  readonly beta: number;
  /** Tokens in each step: usually the length that the model was trained with. */
  readonly length: number;
  /** 1 if tokens are counted from 1, else 0. */
  readonly shift: number;
}

/** @param position 0 or more */
export const queryFactor = ({ beta, length, shift }: QueryScale, position: number): number =>
  1 + beta * logarithm(1 + Math.floor((position + shift) / length));
