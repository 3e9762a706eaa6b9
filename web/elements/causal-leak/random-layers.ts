import type { Posenc } from "../../../src/entries/encodings.ts";
import { uniforms } from "../../methods/uniforms.ts";
import { HEADS, LAYERS, type LeakSettings, WIDTH } from "./causal-leak-settings.ts";

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
