import type { Posenc } from "../../../src/api/full.ts";
import {
  type Comparison,
  compare,
  largestDifference,
  type Sentences,
} from "../attention/attention-comparison.ts";
import { encodingOf } from "../attention/attention-encoding.ts";
import { Model } from "../attention/attention-model.ts";
import { cellOf, type Nonlinearity, type Run, run } from "./recurrent-cell.ts";

/** Two sentences through a recurrent cell, and through attention. */

export interface Settings {
  readonly dModel: number;
  readonly seed: number;
  readonly nonlinearity: Nonlinearity;
  /** Whether attention is given positions: the sinusoidal encoding, added. */
  readonly positions: boolean;
}

export interface Shown {
  readonly sentences: Sentences;
  readonly settings: Settings;
  readonly runs: readonly [Run, Run];
  readonly attention: Comparison;
  /** Largest |difference| of the final states; undefined where a sentence has no word. */
  readonly difference: number | undefined;
  /** Steps that are shown as done. */
  readonly step: number;
}

/** One head, no mask, words times √d, as in the attention figure. */
const LAYER = { heads: 1, causal: false, scaled: true } as const;

export const layerOf = ({ dModel, seed }: Settings) => ({ ...LAYER, dModel, seed });

export const encodingOfAttention = ({ dModel, positions }: Settings) =>
  encodingOf(positions ? "sinusoidal" : "none", { dModel, heads: LAYER.heads });

export function showing(pe: Posenc, sentences: Sentences, settings: Settings, step: number): Shown {
  const { dModel } = settings;
  const model = new Model(layerOf(settings));
  const cell = cellOf(model.draw, dModel, settings.nonlinearity);
  const none = encodingOf("none", { dModel, heads: LAYER.heads });
  const [first, second] = sentences.map((words) => run(pe, cell, model.input(pe, words, none))) as [Run, Run];
  return {
    sentences,
    settings,
    runs: [first, second],
    attention: compare(pe, model, sentences, encodingOfAttention(settings)),
    difference: sentences.every(({ length }) => length > 0)
      ? largestDifference(first.states.subarray(-dModel), second.states.subarray(-dModel))
      : undefined,
    step: Math.min(step, Math.max(first.steps, second.steps)),
  };
}

/** Steps that wait for each other in texts of so many words, counted as the cell makes them. */
export function countSteps(pe: Posenc, settings: Settings, words: number): number {
  const { dModel } = settings;
  const cell = cellOf(new Model(layerOf(settings)).draw, dModel, settings.nonlinearity);
  return run(pe, cell, new Float32Array(words * dModel)).steps;
}

/** One of the four strips: states of the cell or outputs of attention, of one sentence. */
export interface Strip {
  readonly kind: "state" | "output";
  readonly sentence: 0 | 1;
  /** (rows, d) */
  readonly values: Float32Array;
  readonly rows: number;
}

export function stripsOf({ runs, attention, sentences }: Shown): readonly Strip[] {
  return ([0, 1] as const)
    .map((sentence): Strip => {
      const rows = sentences[sentence].length;
      return { kind: "state", sentence, values: runs[sentence].states, rows };
    })
    .concat(
      ([0, 1] as const).map((sentence): Strip => {
        const rows = sentences[sentence].length;
        return { kind: "output", sentence, values: attention.passes[sentence].outputs, rows };
      }),
    );
}
