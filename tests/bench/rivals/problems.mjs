/**
 * What every contender is given.
 *
 * @typedef {{ queries: number, tokens: number, width: number, heads: number, causal: boolean }} AttentionProblem causal where queries = tokens
 * @typedef {AttentionProblem & { q: Float32Array, k: Float32Array, v: Float32Array }} AttentionInputs q: (queries, width); k, v: (tokens, width)
 * @typedef {{ rows: number, width: number }} TableProblem
 * @typedef {{ size: number }} SquareProblem matrices of size × size
 * @typedef {SquareProblem & { a: Float32Array, b: Float32Array }} MatmulInputs
 * @typedef {SquareProblem & { x: Float32Array }} SoftmaxInputs
 * @typedef {{ tokens: number, width: number, heads: number }} RotateProblem
 * @typedef {RotateProblem & { x: Float32Array, sines: Float32Array, cosines: Float32Array }} RotateInputs x: (tokens, width); sines, cosines: (tokens, pairs of a head)
 *
 * @typedef {object} Work
 * @property {() => Float32Array | Promise<Float32Array>} run from the arrays of the caller to an array for the caller
 * @property {boolean} [halves] whether a table has its sines before its cosines; default: interleaved
 * @property {() => Promise<void> | void} [release]
 *
 * @typedef {object} Contender
 * @property {string} name
 * @property {(inputs: AttentionInputs) => Work | Promise<Work>} [attention]
 * @property {(problem: TableProblem) => Work | Promise<Work>} [table]
 * @property {(inputs: MatmulInputs) => Work | Promise<Work>} [matmul]
 * @property {(inputs: SoftmaxInputs) => Work | Promise<Work>} [softmax] of each row
 * @property {(inputs: RotateInputs) => Work | Promise<Work>} [rotate] pairs of the halves of each head
 * @property {(inputs: import("./encoder.mjs").EncoderInputs) => Work | Promise<Work>} [encoder]
 */

export const BASE = 10000; // Vaswani et al. 2017

/** Radians per position. @param {number} width */
export function frequencies(width) {
  return Float64Array.from({ length: width / 2 }, (_, i) => BASE ** ((-2 * i) / width));
}

/** Seeded and nearly normal: the sum of four uniform numbers. @param {number} length @param {number} seed */
export function noise(length, seed) {
  let state = seed;
  const uniform = () => {
    state = (Math.imul(state, 1664525) + 1013904223) | 0; // Numerical Recipes
    return state / 2 ** 31;
  };
  return Float32Array.from({ length }, () => (uniform() + uniform() + uniform() + uniform()) * 0.87);
}

/** @param {AttentionProblem} problem @returns {AttentionInputs} */
export function attentionInputs(problem) {
  const { queries, tokens, width } = problem;
  const size = tokens * width;
  return { ...problem, q: noise(queries * width, 1), k: noise(size, 2), v: noise(size, 3) };
}

/** @param {SquareProblem} problem @returns {MatmulInputs} */
export const matmulInputs = ({ size }) => ({ size, a: noise(size * size, 1), b: noise(size * size, 2) });

/** Angles of the pairs (i, i + channels / 2) of a head, row by row. @param {RotateProblem} problem */
export function angles({ tokens, width, heads }) {
  const pairs = width / heads / 2;
  return Float64Array.from({ length: tokens * pairs }, (_, n) => {
    return Math.floor(n / pairs) * BASE ** (-(n % pairs) / pairs);
  });
}

/** @param {SquareProblem} problem @returns {SoftmaxInputs} */
export const softmaxInputs = ({ size }) => ({ size, x: noise(size * size, 1) });

/** @param {RotateProblem} problem @returns {RotateInputs} */
export function rotateInputs(problem) {
  const turns = angles(problem);
  const [sines, cosines] = [Float32Array.from(turns, Math.sin), Float32Array.from(turns, Math.cos)];
  return { ...problem, x: noise(problem.tokens * problem.width, 1), sines, cosines };
}
