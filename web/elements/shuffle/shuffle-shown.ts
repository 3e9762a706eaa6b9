import { addsNothing } from "../../methods/methods.ts";
import { roundingOf } from "../attention/attention-comparison.ts";
import {
  type LayerEncoding,
  type LayerModule,
  type LayerPass,
  type LayerSettings,
  Model,
} from "../attention/attention-model.ts";
import { refusal } from "../definition/rules.ts";
import { firstTokens } from "../words/tokens.ts";

// The drawn data: the words of a sentence in some order, and one layer of attention on them.

/** Most words: more would be too narrow to drag on a phone. */
export const MOST = 12;
/** Numbers of each word, before and after attention. */
export const WIDTH = 12;

export interface ShuffleShown {
  /** The words as they were written. */
  readonly words: readonly string[];
  /** The index of the word at each place. */
  readonly order: readonly number[];
  readonly settings: LayerSettings;
  readonly model: Model;
  readonly encoding: LayerEncoding;
  readonly hasPositions: boolean;
  /** The results of the sentence as it was written, and in its present order. */
  readonly start: LayerPass;
  readonly now: LayerPass;
  /** The results at both ends of the colours: twice the root mean square of the sentence as it was written. */
  readonly limit: number;
  /** The largest difference that rounding alone can cause. */
  readonly rounding: number;
  /** Numbers that differ from those of the same word at the start by more than rounding. */
  readonly changed: number;
}

interface ShuffleState {
  readonly text: string;
  readonly order: readonly number[] | undefined;
  readonly encoding: string;
  readonly seed: number;
}

export function shuffleShown(
  pe: LayerModule,
  { text, order: given, encoding: name, seed }: ShuffleState,
  before: ShuffleShown | undefined,
): ShuffleShown {
  const { words } = firstTokens(text, MOST);
  if (words.length === 0) throw refusal("text", "a text with at least one word", text);
  const order = given ?? [...words.keys()];
  if (order.length !== words.length || !order.every((word) => word < words.length))
    throw refusal("order", `the numbers 0 to ${words.length - 1}, each of them once`, given);
  const settings = { dModel: WIDTH, heads: 1, causal: false, scaled: true, seed };
  const model = new Model(settings, before?.model);
  const encoding = pe.encodingOf(name, settings);
  const run = (sentence: readonly string[]) => model.layer(pe, sentence, encoding)();
  const [start, now] = [run(words), run(wordsIn(words, order))];
  const shown = {
    words,
    order,
    settings,
    model,
    encoding,
    hasPositions: !addsNothing(encoding.spec.method),
    start,
    now,
  };
  const rounding = roundingOf(start, now);
  return {
    ...shown,
    limit: 2 * rootMeanSquare(start.outputs),
    rounding,
    changed: changesOf(shown, rounding),
  };
}

const rootMeanSquare = (values: Float32Array): number =>
  Math.sqrt(values.reduce((sum, value) => sum + value * value, 0) / values.length);

export const wordsIn = (words: readonly string[], order: readonly number[]): string[] =>
  order.map((word) => words[word] as string);

/** A number of the word at a place: now, and at the start. */
export function numberAt(
  { order, start, now }: Pick<ShuffleShown, "order" | "start" | "now">,
  place: number,
  channel: number,
): { readonly now: number; readonly start: number } {
  return {
    now: now.outputs[place * WIDTH + channel] as number,
    start: start.outputs[(order[place] as number) * WIDTH + channel] as number,
  };
}

function changesOf(shown: Pick<ShuffleShown, "order" | "start" | "now">, rounding: number): number {
  let count = 0;
  for (const place of shown.order.keys()) {
    for (let channel = 0; channel < WIDTH; channel++) {
      const value = numberAt(shown, place, channel);
      if (Math.abs(value.now - value.start) > rounding) count++;
    }
  }
  return count;
}

/** The order after the word at a place has moved to another place. */
export function movedTo(order: readonly number[], from: number, to: number): number[] {
  const moved = order.filter((_, place) => place !== from);
  moved.splice(to, 0, order[from] as number);
  return moved;
}

/** Whether the words stand as they were written. */
export const isAsWritten = (order: readonly number[]): boolean =>
  order.every((word, place) => word === place);
