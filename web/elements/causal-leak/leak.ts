import type { Posenc } from "../../../src/entries/encodings.ts";
import { HEADS, LAYERS, type LeakSettings, TEST, TRAIN, WIDTH } from "./causal-leak-settings.ts";
import { type LeakPass, RandomLayers } from "./random-layers.ts";
import { type ReadOut, readPositions } from "./read-out.ts";

/** The error of positions that are read from tokens' outputs, by depth, with a causal mask and without one. */

export interface Leak {
  /** After 0 … LAYERS layers. */
  readonly causal: readonly ReadOut[];
  readonly unmasked: readonly ReadOut[];
  /** Mean weight of the first token by the position of the query, in the first layer with the mask. */
  readonly toFirst: Float64Array;
  /** Root mean square length of the first layer's outputs with the mask, by position. */
  readonly lengths: Float64Array;
}

/** Computes in steps of some milliseconds; each yields the finished share. */
export function* measureLeak(pe: Posenc, settings: LeakSettings): Generator<number, Leak> {
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

function addFirst({ weights, outputs }: LeakPass, toFirst: Float64Array, squares: Float64Array): void {
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
