import { formatFloat32, formatPercent } from "../../plot/numbers.ts";
import { quoted } from "../words/label.ts";
import { type BuiltHead, hits } from "./built-head.ts";
import { HEAD_ENCODINGS } from "./heads/heads.ts";
import type { Induction } from "./induction.ts";
import type { HeadSettings } from "./shift-head-settings.ts";

/** The behaviour of a head in a number and a sentence. */

export interface HeadVerdict {
  /** The number, in full. */
  readonly value: number;
  readonly shown: string;
  readonly sentence: string;
}

const back = (offset: number): string => (offset === 0 ? "the word itself" : `the word ${offset} back`);

export function shiftVerdict(settings: HeadSettings, head: BuiltHead): HeadVerdict {
  const { words, share, largest } = hits(head.weights, settings.offset);
  if (words === 0)
    return {
      value: 0,
      shown: "–",
      sentence: `The text is too short for ${back(settings.offset)}: type more words.`,
    };
  const hit = `of the weight is on ${back(settings.offset)}, which gets the largest weight for ${largest} of ${words} words. `;
  return {
    value: share,
    shown: formatPercent(share),
    sentence: hit + HEAD_ENCODINGS[settings.encoding].reason(settings, head),
  };
}

export function inductionVerdict(words: readonly string[], { copy, next, places }: Induction): HeadVerdict {
  const last = quoted(words.at(-1) ?? "");
  const { share } = hits(copy.weights, 1);
  const first = `Layer 1 copies the previous word, with ${formatPercent(share)} of its weight. `;
  if (places.length === 0) {
    const sentence = `${first}Layer 2 looks for a copy of ${last}, and finds none: end the text with a word that appeared before.`;
    return { value: next.weight, shown: "–", sentence };
  }
  const found = places.length === 1 ? "one place" : `${places.length} places`;
  const sentence = `follows ${last} with a weight of ${formatPercent(next.weight)}. ${first}Layer 2 looks for copies of ${last}: ${found}.`;
  return { value: next.weight, shown: quoted(next.word), sentence };
}

/** Describes one weight. */
export function describe(
  words: readonly string[],
  { t, s, weight, layer, layers }: { t: number; s: number; weight: number; layer: number; layers: number },
): string {
  const place = t === s ? "itself" : s < t ? `${t - s} back` : `${s - t} ahead: hidden`;
  const where = layers === 1 ? "" : `layer ${layer + 1}: `;
  const [from, to] = [t, s].map((index) => quoted(words[index] as string));
  return `${where}${from} (word ${t + 1}) gives weight ${formatFloat32(weight)} to ${to} (word ${s + 1}, ${place})`;
}
