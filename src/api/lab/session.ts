/** A model in training. */
import { type TrainingBatch, type TrainingModel, trainingReport } from "../../bindings/lab.ts";
import type { Scratch } from "../../bindings/slots.ts";
import { checkNumber } from "../arguments/check.ts";
import { failure } from "../arguments/errors.ts";
import { bytes, input, type Kept, NamedOutput, Output } from "../module/areas.ts";
import { step as call } from "../module/calls.ts";
import { type Batch, trainingBatch } from "./batch.ts";
import { drawnDeviation, hasRows, type ResolvedEncoding } from "./encoding.ts";
import type { Machine } from "./machine.ts";
import { modelOf, optimiserOf, type Resolved, trainedTokens } from "./options.ts";
import { dependsOnLength, positionsOf } from "./positions.ts";
import { seedOf } from "./random.ts";
import { damaged } from "./saved.ts";
import type { Task } from "./task.ts";
import { tasks } from "./tasks.ts";

/** The report of one or more training steps. */
export interface StepResult {
  /** The number of the last step, from 1. */
  step: number;
  /** The mean loss of the last step's batch before the step, in nats per word. */
  loss: number;
  /** The loss of each step. */
  losses: Float64Array;
  /** The norm of the last step's gradient, before it was clipped. */
  gradientNorm: number;
  /** The learning rate of the last step. */
  rate: number;
  /** Milliseconds that the steps took. */
  time: number;
}

/** A block of memory with room for batches up to a size, and positions in it. */
export interface Block {
  model: TrainingModel;
  most: TrainingBatch;
  block: Kept<Scratch>;
}

/** The differences between a block and training. */
export interface BlockChange {
  encoding?: ResolvedEncoding;
  window?: number;
}

type Report = NamedOutput<typeof trainingReport>;

/** The state of a model, and the passes over it. Callers check the arguments. */
export class Session {
  readonly task: Task;
  readonly model: TrainingModel;
  readonly seed;
  readonly #machine: Machine;
  readonly #state: Kept<Float32Array<ArrayBuffer>>;
  readonly #training: Block;
  #blocks = 0;
  /** Tokens covered by the training positions. */
  #tokens: number;
  #step: number;

  /** @param saved The state of a resumed model, and its number of steps. */
  constructor(
    machine: Machine,
    readonly options: Resolved,
    saved?: { step: number; state: Float32Array<ArrayBuffer> },
  ) {
    this.task = tasks[options.task.name];
    this.model = modelOf(options);
    this.seed = seedOf(options.seed);
    this.#machine = machine;
    const floats = machine.run(call("trainingStateFloats", { model: this.model }));
    if (saved !== undefined && saved.state.length !== floats) throw damaged("is cut short");
    this.#state = machine.hold("state", Float32Array, floats);
    if (saved === undefined) {
      const { low: seedLow, high: seedHigh } = this.seed;
      machine.run(call("trainingStart", { model: this.model, seedLow, seedHigh, state: this.#state }));
      this.#scaleRows(options.encoding.deviation / drawnDeviation);
    } else {
      machine.run(call("trainingCopy", { state: input(saved.state), out: this.#state }));
    }
    this.#step = saved?.step ?? 0;
    this.#tokens = this.trainedTokens;
    this.#training = this.open({ sequences: options.batch, length: this.#tokens, kept: true });
  }

  /** Floats of the state: weights, and two moments of each. */
  get floats(): number {
    return this.#state.count;
  }

  get steps(): number {
    return this.#step;
  }

  /** Most tokens in a sequence: the number of rows of a learned table. */
  mostTokens(otherwise: number): number {
    return hasRows(this.options.encoding) ? this.model.positions : otherwise;
  }

  /** Tokens of the longest sequences trained. */
  get trainedTokens(): number {
    return trainedTokens(this.options.task);
  }

  /** Memory for batches up to `most`, with the encoding's positions. */
  open(
    most: TrainingBatch,
    { encoding = this.options.encoding, window = this.model.window }: BlockChange = {},
  ): Block {
    const model = { ...this.model, window, scalesQueries: encoding.queryScale !== undefined };
    const size = this.#machine.run(call("trainingBlockBytes", { model, most }));
    const block = this.#machine.hold(`block ${this.#blocks++}`, bytes, size);
    const opened = { model, most, block };
    this.#place(opened, encoding, most.length);
    return opened;
  }

  /** Fills the positions of a block, for sequences of `tokens` tokens. */
  #place(block: Block, encoding: ResolvedEncoding, tokens: number): void {
    const lengths = { trained: this.trainedTokens, tokens, most: block.most.length };
    const { rule, ratios, queryFactors } = positionsOf(encoding, lengths);
    const lists = { ratios: input(ratios), queryFactors: input(queryFactors) };
    this.#machine.run(call("trainingPositions", { ...block, rule, ...lists }));
  }

  close({ block }: Block): void {
    this.#machine.release(block);
  }

  step(count: number): StepResult {
    checkNumber("n", count, { from: 1, to: 1e6, integer: true });
    const started = performance.now();
    const losses = new Float64Array(count);
    let report: Report | undefined;
    for (let n = 0; n < count; n++) {
      report = this.#stepOnce();
      losses[n] = report.get("loss");
    }
    return {
      step: this.#step,
      loss: losses[count - 1]!,
      losses,
      gradientNorm: report!.get("norm"),
      rate: report!.get("rate"),
      time: performance.now() - started,
    };
  }

  #stepOnce(): Report {
    const {
      task: { lengths },
      batch: sequences,
    } = this.options;
    const batch = trainingBatch(this.task, { lengths, sequences, seed: this.seed }, this.#step + 1);
    if (batch.width !== this.#tokens && dependsOnLength(this.options.encoding)) {
      this.#place(this.#training, this.options.encoding, batch.width);
      this.#tokens = batch.width;
    }
    const report: Report = new NamedOutput(trainingReport);
    const optimiser = optimiserOf(this.options);
    const fields = { ...this.#training, ...this.#pass(batch, report), optimiser, step: this.#step + 1 };
    this.#machine.run(call("trainingStep", fields));
    if (!Number.isFinite(report.get("norm"))) {
      const text = `the gradient of step ${this.#step + 1} is not finite; the model keeps its state after step ${this.#step}. Use a lower learning rate, or clip the gradient`;
      throw failure(text, { code: "diverged", param: "rate", value: this.options.optimiser.rate });
    }
    this.#step++;
    return report;
  }

  #pass({ sequences, tokens, targets }: Pick<Batch, "sequences" | "tokens" | "targets">, report: Report) {
    return { state: this.#state, sequences, tokens: input(tokens), targets: input(targets), report };
  }

  /** The most likely word after each token, and the mean loss. */
  answer(
    batch: Pick<Batch, "sequences" | "tokens" | "targets">,
    block: Block,
  ): { words: Int32Array; loss: number } {
    const report: Report = new NamedOutput(trainingReport);
    const words = new Output(Int32Array, batch.tokens.length);
    this.#machine.run(call("trainingAnswer", { ...block, ...this.#pass(batch, report), words }));
    return { words: words.result!, loss: report.get("loss") };
  }

  /** Attention weights of a layer after `answer` for a block that is kept: (sequences, heads, tokens, tokens). */
  weights({ model, most, block }: Block, batch: TrainingBatch, layer: number): Float32Array {
    const out = new Output(Float32Array, batch.sequences * model.heads * batch.length ** 2);
    this.#machine.run(call("trainingAttention", { model, most, block, batch, layer, out }));
    return out.result!;
  }

  /** The residual after `layers` layers, after `answer` for a kept block: (sequences, tokens, width). */
  stream({ model, most, block }: Block, batch: TrainingBatch, layers: number): Float32Array {
    const out = new Output(Float32Array, batch.sequences * batch.length * model.width);
    this.#machine.run(call("trainingStream", { model, most, block, batch, layers, out }));
    return out.result!;
  }

  /** A copy of the state. */
  state(): Float32Array {
    const out = new Output(Float32Array, this.floats);
    this.#machine.run(call("trainingCopy", { state: this.#state, out }));
    return out.result!;
  }

  /** The learned table, (positions, width). */
  positions(): Float32Array {
    return this.#rowsIn(this.state()).slice();
  }

  /** The learned table in a state. The weights begin with the embedding (V, D); the table (P, D) comes next. */
  #rowsIn(state: Float32Array): Float32Array {
    const { vocabulary, width, positions } = this.model;
    const rows = hasRows(this.options.encoding) ? positions : 0;
    return state.subarray(vocabulary * width, (vocabulary + rows) * width);
  }

  #scaleRows(factor: number): void {
    if (factor === 1) return;
    const state = this.state();
    const rows = this.#rowsIn(state);
    rows.set(rows.map((value) => value * factor));
    this.#machine.run(call("trainingCopy", { state: input(state), out: this.#state }));
  }

  free(): void {
    this.#machine.free();
  }
}
