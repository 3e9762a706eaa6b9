/** Biases on the attention score, scores and values by relative vectors, and the rows of the tables that they read. */
import type { Call, Count, Doubles, Flag, Floats, Frequencies, Indices, Integers, Word } from "../slots.ts";

export type Headers = [
  "kernels/bias/alibi.hpp",
  "kernels/bias/deberta.hpp",
  "kernels/bias/fire.hpp",
  "kernels/bias/indexed_bias.hpp",
  "kernels/bias/kerple.hpp",
  "kernels/bias/relative_bias.hpp",
  "kernels/bias/sandwich.hpp",
  "kernels/bias/shaw.hpp",
  "kernels/bias/swin.hpp",
  "kernels/bias/t5_buckets.hpp",
  "kernels/bias/transformer_xl.hpp",
];

export const debertaTerms = ["contentToPosition", "positionToContent"] as const;

/** Query i stands at position i + offset, key j at position j. */
export interface ScoreBlock {
  queries: Count;
  keys: Count;
  offset: number;
}

export interface T5Buckets {
  buckets: Count;
  maxDistance: Count;
  twoSided: Flag;
}

export interface Perceptron {
  hiddenWeight: Floats;
  hiddenBias: Floats;
  outputWeight: Floats;
  outputBias: Floats;
}

export interface FireScale {
  c: number;
  threshold: number;
}

export interface SwinWindow {
  height: Count;
  width: Count;
}

/** Learned vectors. If there are fewer heads than the queries have, these share them. */
export interface RelativeTable {
  values: Floats;
  heads: Count;
}

/** The shape of scores of queries and keys. */
export interface ScoreShape {
  block: ScoreBlock;
  heads: Count;
  width: Count;
}

type ShawShape = ScoreShape & { clip: Count; firstHead: Count };
type DebertaShape = ScoreShape & { reach: Count; firstHead: Count };
type TransformerXLShape = ScoreShape & { firstHead: Count };

interface DebertaInput {
  q: Floats;
  k: Floats;
  keyTable: RelativeTable;
  queryTable: RelativeTable;
}

interface TransformerXLInput {
  q: Floats;
  k: Floats;
  positions: Floats;
  u: Floats;
  v: Floats;
  firstPosition: Count;
}

interface TransformerXLTerms {
  contentContent: Flag;
  contentPosition: Flag;
  biasContent: Flag;
  biasPosition: Flag;
}

/** One number for each relative position of the block. */
interface ByPosition {
  block: ScoreBlock;
  out: Floats;
}

export interface BiasCalls {
  alibiSlopes: Call<{ slopes: Doubles; biasMax: number }, "alibi_slopes(slopes, bias_max)">;
  alibi: Call<ByPosition & { slopes: Doubles }, "alibi(slopes, first_relative(block), out)">;
  t5Boundaries: Call<{ settings: T5Buckets; boundaries: Indices }, "t5_boundaries(settings, boundaries)">;
  t5Buckets: Call<
    { settings: T5Buckets; boundaries: Indices; block: ScoreBlock; out: Integers },
    "t5_buckets(settings, boundaries, first_relative(block), out)"
  >;
  indexedBias: Call<
    { index: Integers; table: Floats; heads: Count; firstHead: Count; out: Floats },
    "indexed_bias(index, table, heads, first_head, out)"
  >;
  kerpleLogarithmic: Call<
    ByPosition & { r1: Doubles; r2: Doubles },
    "kerple_logarithmic(r1, r2, first_relative(block), out)"
  >;
  kerplePower: Call<
    ByPosition & { r1: Doubles; r2: Doubles },
    "kerple_power(r1, r2, first_relative(block), out)"
  >;
  sandwichRatios: Call<{ ratios: Doubles }, "sandwich_ratios(ratios)">;
  sandwich: Call<
    ByPosition & { frequencies: Frequencies; firstPair: Count; ratios: Doubles },
    "sandwich(std::span<const Frequency>(frequencies).subspan(first_pair), ratios, first_relative(block), out)"
  >;
  finishBias: Call<
    { vector: Floats; block: ScoreBlock; causal: Flag; first: Count; matrix: Floats },
    "finish_bias(vector, block, causal, first, matrix)"
  >;
  hideFuture: Call<
    { matrix: Floats; block: ScoreBlock; causal: Flag },
    "if (causal) hide_future(matrix, block, 0)"
  >;
  fire: Call<
    { scale: FireScale; perceptron: Perceptron; firstHead: Count; block: ScoreBlock; out: Floats },
    "fire(scale, perceptron, first_head, block, out)"
  >;
  swinIndex: Call<{ window: SwinWindow; first: Count; index: Integers }, "swin_index(window, first, index)">;
  swinTable: Call<
    { window: SwinWindow; trained: SwinWindow; perceptron: Perceptron; heads: Count; table: Floats },
    "swin_table(window, trained, perceptron, heads, table)"
  >;

  spreadRelative: Call<
    { vector: Integers; block: ScoreBlock; first: Count; matrix: Integers },
    "spread_relative(vector, block, first, matrix)"
  >;
  shawRows: Call<
    { clip: Count; block: ScoreBlock; rows: Integers },
    "shaw_rows(clip, first_relative(block), rows)"
  >;
  debertaRows: Call<
    { term: Word<typeof debertaTerms>; reach: Count; block: ScoreBlock; rows: Integers },
    "deberta_rows(term, reach, first_relative(block), rows)"
  >;

  shawScores: Call<
    { q: Floats; keys: RelativeTable; shape: ShawShape; scale: number; scores: Floats },
    "shaw_scores(q, keys, shape, scale, scores)"
  >;
  shawValues: Call<
    { weights: Floats; values: RelativeTable; shape: ShawShape; out: Floats },
    "shaw_values(weights, values, shape, out)"
  >;
  transformerXLPositions: Call<
    { encoding: Floats; weight: Floats; encodingWidth: Count; positions: Floats },
    "transformer_xl_positions(encoding, weight, encoding_width, positions)"
  >;
  transformerXLScores: Call<
    {
      input: TransformerXLInput;
      terms: TransformerXLTerms;
      shape: TransformerXLShape;
      scale: number;
      scores: Floats;
    },
    "transformer_xl_scores(input, terms, shape, scale, scores)"
  >;
  debertaScores: Call<
    { input: DebertaInput; shape: DebertaShape; scale: number; scores: Floats },
    "deberta_scores(input, shape, scale, scores)"
  >;
}
