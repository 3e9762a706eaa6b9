import { formatFixed, formatInteger, formatRough } from "../../plot/numbers.ts";
import type { Cell } from "../definition/cell-cursor.ts";
import { chance, type LeakSettings, TEST, TRAIN } from "./causal-leak-settings.ts";
import type { CausalLeakShown, Measured } from "./causal-leak-shown.ts";
import type { Leak } from "./leak.ts";
import type { ReadOut } from "./read-out.ts";

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
