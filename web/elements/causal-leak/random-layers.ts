import type { Posenc } from "../../../src/entries/encodings.ts";
import { uniforms } from "../../methods/uniforms.ts";

/** Settings of the layers and the sequences of the experiment. */

export const FIRSTS = ["shared", "random"] as const;

export interface LeakSettings {
  /** Tokens of a sequence. */
  readonly length: number;
  /** Whether the first token is the same in all sequences, or random like all tokens. */
  readonly first: (typeof FIRSTS)[number];
  readonly seed: number;
}

/** Channels of a token, and heads of a layer. */
export const WIDTH = 32;
export const HEADS = 4;

/** Layers of attention, one after the other. */
export const LAYERS = 3;

/** Numbers of sequences for the fit of the read-out, and for its test. */
export const TRAIN = 128;
export const TEST = 32;

/** Error of always guessing the middle: the standard deviation of positions 1 … length − 1. */
export const chance = ({ length }: LeakSettings): number => Math.sqrt(((length - 1) ** 2 - 1) / 12);

// A linear read-out of the position: t ≈ w · x + b, fitted to some sequences by least squares and tested on others.

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

/**
 * Layers of self-attention with random weights, on random tokens. There is
 * only attention, so that nothing else can add position: no encoding, no residual, no normalisation.
 */

/** Results of the layers on one sequence of T tokens. */
export interface LeakPass {
  /** After 0 … LAYERS layers, (T, d). */
  readonly outputs: readonly Float32Array[];
  /** Weights of the first layer, (heads, T, T). */
  readonly weights: Float32Array;
}

interface Layer {
  readonly query: Float32Array;
  readonly key: Float32Array;
  readonly value: Float32Array;
}

/** Variance of the matrices' entries, times d. Values keep their length; queries and keys get shorter, so that weights are nearly even. */
export const VARIANCE = { query: 1 / 4, key: 1 / 4, value: 1 } as const;

export class RandomLayers {
  readonly #pe: Posenc;
  readonly #settings: LeakSettings;
  readonly #layers: readonly Layer[];
  readonly #first: Float32Array;

  constructor(pe: Posenc, settings: LeakSettings) {
    this.#pe = pe;
    this.#settings = settings;
    this.#layers = Array.from({ length: LAYERS }, (_, index) => {
      const matrix = (name: keyof Layer) =>
        this.#sample(`layer/${index + 1}/${name}`, WIDTH ** 2, VARIANCE[name] / WIDTH);
      return { query: matrix("query"), key: matrix("key"), value: matrix("value") };
    });
    this.#first = this.#sample("first", WIDTH, 1);
  }

  /** Runs the layers on the sequence of a number. */
  run(sequence: number, causal: boolean): LeakPass {
    const { length, first } = this.#settings;
    const x = this.#sample(`sequence/${sequence}`, length * WIDTH, 1);
    if (first === "shared") x.set(this.#first);
    const outputs = [x];
    let weights = new Float32Array();
    for (const [index, layer] of this.#layers.entries()) {
      const project = (matrix: Float32Array) =>
        this.#pe.matmul(outputs[index] as Float32Array, matrix, { inner: WIDTH });
      const [q, k, v] = [project(layer.query), project(layer.key), project(layer.value)];
      const shape = { heads: HEADS, headDim: WIDTH / HEADS, causal, weights: index === 0 };
      const pass = this.#pe.attention({ q, k, v, ...shape });
      outputs.push(pass.output);
      weights = pass.weights ?? weights;
    }
    return { outputs, weights };
  }

  /** Random numbers with a variance; uniform numbers on [−1, 1) have 1/3. */
  #sample(name: string, count: number, variance: number): Float32Array<ArrayBuffer> {
    const deviation = Math.sqrt(3 * variance);
    return Float32Array.from(uniforms(`${this.#settings.seed}/${name}`, count), (value) => value * deviation);
  }
}
