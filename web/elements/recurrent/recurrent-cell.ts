import type { Posenc } from "../../../src/api/full.ts";
import { scaledBy } from "../attention/attention-model.ts";
import type { Draw } from "../figure/uniforms.ts";

/**
 * The recurrent cell, one word after another:
 *
 *   h(t) = r(W x(t) + U h(t − 1) + b)        h(0) = 0
 *
 * Source: Elman 1990, doi 10.1207/s15516709cog1402_1
 */

/** r, by its name. */
export const NONLINEARITIES = ["tanh", "relu"] as const;
export type Nonlinearity = (typeof NONLINEARITIES)[number];

export interface Cell {
  readonly input: Float32Array;
  readonly state: Float32Array;
  readonly bias: Float32Array;
  readonly nonlinearity: Nonlinearity;
}

/** What the cell has made of a sentence. */
export interface Run {
  /** (words, d): row t is h(t + 1). */
  readonly states: Float32Array;
  /** Products that had to wait for the one before. */
  readonly steps: number;
}

/** A cell of width d with weights that nobody trained. */
export function cellOf(draw: Draw, dModel: number, nonlinearity: Nonlinearity): Cell {
  const deviation = Math.sqrt(3 / dModel);
  return {
    input: scaledBy(draw("recurrent/input", dModel ** 2), deviation),
    state: scaledBy(draw("recurrent/state", dModel ** 2), deviation),
    bias: scaledBy(draw("recurrent/bias", dModel), deviation),
    nonlinearity,
  };
}

/** Runs the cell over the words of x, (words, d). */
export function run(pe: Posenc, cell: Cell, x: Float32Array): Run {
  const inner = cell.bias.length;
  const fromWords = pe.matmul(x, cell.input, { inner, precise: true }); // of all words at once: it waits for nothing
  const states = new Float32Array(x.length);
  let h: Float32Array = new Float32Array(inner);
  let steps = 0;
  for (let at = 0; at < x.length; at += inner) {
    const fromState = pe.matmul(h, cell.state, { inner, precise: true });
    const sum = fromState.map((value, i) => value + (fromWords[at + i] as number) + (cell.bias[i] as number));
    h = cell.nonlinearity === "relu" ? sum.map((value) => Math.max(value, 0)) : tanh(pe, sum);
    states.set(h, at);
    steps += 1;
  }
  return { states, steps };
}

/** By the softmax of (x, −x), whose entries differ by tanh x: the same bits in every engine, unlike `Math.tanh`. */
function tanh(pe: Posenc, x: Float32Array): Float32Array {
  const pairs = Float32Array.from({ length: 2 * x.length }, (_, i) => {
    const value = x[i >> 1] as number;
    return i % 2 === 0 ? value : -value;
  });
  const shares = pe.softmax(pairs, { columns: 2 });
  return x.map((_, i) => (shares[2 * i] as number) - (shares[2 * i + 1] as number));
}
