/** The result of `compare`. */
import type { QueryScale } from "../../api/rotary/query-scale.ts";
import type { LayerWindow } from "../types/score-rules.ts";
import type { EngineFact, ListChoice, Question } from "./answer.ts";
import type { PhaseOrder } from "./phases.ts";

/** The types of activations. */
export const dtypes = ["bfloat16", "float16", "float32"] as const;

/** A table of cosines and sines. */
export interface CacheInfo {
  /** `none`: the engine computes them for each token. */
  dtype: (typeof dtypes)[number] | "none";
  /** The largest error of an entry by its type: half a unit of the last place of the attention factor. */
  error: number;
}

/** The largest difference of scores in a text of some length. */
export interface ScoreDifference {
  /** Tokens of the text. */
  length: number;
  /**
   * The distance of query and key with the largest difference, 0 to `length` − 1: the query is at this position, the key at 0. From
   * 1024 on not each distance is looked at; the difference is that of a distance that was, at most 3 % below the largest, or 20 % if both
   * rotations are the same up to rounding, whose errors are irregular.
   */
  distance: number;
  /** Root mean square of the difference there, for normal queries and keys, before the softmax scale. */
  rms: number;
  /** The same, divided by that of posenc's score there. */
  relative: number;
}

/** What an engine computes for a kind of layer. A value is null if it is not known. */
export interface EngineColumn {
  /** Its name; `posenc` for the exact one. */
  engine: string;
  /** The version that was read. */
  version: string;
  /** Whether the engine serves the model. If not, all other values are null. */
  serves: boolean;
  /** Pair i turns by base^(−2i/width) radians per position, before the rule. */
  base: number | null;
  /** Number of channels that are rotated. */
  width: number | null;
  /** Which channels form a pair. */
  pairing: "halves" | "interleaved" | null;
  /** Radians per position for texts of `length` tokens, one for each pair, before rounding. */
  frequencies: number[] | null;
  /** The factor of cosines and sines. */
  attentionFactor: number | null;
  /** The factor of queries that depends on the position. It is also null if there is none: see `unknown`. */
  queryScale: QueryScale | null;
  /** The factor of scores before the softmax. */
  softmaxScale: number | null;
  /** The keys that a query sees, apart from a causal mask. It is also null if there is no window: see `unknown`. */
  window: LayerWindow | null;
  /** Scores become softcap · tanh(score / softcap). It is also null if they are not capped: see `unknown`. */
  softcap: number | null;
  /** Whether each head has a learned logit in the denominator of its softmax. */
  sinks: boolean | null;
  /** LongRoPE's list; null for other rules. */
  list: ListChoice | null;
  /** The order of operations of an angle. */
  order: PhaseOrder | null;
  /** The table of cosines and sines. */
  cache: CacheInfo | null;
  /** Paths of fields of the file that have an effect in posenc's reading, and none here. */
  ignored: string[];
  /** Questions whose answer is not known: no file that decides them was read, and the engine was not run on the type. */
  unknown: Question[];
  /** Layers, from 0, that rotate here and not by the config, or the other way round. */
  otherLayers: number[];
  /** The fewest tokens of a text in which the last phase differs by more than epsilon, before rounding; null if none up to 2^24. */
  differsFrom: number | null;
  /** Differences of phase at position `length` from the exact ones, rounding included, pair by pair, in radians. Not reduced. */
  phases: number[] | null;
  /** The largest differences of scores in texts of 2^9 … 2^20 tokens, rounding of phases included. */
  scores: ScoreDifference[] | null;
  /** Whether its rotation, the layers that rotate, its window, its softmax scale or its cap is another one, by more than rounding. What is not known differs from nothing. */
  differs: boolean;
  /** Whether base, width, frequencies and attention factor are all known. If not, `differs: false` does not mean that they are the same. */
  known: boolean;
  /** One sentence. It is for people and may change. */
  verdict: string;
  /** The facts that the answer is from. */
  facts: EngineFact[];
}

/** The comparison for a kind of layer. */
export interface LayerComparison {
  /** The kind's name in the file; `all` in a model with one kind. */
  kind: string;
  /** Number of layers of this kind. */
  count: number;
  /** Channels of a head. */
  headDim: number;
  /** posenc's own reading, in float64. */
  exact: EngineColumn;
  /** The engines, in the order of the option. */
  engines: EngineColumn[];
}

/** What engines compute from a config. It is plain JSON with a fixed order of fields. */
export interface Comparison {
  /** The number of this form. It grows when fields change their meaning. */
  version: number;
  /** The type in the atlas; null if it is not there. */
  modelType: string | null;
  /** Tokens. */
  length: number;
  /** Radians. */
  epsilon: number;
  /** The type of activations that was asked for. */
  dtype: (typeof dtypes)[number];
  /** One sentence on all of it. It is for people and may change. */
  verdict: string;
  /** Kinds of layers that rotate. */
  layers: LayerComparison[];
  /** Kinds of layers that do not rotate, or whose rotation has no spec. */
  others: string[];
  /** As in `modelPositions`. */
  unknown: string[];
  /** As in `modelPositions`. */
  notes: string[];
}
