/** The plan of a probe: its sizes, its tokens, and the channels of the residual stream that each layer writes to. */
import { failure } from "../../api/arguments/errors.ts";
import { type LayerPositions, modelPositions } from "../reader/model-positions.ts";

/** What `readProbe` needs to know about a probe. It is plain JSON. */
export interface ProbePlan {
  /** The number of this form. It grows when fields change their meaning. */
  version: number;
  /** Eight hexadecimal digits that tell probes apart. The log-probabilities of the checkpoint show them. */
  id: string;
  /** The config's `model_type`. */
  modelType: string;
  /** Number of layers of the checkpoint. */
  layers: number;
  /** Channels of a head, and number of key tokens. */
  headDim: number;
  /** Number of tokens of the vocabulary. */
  vocab: number;
  /** The product of an unrotated query and key in one channel, before the softmax scale. */
  product: number;
  /** The logit of a mark whose key has all of the attention; null if a norm after the attention changes it. */
  full: number | null;
  /** The model returns cap · tanh(logit / cap); null if logits are not capped. */
  logitCap: number | null;
  /** The sink that is planted in each head; null if the class has none. */
  sink: number | null;
  /** The prompt: each key token once, then the query token. */
  prompt: number[];
  /** Prompts with a few key tokens each, if the engine gives few log-probabilities; then `prompt` is the first of them. */
  prompts?: number[][];
  /** The log-probabilities that the engine gives at each position; left out if it gives one for each token. */
  top?: number;
  /** The config as it was given. */
  config: Record<string, unknown>;
}

/**
 * Tokens: 0 is the query, 1 + c the key of channel c, then the marks of each layer, then the name, and the last one, whose logit is
 * always 0.
 */
export const firstMark = (headDim: number, layer: number): number => headDim + 1 + layer * (headDim + 1);

/**
 * Channels of the residual stream: one for the query token, one for each key token, one that all tokens have but Gemma's, then `headDim` + 2 for
 * each layer, to which it writes the attention weights of the keys and of the queries.
 */
export const channelOf = (headDim: number, layer: number, place: number): number =>
  headDim + 2 + layer * (headDim + 2) + place;

/** The token whose logit after each key token tells the probe's name. */
export const nameToken = ({ headDim, layers }: Pick<ProbePlan, "headDim" | "layers">): number =>
  firstMark(headDim, layers);

const nameLogits = [3, 5, 8, 12] as const;

/** The logit of the name after key token c: one of four, for two bits of the id. */
export const nameLogit = ({ id }: Pick<ProbePlan, "id">, c: number): number =>
  nameLogits[(Number.parseInt(id, 16) >>> (2 * (c % 16))) & 3]!;

/** All prompts of a plan. */
export const promptsOf = ({ prompt, prompts }: ProbePlan): readonly (readonly number[])[] =>
  prompts ?? [prompt];

/** The channels of the key tokens of a prompt, in their order. */
export const keysOf = (prompt: readonly number[]): number[] =>
  prompt.slice(0, prompt.indexOf(0)).map((token) => token - 1);

/**
 * The key tokens of a prompt of which the largest `top` log-probabilities tell all weights: in each layer the keys' marks and the mark
 * of the queries, and one token whose logit is 0.
 */
export const mostKeys = (top: number, layers: number): number => Math.floor((top - 1) / layers) - 1;

/** More layers make a checkpoint large: its matrices grow with the square of their number. */
export const mostLayers = 8;

/** The fewest layers at the start of a model that include each kind of layer. */
export function fewestLayers(layers: readonly LayerPositions[]): number {
  const kinds = new Set(layers);
  const seen = new Set<LayerPositions>();
  return layers.findIndex((layer) => seen.add(layer).size === kinds.size) + 1;
}

/** Reads the width of a head, the layers and the softmax scale of a config. */
export function headOf(config: Record<string, unknown>): {
  headDim: number;
  layers: readonly LayerPositions[];
  scale: number;
} {
  const { layers } = modelPositions(config);
  const [first] = layers;
  const { headDim, softmaxScale } = first ?? {};
  if (
    typeof softmaxScale === "number" &&
    typeof headDim === "number" &&
    headDim >= 8 &&
    headDim <= 256 &&
    headDim % 2 === 0
  )
    return { headDim, layers, scale: softmaxScale };
  const text = "the config does not tell the width of a head, 8 to 256 channels; add head_dim";
  throw failure(text, { code: "unsupported", param: "config", value: headDim });
}
