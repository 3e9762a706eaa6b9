import type { Posenc } from "../../../src/entries/encodings.ts";
import { formatFloat32, formatPercent } from "../../plot/numbers.ts";
import { refusal } from "../definition/rules.ts";
import { label, quoted } from "../words/label.ts";
import { firstTokens } from "../words/tokens.ts";
import { type BuiltHead, type HeadSettings, hits } from "./head-encoding.ts";
import { buildHead, HEAD_ENCODINGS } from "./heads.ts";

/**
 * Two layers that continue a text as it continued before: "… A B … A" → "B". The first layer copies to each word the one
 * before it. The second looks from a word to the places with a copy of it. Words are one-hot vectors.
 * Source: Olsson et al. 2022, In-context Learning and Induction Heads, arXiv 2209.11895
 */

export interface Induction {
  readonly copy: BuiltHead;
  /** Weights of the second layer, (words, words). */
  readonly weights: Float32Array;
  /** The most probable next word, and its weight. */
  readonly next: { readonly word: string; readonly weight: number };
  /** Indices of the words that follow an earlier occurrence of the last word. */
  readonly places: readonly number[];
}

/** A token before the first word, which would otherwise be its own predecessor. */
const BEGIN = "⟨begin⟩";

function runInduction(pe: Posenc, settings: HeadSettings, words: readonly string[]): Induction {
  const copy = buildHead(pe, { ...settings, offset: 1 }, words.length);
  const names = words.map((word) => word.normalize("NFC"));
  const vocabulary = [...new Set(names)];
  const width = vocabulary.length;
  const oneHot = new Float32Array(words.length * width);
  for (const [t, name] of names.entries()) oneHot[t * width + vocabulary.indexOf(name)] = 1;
  const copies = pe.matmul(copy.weights, oneHot, { inner: words.length });
  const { output, weights } = pe.attention({
    q: oneHot,
    k: copies,
    v: oneHot,
    heads: 1,
    headDim: width,
    causal: true,
    scale: 1 / settings.temperature,
    weights: true,
  });
  const last = output.subarray(-width);
  const weight = Math.max(...last);
  const next = { word: vocabulary[last.indexOf(weight)] as string, weight };
  const places = [...names.keys()].filter((s) => s > 0 && names[s - 1] === names.at(-1));
  return { copy, weights: weights as Float32Array, next, places };
}

export interface Layer {
  /** The titles of the lines and of the matrix. */
  readonly titles: readonly [lines: string, matrix: string];
  /** (words, words). */
  readonly weights: Float32Array;
  /** Whether word t is meant to look at word s. */
  readonly isMeant: (t: number, s: number) => boolean;
}

/** The drawn data: the weights of one head, or of two layers. */
export interface ShiftHeadShown {
  readonly settings: HeadSettings;
  readonly words: readonly string[];
  readonly head: BuiltHead;
  readonly layers: readonly Layer[];
  readonly verdict: HeadVerdict;
  /** A text under the last column of words. */
  readonly foot: string;
  /** Whether the text is empty, so that the picture of the previous text stays. */
  readonly isLeft?: boolean;
}

export function shiftHeadShown(
  pe: Posenc,
  text: string,
  settings: HeadSettings,
  before: ShiftHeadShown | undefined,
): ShiftHeadShown {
  const typed = firstTokens(text).words;
  if (typed.length === 0 && before) return { ...before, isLeft: true };
  if (typed.length === 0) throw refusal("text", "at least one word", text);
  return settings.head === "shift" ? shiftOf(pe, settings, typed) : inductionOf(pe, settings, typed);
}

function shiftOf(pe: Posenc, settings: HeadSettings, words: readonly string[]): ShiftHeadShown {
  const head = buildHead(pe, settings, words.length);
  const isMeant = (t: number, s: number) => t - s === settings.offset;
  const titles = ["solid: to the intended word", "framed: the intended word"] as const;
  const layers = [{ titles, weights: head.weights, isMeant }];
  return { settings, words, head, layers, verdict: shiftVerdict(settings, head), foot: "" };
}

function inductionOf(pe: Posenc, settings: HeadSettings, typed: readonly string[]): ShiftHeadShown {
  const words = [BEGIN, ...typed];
  const induction = runInduction(pe, settings, words);
  const { copy, weights, places, next } = induction;
  const names = words.map((word) => word.normalize("NFC"));
  const follows = (t: number, s: number) => s > 0 && s <= t && names[s - 1] === names[t];
  const both = (title: string) => [title, title] as const;
  const isBefore = (t: number, s: number) => t - s === 1;
  const layers = [
    { titles: both("1: the previous word"), weights: copy.weights, isMeant: isBefore },
    { titles: both("2: what followed"), weights, isMeant: follows },
  ];
  const foot = places.length > 0 ? `next: ${label(next.word)}` : "";
  return { settings, words, head: copy, layers, verdict: inductionVerdict(words, induction), foot };
}

/** The behaviour of a head in a number and a sentence. */

interface HeadVerdict {
  /** The number, in full. */
  readonly value: number;
  readonly shown: string;
  readonly sentence: string;
}

const back = (offset: number): string => (offset === 0 ? "the word itself" : `the word ${offset} back`);

function shiftVerdict(settings: HeadSettings, head: BuiltHead): HeadVerdict {
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

function inductionVerdict(words: readonly string[], { copy, next, places }: Induction): HeadVerdict {
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
