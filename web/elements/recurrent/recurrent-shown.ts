import {
  type Comparison,
  compare,
  largestDifference,
  type Sentences,
} from "../attention/attention-comparison.ts";
import type { LayerModule } from "../attention/attention-encoding.ts";
import { Model } from "../attention/attention-model.ts";
import { sentencesOf } from "../attention/attention-shown.ts";
import { type CellRun, cellOf, type Nonlinearity, run } from "./recurrent-cell.ts";

/** The drawn data: two sentences through a recurrent cell, and through attention. */

export interface RecurrentSettings {
  readonly dModel: number;
  readonly seed: number;
  readonly nonlinearity: Nonlinearity;
  /** Whether the sinusoidal encoding is added to the words for attention. */
  readonly positions: boolean;
}

export interface RecurrentShown {
  /** Sentences and settings as text: everything except the step. */
  readonly key: string;
  readonly sentences: Sentences;
  readonly settings: RecurrentSettings;
  readonly runs: readonly [CellRun, CellRun];
  readonly attention: Comparison;
  /** Largest |difference| of the final states; undefined if a sentence has no word. */
  readonly difference: number | undefined;
  /** Number of steps of the longer sentence. */
  readonly steps: number;
  readonly step: number;
  /** Number of steps that wait for each other in each of {@link TEXTS}, counted by running the cell. */
  readonly counts: readonly number[];
}

interface RecurrentState {
  readonly first: string;
  readonly second: string;
  readonly step: number;
  readonly cell: Nonlinearity;
  readonly hasPositions: boolean;
  readonly dModel: number;
  readonly seed: number;
}

/** Lengths of texts whose steps are counted, in words: a short sentence, BERT's longest text, and GPT-2's. */
export const TEXTS = [4, 512, 1024] as const;

/** One head, no mask, words times √d, as in the attention figure. */
const LAYER = { heads: 1, causal: false, scaled: true } as const;

export const layerOf = ({ dModel, seed }: RecurrentSettings) => ({ ...LAYER, dModel, seed });

export function recurrentShown(
  pe: LayerModule,
  state: RecurrentState,
  before: RecurrentShown | undefined,
): RecurrentShown {
  const { dModel, seed, cell: nonlinearity, hasPositions: positions } = state;
  const sentences = sentencesOf(state);
  const settings = { dModel, seed, nonlinearity, positions };
  const key = JSON.stringify([sentences, settings]);
  if (before?.key === key) return { ...before, step: Math.min(state.step, before.steps) };
  const layer = layerOf(settings);
  const model = new Model(layer);
  const cell = cellOf(model.sample, dModel, nonlinearity);
  const none = pe.encodingOf("none", layer);
  const [first, second] = sentences.map((words) => run(pe, cell, model.input(pe, words, none))) as [
    CellRun,
    CellRun,
  ];
  const steps = Math.max(first.steps, second.steps);
  const isCounted = before?.settings.dModel === dModel;
  return {
    key,
    sentences,
    settings,
    runs: [first, second],
    attention: compare(pe, model, sentences, positions ? pe.encodingOf("sinusoidal", layer) : none),
    difference: sentences.every(({ length }) => length > 0)
      ? largestDifference(first.states.subarray(-dModel), second.states.subarray(-dModel))
      : undefined,
    steps,
    step: Math.min(state.step, steps),
    counts: isCounted
      ? before.counts
      : TEXTS.map((words) => run(pe, cell, new Float32Array(words * dModel)).steps),
  };
}

/** One of the four strips: states of the cell or outputs of attention, of one sentence. */
export interface Strip {
  readonly kind: "state" | "output";
  readonly sentence: 0 | 1;
  /** (rows, d) */
  readonly values: Float32Array;
  readonly rows: number;
}

export const stripsOf = ({ runs, attention, sentences }: RecurrentShown): readonly Strip[] =>
  (["state", "output"] as const).flatMap((kind) =>
    ([0, 1] as const).map((sentence): Strip => {
      const values = kind === "state" ? runs[sentence].states : attention.passes[sentence].outputs;
      return { kind, sentence, values, rows: sentences[sentence].length };
    }),
  );
