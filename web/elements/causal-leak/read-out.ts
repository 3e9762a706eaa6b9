import type { Posenc } from "../../../src/api/full.ts";
import { TEST, TRAIN, WIDTH } from "./causal-leak-settings.ts";

/** A linear read-out of the position: t ≈ w · x + b, fitted by least squares to some sequences and tried on others. */

/** What is read from the outputs of one depth, on sequences that the fit has not seen. */
export interface ReadOut {
  /** Root mean square of what is read less the true position. */
  readonly error: number;
  /** What is read at positions 1 … T − 1, (sequences, positions). */
  readonly read: Float64Array;
  /** Its mean over the sequences. */
  readonly mean: Float64Array;
}

/** Channels of a row of the fit: those of an output, and 1 for the constant. */
const INPUTS = WIDTH + 1;

/**
 * @param outputs - of the sequences, those of the fit first, each (T, d)
 * @returns what is read of the others, but for their first token
 */
export function readPositions(pe: Posenc, outputs: readonly Float32Array[]): ReadOut {
  const positions = (outputs[0] as Float32Array).length / WIDTH - 1;
  const weights = leastSquares(pe, outputs.slice(0, TRAIN), positions);
  const read = new Float64Array(TEST * positions);
  const mean = new Float64Array(positions);
  let squares = 0;
  for (const [sequence, output] of outputs.slice(TRAIN).entries()) {
    for (let t = 1; t <= positions; t++) {
      let sum = weights[WIDTH] as number;
      for (let i = 0; i < WIDTH; i++) sum += (weights[i] as number) * (output[t * WIDTH + i] as number);
      read[sequence * positions + t - 1] = sum;
      mean[t - 1] = (mean[t - 1] as number) + sum / TEST;
      squares += (sum - t) ** 2;
    }
  }
  return { error: Math.sqrt(squares / read.length), read, mean };
}

/**
 * The weights and the constant. A shift is fitted to a table of two halves, in which the row of an output is followed,
 * half a table later, by a row that begins with its position: the first row of the matrix takes one to the other.
 */
function leastSquares(pe: Posenc, outputs: readonly Float32Array[], positions: number): Float64Array {
  const rows = outputs.length * positions;
  const table = new Float64Array(2 * rows * INPUTS);
  for (const [sequence, output] of outputs.entries()) {
    for (let t = 1; t <= positions; t++) {
      const row = sequence * positions + t - 1;
      table.set(output.subarray(t * WIDTH, (t + 1) * WIDTH), row * INPUTS);
      table[row * INPUTS + WIDTH] = 1;
      table[(rows + row) * INPUTS] = t;
    }
  }
  return pe.fitShift({ table, dModel: INPUTS }, { k: rows }).matrix.subarray(0, INPUTS);
}
