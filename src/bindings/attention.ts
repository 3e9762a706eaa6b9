/** Attention, and the products of matrices that it takes. */
import type { Bytes, Call, Choices, Count, Doubles, Flag, Floats, Integer, Word } from "./slots.ts";

export type Headers = ["array", "kernels/attention/attention.hpp", "kernels/layers/matmul.hpp"];

export const scoreStages = ["raw", "capped", "biased"] as const;

export interface AttentionShape {
  queries: Count;
  keys: Count;
  heads: Count;
  kvHeads: Count;
  headDim: Count;
  valueDim: Count;
}

/** The kernels' ScoreRows: values[first + h · head + t · query + s]. */
export interface ScoreRows<Values = Floats> {
  values: Values;
  first: Integer;
  head: Integer;
  query: Integer;
}

interface FloatRows extends ScoreRows {
  values: Floats;
}

interface ChoiceRows extends ScoreRows<Choices> {
  values: Choices;
}

/** AttentionOptions without its arrays. */
export interface ScoreSettings {
  scale: number;
  causal: Flag;
  past: Integer;
  before: Count;
  after: Count;
  chunk: Count;
  softcap: number;
  precise: Flag;
}

interface AttentionResult {
  out: Floats;
  weights: Floats;
  scores: Floats;
  stage: Word<typeof scoreStages>;
  logSums: Doubles;
}

export interface MatmulShape {
  rows: Count;
  inner: Count;
  columns: Count;
}

interface MatmulOptions {
  transposeA: Flag;
  transposeB: Flag;
  precise: Flag;
}

export interface AttentionCalls {
  attentionScratch: Call<{ shape: AttentionShape }, "return attention_scratch(shape)">;
  attention: Call<
    {
      q: Floats;
      k: Floats;
      v: Floats;
      shape: AttentionShape;
      settings: ScoreSettings;
      firstBias: FloatRows;
      secondBias: FloatRows;
      biasCount: Count;
      seen: ChoiceRows;
      sinks: Floats;
      queryFactors: Doubles;
      result: AttentionResult;
      scratch: Bytes;
    },
    `const std::array<ScoreRows<float>, 2> biases{first_bias, second_bias};
     AttentionOptions options = settings;
     options.biases = std::span(biases).first(bias_count);
     options.seen = seen;
     options.sinks = sinks;
     options.query_factors = query_factors;
     attention(q, k, v, shape, options, result, scratch)`
  >;
  matmulScratch: Call<{ shape: MatmulShape; precise: Flag }, "return matmul_scratch(shape, precise)">;
  matmul: Call<
    { a: Floats; b: Floats; shape: MatmulShape; options: MatmulOptions; out: Floats; scratch: Bytes },
    "matmul(a, b, shape, options, out, scratch)"
  >;
}
