import type { Posenc } from "../../../src/entries/encodings.ts";
import { TEST, TRAIN, WIDTH } from "./causal-leak-settings.ts";

/** A linear read-out of the position: t ≈ w · x + b, fitted to some sequences by least squares and tested on others. */

/** Read-out from the outputs of one depth, on sequences outside the fit. */
export interface ReadOut {
  /** Root mean square of the read position minus the true one. */
  readonly error: number;
  /** Read positions at 1 … T − 1, (sequences, positions). */
  readonly read: Float64Array;
  /** Mean of `read` over the sequences. */
  readonly mean: Float64Array;
}

/** Width of a row of the fit: the channels of an output, and a 1 for the constant. */
const INPUTS = WIDTH + 1;

/**
 * @param outputs - of the sequences, first the sequences to fit, each (T, d)
 * @returns the read-out of the test sequences, except for their first token
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
 * The weights and the constant. A shift is fitted to a table of two halves: half a table after the row of an output
 * comes a row that begins with its position, so the first row of the shift's matrix maps outputs to positions.
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
