import type { Code } from "../../methods/code.ts";
import type { NamedArray } from "../definition/figure-spec.ts";
import { stacked } from "../share/contents.ts";
import { fitFlat, label } from "../words/label.ts";
import { firstTokens } from "../words/tokens.ts";
import { type Comparison, compare, type Sentences, SIDES } from "./attention-comparison.ts";
import { type Counts, reserve, type View } from "./attention-layout.ts";
import { checkHeads, type LayerModule, type LayerSettings, Model } from "./attention-model.ts";

/** The data of the picture of two sentences in attention. */
export interface AttentionShown {
  readonly sentences: Sentences;
  readonly settings: LayerSettings;
  /** Weights and word vectors; later drawings with the same seed and width use them again. */
  readonly model: Model;
  /** The left encoding, then the right one. */
  readonly comparisons: readonly [Comparison, Comparison];
  readonly view: View;
  /** The head of the drawn weights, from 0. */
  readonly head: number;
}

interface AttentionState {
  readonly first: string;
  readonly second: string;
  readonly left: string;
  readonly right: string;
  readonly dModel: number;
  readonly heads: number;
  readonly head: number;
  readonly weights: View;
  readonly causal: boolean;
  readonly scaling: "sqrt-d" | "none";
  readonly seed: number;
}

export const sentencesOf = ({ first, second }: Pick<AttentionState, "first" | "second">): Sentences => [
  firstTokens(first).words,
  firstTokens(second).words,
];

export function attentionShown(
  pe: LayerModule,
  state: AttentionState,
  before: AttentionShown | undefined,
): AttentionShown {
  const { dModel, heads, causal, scaling, seed, weights: view } = state;
  const sentences = sentencesOf(state);
  const settings = { dModel, heads, causal, scaled: scaling === "sqrt-d", seed };
  checkHeads(settings);
  const model = new Model(settings, before?.model);
  const side = (text: string) => compare(pe, model, sentences, pe.encodingOf(text, settings));
  const comparisons = [side(state.left), side(state.right)] as const;
  const head = Math.min(state.head, heads) - 1; // the last head if there are fewer
  return { sentences, settings, model, comparisons, view, head };
}

/** Facts about a picture for the layout. */
export function countsOf(sentences: Sentences, dModel: number, view: View): Counts {
  const tokens = [sentences[0].length, sentences[1].length] as const;
  return { tokens, dModel, view, flat: sentences.every(fitFlat) };
}

/** The height of the plot for the words of a state, as custom properties. */
export function roomFor(state: Pick<AttentionState, "first" | "second" | "dModel" | "weights">) {
  const { fixed, squares } = reserve(countsOf(sentencesOf(state), state.dModel, state.weights));
  return { "--fixed": fixed, "--squares": squares };
}

/** The outputs as one matrix with a row for each word: the left side before the right, the first sentence before the second. */
export function attentionArray({ comparisons, sentences, settings }: AttentionShown): NamedArray {
  const rows = SIDES.flatMap((side) =>
    sentences.flatMap((words, sentence) =>
      words.map((word, row) => `${side} ${sentence + 1}.${row + 1} ${label(word)}`),
    ),
  );
  const parts = comparisons.flatMap(({ passes }) => passes.map(({ outputs }) => outputs));
  return stacked("output", rows, settings.dModel, parts);
}

export async function codeOfAttention({ comparisons, sentences, settings }: AttentionShown): Promise<Code> {
  const [{ encoding: left }, { encoding: right }] = comparisons;
  const { attentionCode } = await import("./attention-code.ts");
  return attentionCode(sentences, { left, right }, settings, "values");
}
