import type { Posenc } from "../../../src/entries/encodings.ts";
import { formatFixed, formatInteger, formatRough } from "../../plot/numbers.ts";
import type { Cell } from "../definition/definition.ts";
import {
  chance,
  HEADS,
  LAYERS,
  type LeakPass,
  type LeakSettings,
  RandomLayers,
  type ReadOut,
  readPositions,
  TEST,
  TRAIN,
  WIDTH,
} from "./random-layers.ts";

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
function* measureLeak(pe: Posenc, settings: LeakSettings): Generator<number, Leak> {
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

// The shown data: the last finished experiment; a new one may be running.

/** Milliseconds of a frame that the experiment may take. */
const SLICE = 10;

/** A running or finished experiment. */
interface Run {
  readonly settings: LeakSettings;
  readonly steps: Generator<number, Leak>;
  /** Finished share, from 0 to 1. */
  done: number;
}

export interface Measured {
  readonly settings: LeakSettings;
  readonly leak: Leak;
}

export interface CausalLeakShown {
  /** Number of layers before the shown read-out. */
  readonly depth: number;
  readonly causal: boolean;
  /** Undefined until the first experiment is finished. */
  readonly measured: Measured | undefined;
  /** Undefined if none is running. */
  readonly run: Run | undefined;
}

/** Starts an experiment, unless the same one is running or finished. */
export function experiment(
  pe: Posenc,
  { length, first, seed, depth, causal }: LeakSettings & Pick<CausalLeakShown, "depth" | "causal">,
  before: CausalLeakShown | undefined,
): CausalLeakShown {
  const settings = { length, first, seed };
  const isSame = (other?: { readonly settings: LeakSettings }) =>
    other !== undefined && JSON.stringify(other.settings) === JSON.stringify(settings);
  const measured = before?.measured;
  if (isSame(measured)) return { depth, causal, measured, run: undefined };
  const run = isSame(before?.run) ? before?.run : { settings, steps: measureLeak(pe, settings), done: 0 };
  return { depth, causal, measured, run };
}

/** Runs a slice of the experiment. */
export function goOn(shown: CausalLeakShown): CausalLeakShown | undefined {
  const { run } = shown;
  if (!run) return undefined;
  const end = performance.now() + SLICE;
  while (performance.now() < end) {
    const { done, value } = run.steps.next();
    if (done) return { ...shown, measured: { settings: run.settings, leak: value }, run: undefined };
    run.done = value;
  }
  return shown;
}

/** The results of the experiment in words and numbers. */

export const HINT =
  "Point at a line to read it, or use the arrow keys: up and down change the layer, left and right the position.";

export const layersText = (depth: number): string =>
  depth === 0 ? "no layer" : depth === 1 ? "1 layer" : `${depth} layers`;

const errorText = (error: number): string => formatFixed(error, 1);

export const readOutsOf = (leak: Leak, causal: boolean): readonly ReadOut[] =>
  causal ? leak.causal : leak.unmasked;

/** One sentence on the error of the chosen depth and mask. */
export function verdict({ depth, causal }: CausalLeakShown, { settings, leak }: Measured): string {
  const guess = errorText(chance(settings));
  const under = causal ? "under a causal mask" : "without a mask";
  const said = `positions off: error of a token’s position, read from its vector after ${layersText(depth)} ${under}. Guessing is ${guess} off. `;
  const unmasked = leak.unmasked.map(({ error }) => errorText(error)).join(", ");
  const blind = `Without the mask, reading is no better than guessing (${unmasked}): attention is equivariant, and treats all places alike. `;
  return said + blind + mechanism(settings, leak);
}

/** Three positions that show the law of a mean weight: near the start, in the middle and at the end. */
const placesOf = (length: number): number[] => [1, Math.round(Math.sqrt(length)) - 1, length - 1];

function mechanism({ first, length }: LeakSettings, { toFirst, lengths }: Leak): string {
  const places = placesOf(length);
  const at = `at t = ${places.map(formatInteger).join(", ")}`;
  if (first === "shared") {
    const shares = places.map((t) => formatRough(toFirst[t] as number, 2)).join(", ");
    return `With the mask, the first token (always the same) gets ${shares} of the weight ${at}: about 1/(t + 1), which reveals t.`;
  }
  const shrunk = places
    .map((t) => formatRough((lengths[t] as number) / (lengths[0] as number), 2))
    .join(", ");
  return `With the mask, means of t + 1 random vectors get shorter, ${shrunk} of the first ${at}, about 1/√(t + 1), but a linear read-out cannot see a length.`;
}

/** A cell in words: the error in column 0, else the read-out at a position. */
export function describe(
  { causal }: CausalLeakShown,
  { settings, leak }: Measured,
  { row: depth, column }: Cell,
): string {
  const { error, mean, read } = readOutsOf(leak, causal)[depth] as ReadOut;
  const under = causal ? "causal mask" : "no mask";
  if (column === 0) {
    const other = (readOutsOf(leak, !causal)[depth] as ReadOut).error;
    const others = `${causal ? "no mask" : "causal mask"} ${formatFixed(other, 3)}, guess ${formatFixed(chance(settings), 3)}`;
    return `${layersText(depth)}, ${under}: error ${formatFixed(error, 3)} positions (${others})`;
  }
  const value = mean[column - 1] as number;
  let squares = 0;
  for (let n = 0; n < TEST; n++) squares += ((read[n * mean.length + column - 1] as number) - value) ** 2;
  const spread = formatFixed(Math.sqrt(squares / TEST), 2);
  return `${layersText(depth)}, ${under}: position ${column} is read as ${formatFixed(value, 3)}, the mean of ${TEST} sequences with a spread of ${spread} (fitted to ${TRAIN} other sequences)`;
}
