import type { Sample } from "../../methods/uniforms.ts";
import type { LayerModule } from "../attention/attention-encoding.ts";
import { scaledBy } from "../attention/attention-model.ts";

/**
 * The recurrent cell, one word after another:
 *
 *   h(t) = r(W x(t) + U h(t − 1) + b)        h(0) = 0
 *
 * Source: Elman 1990, doi 10.1207/s15516709cog1402_1
 */

/** The functions r. */
const NONLINEARITY = { tanh, relu: (x: number) => Math.max(x, 0) } as const;
export type Nonlinearity = keyof typeof NONLINEARITY;

export interface RecurrentCell {
  readonly input: Float32Array;
  readonly state: Float32Array;
  readonly bias: Float32Array;
  readonly nonlinearity: Nonlinearity;
}

/** Results of the cell on a sentence. */
export interface CellRun {
  /** (words, d): row t is h(t + 1). */
  readonly states: Float32Array;
  /** Number of steps that wait for each other. */
  readonly steps: number;
}

/** A cell of width d with random weights. */
export function cellOf(sample: Sample, dModel: number, nonlinearity: Nonlinearity): RecurrentCell {
  const deviation = Math.sqrt(3 / dModel);
  return {
    input: scaledBy(sample("recurrent/input", dModel ** 2), deviation),
    state: scaledBy(sample("recurrent/state", dModel ** 2), deviation),
    bias: scaledBy(sample("recurrent/bias", dModel), deviation),
    nonlinearity,
  };
}

/** Runs the cell over the words of x, (words, d). */
export function run(pe: LayerModule, cell: RecurrentCell, x: Float32Array): CellRun {
  const inner = cell.bias.length;
  const fromWords = pe.matmul(x, cell.input, { inner, precise: true }); // for all words at once: no state is needed
  const states = new Float32Array(x.length);
  let h: Float32Array = new Float32Array(inner);
  let steps = 0;
  for (let at = 0; at < x.length; at += inner) {
    const fromState = pe.matmul(h, cell.state, { inner, precise: true });
    const sum = fromState.map((value, i) => value + (fromWords[at + i] as number) + (cell.bias[i] as number));
    h = sum.map(NONLINEARITY[cell.nonlinearity]);
    states.set(h, at);
    steps += 1;
  }
  return { states, steps };
}

/** With this number of terms, the error of tanh up to 10 is in the last bits of a double. */
const TERMS = 20;

/**
 * Lambert's continued fraction x/(1 + x²/(3 + x²/(5 + …))): only arithmetic, so the bits are the same in every
 * engine, unlike `Math.tanh`. Beyond 10 a float32 holds 1.
 */
function tanh(x: number): number {
  const near = Math.min(Math.max(x, -10), 10);
  let below = 2 * TERMS + 1;
  for (let odd = 2 * TERMS - 1; odd > 0; odd -= 2) below = odd + near ** 2 / below;
  return near / below;
}
