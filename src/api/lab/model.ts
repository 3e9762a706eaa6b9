/** The functions of a model in training, as callers see them. */
import { checkNumber, readOptions } from "../arguments/check.ts";
import { rangeError, typeError } from "../arguments/errors.ts";
import { checkList, type Numbers } from "../arguments/numbers.ts";
import { type EvaluateOptions, evaluate, type LengthResult } from "./evaluate.ts";
import type { Resolved } from "./options.ts";
import { type ProbeOptions, type ProbeResult, probe } from "./probe.ts";
import { save } from "./saved.ts";
import type { Session, StepResult } from "./session.ts";

/** Options of `train`. */
export interface TrainOptions {
  /** Steps to take. */
  steps: number;
  /** Ends the training early. */
  signal?: AbortSignal | undefined;
  /** Called after each slice of steps. */
  onProgress?: ((result: StepResult) => void) | undefined;
}

/** A model's answer to one sequence, and its attention. */
export interface AttentionOfExample {
  /** The most likely word after each token. */
  words: Int32Array;
  /** (layers, heads, tokens, tokens): the weight of each key for each query; each row sums to 1. */
  weights: Float32Array;
}

/** A model in training. */
export interface LabTraining {
  /** All options, with their defaults. */
  readonly options: Resolved;
  /** Steps taken so far. */
  readonly steps: number;
  /** Number of learned parameters. */
  readonly weights: number;
  /**
   * Trains the model for `n` steps.
   *
   * @param n How many. Default 1.
   * @returns The loss, the norm of the gradient, the rate and the time.
   * @throws RangeError for an invalid number; Error with `code` "diverged" if the gradient is no longer finite: the model
   * then keeps its state from before that step; and with "freed" after `free`.
   * @example
   * model.step(5).loss;
   */
  step(n?: number): StepResult;
  /**
   * Trains in slices of a few milliseconds, so that the page stays responsive.
   *
   * @param options The number of steps, a signal that ends them, and a function called after each slice.
   * @returns A promise of the last slice's report.
   * @throws TypeError, RangeError and Error as `step`; and the reason of the signal. The model keeps its state and can be trained further.
   * @example
   * await model.train({ steps: 20, signal: AbortSignal.timeout(10000) });
   */
  train(options: TrainOptions): Promise<StepResult>;
  /**
   * Measures how many words are right, at lengths that were trained and at longer ones, on sequences of a random stream that
   * training never uses.
   *
   * @param options The lengths, how many sequences of each, and a change of the encoding for this time.
   * @returns For each length the loss, the share of right words, of whole sequences, and of words by their position.
   * @throws TypeError, RangeError for wrong options, for lengths that are too long, and if a learned table is too short;
   * Error if the machine is out of memory.
   * @example
   * model.evaluate({ lengths: [8, 16], count: 16 })[1].accuracy;
   */
  evaluate(options: EvaluateOptions): LengthResult[];
  /**
   * Shows what the model answers to one sequence, and where each head looked.
   *
   * @param example Tokens, as numbers from 0 up to the vocabulary of the task.
   * @returns The most likely word after each token, and the attention weights.
   * @throws TypeError if `example` is not a list; RangeError for tokens outside the vocabulary.
   * @example
   * model.attention([3, 1, 2, 0]).words.length; // 4
   */
  attention(example: Numbers): AttentionOfExample;
  /**
   * Measures how well a linear map reads a token's position from the values between the layers.
   *
   * @param what "position".
   * @param options The length of the sequences, and how many.
   * @returns R² for the embedding and after each layer, on sequences that the map was not fitted to.
   * @throws TypeError, RangeError for wrong options.
   * @example
   * model.probe("position").r2.length; // 3, for two layers
   */
  probe(what: "position", options?: ProbeOptions): ProbeResult;
  /**
   * Copies the learned table of positions.
   *
   * @returns The rows, (positions, width): a row for each position. Empty unless the encoding is "learned".
   * @throws Error with `code` "freed" after `free`.
   * @example
   * lab.start({ encoding: { method: "learned", positions: 16 }, task: "pointer" }).positions().length; // 512
   */
  positions(): Float32Array;
  /**
   * Saves the model.
   *
   * @returns Bytes for `resume`, which continues with the same bits.
   * @throws Error with `code` "freed" after `free`.
   * @example
   * lab.resume(model.save()).steps === model.steps; // true
   */
  save(): Uint8Array<ArrayBuffer>;
  /**
   * Frees the model's memory. Later calls throw.
   *
   * @example
   * lab.start({ encoding: "none", task: "copy" }).free();
   */
  free(): void;
}

export function labTraining(session: Session): LabTraining {
  return Object.freeze({
    options: session.options,
    get steps() {
      return session.steps;
    },
    weights: session.floats / 3,
    step: (n = 1) => session.step(n),
    train: (options: TrainOptions) => train(session, options),
    evaluate: (options: EvaluateOptions) => evaluate(session, options),
    attention: (example: Numbers) => attention(session, example),
    probe: (what: "position", options: ProbeOptions = {}) => probe(session, what, options),
    positions: () => session.positions(),
    save: () => save({ options: session.options, step: session.steps, state: session.state() }),
    free: () => session.free(),
  });
}

/** Milliseconds of a slice: a frame of the page less what it needs itself. */
const sliceTime = 8;

async function train(session: Session, options: TrainOptions): Promise<StepResult> {
  const given = readOptions("options", options, ["steps", "signal", "onProgress"]);
  const steps = checkNumber("steps", given.steps, { from: 1, to: 1e9, integer: true });
  const signal = given.signal as AbortSignal | undefined;
  const { onProgress } = given;
  if (onProgress !== undefined && typeof onProgress !== "function")
    throw typeError("onProgress must be a function", {
      code: "type",
      param: "onProgress",
      value: onProgress,
    });
  let [left, slice] = [steps, 1];
  for (;;) {
    signal?.throwIfAborted();
    const result = session.step(Math.min(left, slice));
    left -= result.losses.length;
    slice = Math.max(1, Math.floor((sliceTime * result.losses.length) / Math.max(result.time, 0.1)));
    onProgress?.(result);
    if (left === 0) return result;
    await new Promise((resolve) => setTimeout(resolve));
  }
}

function attention(session: Session, example: Numbers): AttentionOfExample {
  const { vocabulary, heads, layers } = session.model;
  const list = checkList("example", example);
  const most = session.mostTokens(1024);
  if (list.count < 1 || list.count > most) {
    const text = `example must have from 1 to ${most} tokens; got ${list.count}`;
    throw rangeError(text, { code: "length", param: "example", value: list.count });
  }
  const tokens = Int32Array.from(list.read({ from: 0, to: vocabulary - 1, integer: true }));
  const size = { sequences: 1, length: list.count, kept: true };
  const block = session.open(size);
  try {
    const targets = new Int32Array(list.count).fill(-1);
    const { words } = session.answer({ sequences: 1, tokens, targets }, block);
    const each = heads * list.count ** 2;
    const weights = new Float32Array(layers * each);
    for (let l = 0; l < layers; l++) weights.set(session.weights(block, size, l), l * each);
    return { words, weights };
  } finally {
    session.close(block);
  }
}
