import { philox, seedOf } from "../../../src/api/lab/random.ts";

/**
 * The random rows that a learned table starts with, without the lab's module: they are in view before anything is loaded.
 * The numbers follow `src/kernels/training/initial_weights.cpp`, and a test compares them with the lab's own.
 */

const WEIGHTS = 3; // the stream of initial weights
const TABLE = 1; // the second tensor, after the embedding
const DRAWN = 0.5; // standard deviation of the drawn rows
const BOUND = Math.fround(Math.sqrt(3) * DRAWN);

export function firstRows(count: number, deviation: number, seed: number): Float32Array {
  const rows = new Float32Array(count);
  for (let i = 0; i < count; i += 4)
    for (const [lane, word] of philox([WEIGHTS, i / 4, TABLE, 0], seedOf(seed)).entries())
      if (i + lane < count) rows[i + lane] = BOUND * ((word >>> 8) * 2 ** -23 - 1);
  return rows.map((value) => value * (deviation / DRAWN));
}
