import type { Posenc } from "../../../src/api/full.ts";
import { HEADS, LAYERS, type Settings, TEST, TRAIN, WIDTH } from "./causal-leak-settings.ts";
import { type Pass, RandomLayers } from "./random-layers.ts";
import { type ReadOut, readPositions } from "./read-out.ts";

/** How much of its position a token's output gives away, by depth, with a causal mask and without one. */

export interface Leak {
  /** After 0 … LAYERS layers. */
  readonly causal: readonly ReadOut[];
  readonly unmasked: readonly ReadOut[];
  /** Mean weight that the token at each position gives to the first one, in the first layer under the mask. */
  readonly toFirst: Float64Array;
  /** Root mean square length of the first layer's outputs under the mask, by position. */
  readonly lengths: Float64Array;
}

/** Computes in steps of some milliseconds; each tells the share that is done. */
export function* measureLeak(pe: Posenc, settings: Settings): Generator<number, Leak> {
  const layers = new RandomLayers(pe, settings);
  const toFirst = new Float64Array(settings.length);
  const lengths = new Float64Array(settings.length);
  const readings: ReadOut[][] = [];
  for (const causal of [true, false]) {
    const outputs: Float32Array[][] = Array.from({ length: LAYERS + 1 }, () => []);
    for (let sequence = 0; sequence < TRAIN + TEST; sequence++) {
      const pass = layers.run(sequence, causal);
      for (const [depth, output] of pass.outputs.entries()) outputs[depth]?.push(output);
      if (causal && sequence >= TRAIN) addFirst(pass, toFirst, lengths);
      yield (readings.length + sequence / (TRAIN + TEST)) / 2;
    }
    const read: ReadOut[] = [];
    for (const ofDepth of outputs) {
      read.push(readPositions(pe, ofDepth));
      yield (readings.length + 1) / 2;
    }
    readings.push(read);
  }
  const [causal = [], unmasked = []] = readings;
  return { causal, unmasked, toFirst, lengths: lengths.map(Math.sqrt) };
}

function addFirst({ weights, outputs }: Pass, toFirst: Float64Array, squares: Float64Array): void {
  const n = toFirst.length;
  const output = outputs[1] as Float32Array;
  for (let t = 0; t < n; t++) {
    for (let head = 0; head < HEADS; head++) {
      toFirst[t] = (toFirst[t] as number) + (weights[(head * n + t) * n] as number) / (HEADS * TEST);
    }
    const row = output.subarray(t * WIDTH, (t + 1) * WIDTH);
    squares[t] = (squares[t] as number) + row.reduce((sum, value) => sum + value ** 2, 0) / TEST;
  }
}
