/** Biases straight from their papers, in doubles, for the query i and the key j. */

/** Press et al. 2021, arXiv 2108.12409, section 3, and its code for counts of heads between powers of two. */
export function alibi(i: number, j: number, head: number, heads: number): number {
  const powers = (count: number) => Array.from({ length: count }, (_, h) => 2 ** ((-8 * (h + 1)) / count));
  const below = 2 ** Math.floor(Math.log2(heads));
  const next = powers(2 * below).filter((_, h) => h % 2 === 0);
  const slopes = [...powers(below), ...next].slice(0, heads);
  return -(slopes[head] as number) * Math.abs(i - j);
}

/** Raffel et al. 2019, arXiv 1910.10683, as in transformers' _relative_position_bucket, with exact logarithms. */
export function bucket(i: number, j: number, bidirectional: boolean): number {
  const count = bidirectional ? 16 : 32;
  const exact = count / 2;
  const side = bidirectional && j > i ? count : 0;
  const distance = bidirectional ? Math.abs(i - j) : Math.max(i - j, 0);
  if (distance < exact) return side + distance;
  // The first step s + 1 that starts beyond the distance: exact · (128 / exact)^((s + 1) / exact) > distance.
  let step = 0;
  while (exact * (128 / exact) ** ((step + 1) / exact) <= distance * (1 + 1e-12)) step++;
  return side + Math.min(exact + step, count - 1);
}

/** Chi et al. 2022, arXiv 2205.09921, eq. 5, with r₁ = r₂ = 1. */
export const kerple = (i: number, j: number): number => -Math.log(1 + Math.abs(i - j));

/** Chi et al. 2022, arXiv 2212.10356, width 128, with head h's ratio 8h/H. */
export function sandwich(i: number, j: number, head: number, heads: number): number {
  const cosines = Array.from({ length: 64 }, (_, p) => Math.cos((i - j) * 10_000 ** (-p / 64)));
  return cosines.reduce((sum, cosine) => sum + cosine, 0) / ((8 * (head + 1)) / heads);
}

/** Li et al. 2023, arXiv 2310.04418, eq. 3: what the learned function is given, c = 0.1, L = 512. */
export function fireInput(i: number, j: number): number {
  const psi = (x: number) => Math.log(0.1 * x + 1);
  return psi(Math.abs(i - j)) / psi(Math.max(512, i));
}
