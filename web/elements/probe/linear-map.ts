/** The best linear map from sums to what they are sums of, in double precision and in small pieces of work. */

/** Added to the diagonal, as a part of its mean: keeps the equations regular where waves hardly move over the text. */
export const RIDGE = 1e-6;

/** Rows of words and of positions, and which of their sums the map is fitted to. */
export interface Sums {
  readonly width: number;
  /** (words, width) */
  readonly words: Float64Array;
  /** (positions, width) */
  readonly positions: Float64Array;
  /** (words, positions): 1 for a sum that the map is fitted to, 0 for one that it is tested on. */
  readonly fitted: Uint8Array;
}

/** What the map reads, on sums that it was not fitted to. */
export interface Reading {
  /** Sums that it was tested on. */
  readonly tested: number;
  /** Words that are read right. */
  readonly words: number;
  /** Sums by the difference of read and true position, from −(positions − 1) to positions − 1. */
  readonly misses: Float64Array;
}

/**
 * Fits a linear map with a constant to one-hot targets, a row for each word and each position, by least squares; then
 * reads the word and the position with the largest value. Yields between pieces of work that take some milliseconds.
 */
export function* readSums(sums: Sums): Generator<void, Reading> {
  const size = sums.width + 1;
  const words = withOne(sums.words, sums.width, 1);
  const positions = withOne(sums.positions, sums.width, 0);
  const [matrix, targets] = yield* equations(words, positions, sums.fitted, size);
  yield* factorise(matrix, size);
  for (let from = 0; from < targets.length; from += size) {
    solve(matrix, targets.subarray(from, from + size), size);
    yield;
  }
  const count = words.length / size;
  const [toWords, toPositions] = [targets.subarray(0, count * size), targets.subarray(count * size)];
  return judge(sums.fitted, {
    word: [yield* products(toWords, words, size), yield* products(toWords, positions, size)],
    position: [yield* products(toPositions, words, size), yield* products(toPositions, positions, size)],
  });
}

/** Rows with one more number, for the constant. */
function withOne(rows: Float64Array, width: number, one: number): Float64Array {
  const count = rows.length / width;
  const wider = new Float64Array(count * (width + 1)).fill(one);
  for (let row = 0; row < count; row++)
    wider.set(rows.subarray(row * width, (row + 1) * width), row * (width + 1));
  return wider;
}

/**
 * The products of all fitted sums with each other, and with their targets. They follow from the products of the parts, so
 * that no sum is written down: Σ (w + p)(w + p)ᵀ = Σ n w wᵀ + Σ (w qᵀ + q wᵀ) + Σ m p pᵀ, with q the sum of a word's
 * positions, and n and m their numbers. Only the lower half is filled.
 */
function* equations(
  words: Float64Array,
  positions: Float64Array,
  fitted: Uint8Array,
  size: number,
): Generator<void, [Float64Array, Float64Array]> {
  const [wordCount, positionCount] = [words.length / size, positions.length / size];
  const matrix = new Float64Array(size * size);
  const targets = new Float64Array((wordCount + positionCount) * size);
  const counts = new Float64Array(positionCount);
  for (let w = 0; w < wordCount; w++) {
    const word = words.subarray(w * size, (w + 1) * size);
    const sum = targets.subarray(w * size, (w + 1) * size); // first q, then n w + q
    let n = 0;
    for (let p = 0; p < positionCount; p++) {
      if (fitted[w * positionCount + p] === 0) continue;
      n++;
      (counts[p] as number)++;
      add(sum, positions.subarray(p * size, (p + 1) * size), 1);
      add(targets.subarray((wordCount + p) * size, (wordCount + p + 1) * size), word, 1);
    }
    for (let i = 0; i < size; i++)
      for (let j = 0; j <= i; j++)
        (matrix[i * size + j] as number) +=
          (word[i] as number) * (n * (word[j] as number) + (sum[j] as number)) +
          (sum[i] as number) * (word[j] as number);
    add(sum, word, n);
    yield;
  }
  for (let p = 0; p < positionCount; p++) {
    const position = positions.subarray(p * size, (p + 1) * size);
    const m = counts[p] as number;
    for (let i = 0; i < size; i++)
      for (let j = 0; j <= i; j++)
        (matrix[i * size + j] as number) += m * (position[i] as number) * (position[j] as number);
    add(targets.subarray((wordCount + p) * size, (wordCount + p + 1) * size), position, m);
    yield;
  }
  return [matrix, targets];
}

function add(sum: Float64Array, row: Float64Array, times: number): void {
  for (let j = 0; j < sum.length; j++) (sum[j] as number) += times * (row[j] as number);
}

/** Cholesky's factor of a symmetric matrix, of which the lower half is given, in its place. */
function* factorise(matrix: Float64Array, size: number): Generator<void, void> {
  let trace = 0;
  for (let i = 0; i < size; i++) trace += matrix[i * size + i] as number;
  for (let i = 0; i < size; i++) (matrix[i * size + i] as number) += (RIDGE * trace) / size;
  for (let i = 0; i < size; i++) {
    for (let j = 0; j <= i; j++) {
      let sum = matrix[i * size + j] as number;
      for (let k = 0; k < j; k++) sum -= (matrix[i * size + k] as number) * (matrix[j * size + k] as number);
      matrix[i * size + j] = i === j ? Math.sqrt(sum) : sum / (matrix[j * size + j] as number);
    }
    yield;
  }
}

/** Solves for one target, in its place. */
function solve(factor: Float64Array, target: Float64Array, size: number): void {
  for (let i = 0; i < size; i++) {
    let sum = target[i] as number;
    for (let k = 0; k < i; k++) sum -= (factor[i * size + k] as number) * (target[k] as number);
    target[i] = sum / (factor[i * size + i] as number);
  }
  for (let i = size - 1; i >= 0; i--) {
    const value = (target[i] as number) / (factor[i * size + i] as number);
    target[i] = value;
    for (let k = 0; k < i; k++) (target[k] as number) -= (factor[i * size + k] as number) * value;
  }
}

/** The product of each row of a map with each of some rows: (rows, map). */
function* products(map: Float64Array, rows: Float64Array, size: number): Generator<void, Float64Array> {
  const [outputs, count] = [map.length / size, rows.length / size];
  const result = new Float64Array(count * outputs);
  for (let row = 0; row < count; row++) {
    for (let output = 0; output < outputs; output++) {
      let sum = 0;
      for (let j = 0; j < size; j++)
        sum += (map[output * size + j] as number) * (rows[row * size + j] as number);
      result[row * outputs + output] = sum;
    }
    yield;
  }
  return result;
}

/** What the map gives for a word, and for a position; for a sum it gives the sum of both. */
type Parts = readonly [ofWords: Float64Array, ofPositions: Float64Array];

function judge(fitted: Uint8Array, { word, position }: { word: Parts; position: Parts }): Reading {
  const words = Math.round(Math.sqrt(word[0].length));
  const positions = fitted.length / words;
  const misses = new Float64Array(2 * positions - 1);
  let [tested, right] = [0, 0];
  for (const [index, isFitted] of fitted.entries()) {
    if (isFitted) continue;
    const [w, p] = [Math.floor(index / positions), index % positions];
    tested++;
    if (largest(word, w, p, words) === w) right++;
    (misses[positions - 1 + largest(position, w, p, positions) - p] as number)++;
  }
  return { tested, words: right, misses };
}

/** The output with the largest value for a sum. */
function largest([ofWords, ofPositions]: Parts, w: number, p: number, outputs: number): number {
  let [best, most] = [0, Number.NEGATIVE_INFINITY];
  for (let output = 0; output < outputs; output++) {
    const value = (ofWords[w * outputs + output] as number) + (ofPositions[p * outputs + output] as number);
    if (value > most) [best, most] = [output, value];
  }
  return best;
}
