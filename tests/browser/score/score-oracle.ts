/** Scores by offset and the float32 recipe straight from their formulas, in doubles. */

/** base^(−2i/d) radians a position. */
export const frequencies = (d: number, base: number): number[] =>
  Array.from({ length: d / 2 }, (_, i) => base ** ((-2 * i) / d));

const sum = (terms: readonly number[]): number => terms.reduce((total, term) => total + term, 0);

/** Σ cos(offset · ω), the inner product of two rows of the sinusoid. */
export const cosines = (offset: number, omegas: readonly number[]): number =>
  sum(omegas.map((omega) => Math.cos(offset * omega)));

/** Mean and standard deviation of (R q)·q / √d for d channels of mean 0 and variance 1: |pair|² has mean 2, variance 4. */
export function sameContent(offset: number, omegas: readonly number[]): { mean: number; spread: number } {
  const d = 2 * omegas.length;
  const squares = sum(omegas.map((omega) => Math.cos(offset * omega) ** 2));
  return {
    mean: (2 * cosines(offset, omegas)) / Math.sqrt(d),
    spread: Math.sqrt(4 * squares) / Math.sqrt(d),
  };
}

/** The largest error of the recipe fl(sin(fl(t · fl(1 / fl(base^(2i/d)))))) in the row of position t. */
export function worstEntry(t: number, d: number, base: number): number {
  const errors = frequencies(d, base).flatMap((omega, i) => {
    const inverse = Math.fround(1 / Math.fround(base ** ((2 * i) / d)));
    const phase = Math.fround(t * inverse);
    return [Math.sin, Math.cos].map((f) => Math.abs(Math.fround(f(phase)) - Math.fround(f(t * omega))));
  });
  return Math.max(...errors);
}
