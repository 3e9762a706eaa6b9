/** The factor of queries that grows with their position. */
/** Queries at position p are multiplied by 1 + beta · ln(1 + ⌊(p + shift) / length⌋). */
export interface QueryScale {
  /** How fast it grows. */
  readonly beta: number;
  /** Tokens to each step: usually the length that the model was trained with. */
  readonly length: number;
  /** 1 if the first token counts as number 1, else 0. */
  readonly shift: number;
}

/** @param position 0 or more */
export const queryFactor = ({ beta, length, shift }: QueryScale, position: number): number =>
  1 + beta * logarithm(1 + Math.floor((position + shift) / length));

/** ln x for x ≥ 1 to a few units of the last place, with the same bits in all engines: k ln 2 + 2 artanh((m − 1)/(m + 1)). */
export function logarithm(x: number): number {
  let [mantissa, exponent] = [x, 0];
  for (; mantissa > 4 / 3; exponent++) mantissa /= 2;
  const z = (mantissa - 1) / (mantissa + 1);
  let sum = 0;
  // |z| ≤ 1/5: the first term that is left out is below 2^-55 of the sum.
  for (let n = 23; n >= 1; n -= 2) sum = sum * z * z + 1 / n;
  return exponent * Math.LN2 + 2 * z * sum;
}
