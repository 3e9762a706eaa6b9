/** Training of small transformers, in a module of its own. */
import type { Bytes, Call, Count, Doubles, Flag, Floats, Integers, Named, Word } from "./slots.ts";

export type Headers = ["algorithm", "kernels/training/training_step.hpp"];

export const positionKinds = [
  "none",
  "added",
  "learned",
  "rotary",
  "bias",
  "t5",
  "sines",
  "rotaryAlternate",
  "kerple",
  "fire",
  "shaw",
  "fox",
] as const;
export const normKinds = ["layer", "rms"] as const;
export const activationKinds = ["gelu", "swiglu"] as const;
export const trainingReport = ["loss", "norm", "rate", "targets", "right"] as const;

export interface TrainingModel {
  vocabulary: Count;
  width: Count;
  heads: Count;
  layers: Count;
  hidden: Count;
  positions: Count;
  window: Count;
  causal: Flag;
  scalesQueries: Flag;
  movesValues: Flag;
  position: Word<typeof positionKinds>;
  norm: Word<typeof normKinds>;
  activation: Word<typeof activationKinds>;
}

/** Sequences of one length; `kept` if the values of all layers are. */
export interface TrainingBatch {
  sequences: Count;
  length: Count;
  kept: Flag;
}

export interface PositionRule {
  base: number;
  start: number;
  attentionFactor: number;
  trained: number;
  maxDistance: Count;
}

export interface Optimiser {
  peak: number;
  beta1: number;
  beta2: number;
  epsilon: number;
  decay: number;
  clip: number;
  warmup: Count;
  steps: Count;
  end: number;
}

/** A model, and a block of memory for batches up to `most`. */
interface Block {
  model: TrainingModel;
  most: TrainingBatch;
  block: Bytes;
}

interface Pass extends Block {
  state: Floats;
  sequences: Count;
  tokens: Integers;
  targets: Integers;
  report: Named<typeof trainingReport>;
}

export interface LabCalls {
  trainingStateFloats: Call<{ model: TrainingModel }, "return training_state_floats(model)">;
  trainingBlockBytes: Call<
    { model: TrainingModel; most: TrainingBatch },
    "return training_block_bytes(model, most)"
  >;
  trainingStart: Call<
    { model: TrainingModel; seedLow: Count; seedHigh: Count; state: Floats },
    "training_start(model, {seed_low, seed_high}, state)"
  >;
  trainingCopy: Call<
    { state: Floats; out: Floats },
    "std::ranges::copy(std::span<const float>(state), out.begin())"
  >;
  trainingPositions: Call<
    Block & { rule: PositionRule; ratios: Doubles; queryFactors: Floats },
    "training_positions(model, rule, {ratios, query_factors}, {most, block})"
  >;
  trainingStep: Call<
    Pass & { optimiser: Optimiser; step: Count },
    "report = training_step(model, optimiser, step, state, {sequences, tokens, targets}, {most, block})"
  >;
  trainingAnswer: Call<
    Pass & { words: Integers },
    "report = training_answer(model, state, {sequences, tokens, targets}, {most, block}, words)"
  >;
  trainingAttention: Call<
    Block & { batch: TrainingBatch; layer: Count; out: Floats },
    "training_attention(model, batch, layer, {most, block}, out)"
  >;
  trainingStream: Call<
    Block & { batch: TrainingBatch; layers: Count; out: Floats },
    "training_stream(model, batch, layers, {most, block}, out)"
  >;
}
