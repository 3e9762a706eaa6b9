import type { Posenc } from "../../../src/entries/encodings.ts";
import type { BuiltHead } from "./built-head.ts";
import { buildHead } from "./heads/heads.ts";
import type { HeadSettings } from "./shift-head-settings.ts";

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
export const BEGIN = "⟨begin⟩";

export function runInduction(pe: Posenc, settings: HeadSettings, words: readonly string[]): Induction {
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
