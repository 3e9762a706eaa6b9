import { formatFixed, formatFloat32, formatInteger, formatSmall } from "../../plot/numbers.ts";
import { quoted } from "../words/label.ts";
import { type BuiltHead, hits } from "./built-head.ts";
import type { Induction } from "./induction.ts";
import { FITTED, type Settings, TRAINED } from "./shift-head-settings.ts";

/** What a head does, in a number and a sentence. */

export interface Verdict {
  /** The number, in full. */
  readonly value: number;
  readonly shown: string;
  readonly sentence: string;
}

const percent = (share: number): string => `${formatFixed(100 * share, 1)} %`;

const back = (offset: number): string => (offset === 0 ? "the word itself" : `the word ${offset} back`);

export function shiftVerdict(settings: Settings, head: BuiltHead): Verdict {
  const { words, share, largest } = hits(head.weights, settings.offset);
  if (words === 0)
    return { value: 0, shown: "–", sentence: `No word has ${back(settings.offset)}: type more words.` };
  const hit = `of the weight is on ${back(settings.offset)}, which has most of all for ${largest} of ${words} words. `;
  return { value: share, shown: percent(share), sentence: hit + reason(settings, head) };
}

function reason(
  { encoding, offset, start }: Settings,
  { residual = 0, slope = 1, placed, weights }: BuiltHead,
): string {
  switch (encoding) {
    case "sinusoidal":
      return `One matrix takes every row to the row ${offset} on; fitted to ${formatInteger(FITTED)} rows it misses ${formatSmall(residual)}.`;
    case "sine":
      return `Sines alone have no such matrix; the best, fitted to ${formatInteger(FITTED)} rows, misses ${formatSmall(residual)}.`;
    case "rope":
      return `No table and no matrix: all words ask alike, and each key is turned ${offset} places further.`;
    case "alibi":
      return `A slope (here 1/${1 / slope}) can only prefer the near${limit(offset)}.`;
    case "learned": {
      const without = Math.sqrt(weights.length) - placed;
      const lost = without === 0 ? "" : ` ${formatInteger(without)} of these words have none.`;
      const last = start + Math.sqrt(weights.length) - 1;
      return `A look-up in ${TRAINED} learned rows, for positions 0 to ${TRAINED - 1} and no further; the text ends at ${formatInteger(last)}.${lost}`;
    }
  }
}

/** In a long text the largest share that e^{−mk}(1 − e^{−m}) reaches for any slope m, where e^{−m} = k/(k + 1). */
function limit(k: number): string {
  if (k === 0) return "";
  return `: in a long text no slope gives this word more than ${percent(k ** k / (k + 1) ** (k + 1))}`;
}

export function inductionVerdict(words: readonly string[], { copy, next, places }: Induction): Verdict {
  const last = quoted(words.at(-1) ?? "");
  const { share } = hits(copy.weights, 1);
  const first = `Layer 1 copies the word before, with ${percent(share)} of its weight. `;
  if (places.length === 0) {
    const sentence = `${first}Layer 2 looks where such a copy is ${last}, and there is none: end with a word that stood before.`;
    return { value: next.weight, shown: "–", sentence };
  }
  const found = places.length === 1 ? "one place" : `${places.length} places`;
  const sentence = `with ${percent(next.weight)} goes on after ${last}. ${first}Layer 2 looks where the copy is ${last}: ${found}.`;
  return { value: next.weight, shown: quoted(next.word), sentence };
}

/** What one weight is, in words. */
export function describe(
  words: readonly string[],
  { t, s, weight, layer, layers }: { t: number; s: number; weight: number; layer: number; layers: number },
): string {
  const place = t === s ? "itself" : s < t ? `${t - s} back` : `${s - t} ahead: hidden`;
  const where = layers === 1 ? "" : `layer ${layer + 1}: `;
  const [from, to] = [t, s].map((index) => quoted(words[index] as string));
  return `${where}${from} (word ${t + 1}) gives weight ${formatFloat32(weight)} to ${to} (word ${s + 1}, ${place})`;
}
