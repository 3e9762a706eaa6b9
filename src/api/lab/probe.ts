/** How well a linear map reads the position of a token from the values between layers. */
import { checkNumber, checkWord, readOptions } from "../arguments/check.ts";
import { evaluationBatch } from "./batch.ts";
import { tooLong } from "./options.ts";
import type { Session } from "./session.ts";

/** Options of `probe`. */
export interface ProbeOptions {
  /** The length of the sequences, as the task counts it. Default: the longest trained. */
  length?: number;
  /** Sequences, every second one is used for testing. Default 64. */
  count?: number;
}

/** How well a linear map reads positions. */
export interface ProbeResult {
  length: number;
  /** R² on sequences that the map was not fitted to: 1 is exact, 0 no better than the mean. First the embedding, then each layer. */
  r2: Float64Array;
}

/** Most tokens in all sequences together. */
const mostTokens = 8192;
/** Added to the diagonal, as a part of the mean square: keeps the equations regular, and is far below the noise. */
const ridge = 1e-6;

export function probe(session: Session, what: "position", options: ProbeOptions): ProbeResult {
  checkWord("what", what, ["position"]);
  const given = readOptions("options", options, ["length", "count"]);
  const { task } = session;
  const [, longest] = session.options.task.lengths;
  const length = checkNumber("length", given.length, {
    from: task.shortest,
    to: 1024,
    integer: true,
    default: longest,
  });
  const tokens = task.tokens(length);
  const rows = session.mostTokens(1024);
  if (tokens > rows) throw tooLong("length", length, tokens, rows);
  const most = Math.max(2, Math.floor(mostTokens / tokens));
  const sequences = checkNumber("count", given.count, {
    from: 2,
    to: most,
    integer: true,
    default: Math.min(64, most),
  });
  const size = { sequences, length: tokens, kept: true };
  const block = session.open(size);
  try {
    session.answer(evaluationBatch(task, length, 0, sequences, session.seed), block);
    const r2 = Float64Array.from({ length: session.model.layers + 1 }, (_, layers) =>
      readability(session.stream(block, size, layers), tokens, session.model.width),
    );
    return { length, r2 };
  } finally {
    session.close(block);
  }
}

/** Fits a ridge regression of t / T to the even sequences, and returns its R² on the odd ones. */
function readability(values: Float32Array, tokens: number, width: number): number {
  const size = width + 1;
  const matrix = new Float64Array(size * size);
  const right = new Float64Array(size);
  const row = new Float64Array(size).fill(1);
  const rows = values.length / width;
  const isTest = (r: number) => Math.floor(r / tokens) % 2 === 1;
  for (let r = 0; r < rows; r++) {
    if (isTest(r)) continue;
    row.set(values.subarray(r * width, (r + 1) * width));
    const target = (r % tokens) / tokens;
    for (let i = 0; i < size; i++) {
      right[i]! += row[i]! * target;
      for (let j = 0; j <= i; j++) matrix[i * size + j]! += row[i]! * row[j]!;
    }
  }
  const map = solve(matrix, right);
  const mean = (tokens - 1) / 2 / tokens;
  let [error, spread] = [0, 0];
  for (let r = 0; r < rows; r++) {
    if (!isTest(r)) continue;
    const target = (r % tokens) / tokens;
    let read = map[width]!;
    for (let c = 0; c < width; c++) read += map[c]! * values[r * width + c]!;
    error += (read - target) ** 2;
    spread += (mean - target) ** 2;
  }
  return spread === 0 ? 0 : 1 - error / spread;
}

/** Solves for a positive definite matrix, of which the lower half is given, by Cholesky's method, in place. */
function solve(matrix: Float64Array, right: Float64Array): Float64Array {
  const size = right.length;
  let trace = 0;
  for (let i = 0; i < size; i++) trace += matrix[i * size + i]!;
  for (let i = 0; i < size; i++) matrix[i * size + i]! += (ridge * trace) / size;
  for (let i = 0; i < size; i++) {
    for (let j = 0; j <= i; j++) {
      let sum = matrix[i * size + j]!;
      for (let k = 0; k < j; k++) sum -= matrix[i * size + k]! * matrix[j * size + k]!;
      matrix[i * size + j] = i === j ? Math.sqrt(sum) : sum / matrix[j * size + j]!;
    }
  }
  for (let i = 0; i < size; i++) {
    for (let k = 0; k < i; k++) right[i]! -= matrix[i * size + k]! * right[k]!;
    right[i]! /= matrix[i * size + i]!;
  }
  for (let i = size - 1; i >= 0; i--) {
    for (let k = i + 1; k < size; k++) right[i]! -= matrix[k * size + i]! * right[k]!;
    right[i]! /= matrix[i * size + i]!;
  }
  return right;
}
