/** Rules for heads that differ from layer to layer. */

import type { EachRule, LayerFacts } from "./each-rule.ts";
import { isCount, numberOf, positive } from "./facts.ts";

const globalField = "num_global_key_value_heads";

/** Layers with full attention have key heads of their own. */
export const globalKeys: EachRule = {
  reads: [globalField],
  of: (config, { kind }, { keyHeads }) =>
    kind === "full_attention" ? { keyHeads: positive(config.get(globalField)) ?? keyHeads } : {},
};

/** The same in files with a switch. */
export const globalKeysIf = (field: string): EachRule => ({
  reads: [field, ...globalKeys.reads],
  of: (config, layer, made) => ((config.get(field) ?? true) ? globalKeys.of(config, layer, made) : {}),
});

/** Layers with a window have heads of their own. */
export const slidingKeys: EachRule = {
  reads: ["swa_num_attention_heads", "swa_num_key_value_heads", "swa_head_dim"],
  of(config, { kind }, made) {
    if (!kind.includes("sliding")) return {};
    const headDim = positive(config.get("swa_head_dim")) ?? made.headDim;
    return {
      heads: positive(config.get("swa_num_attention_heads")) ?? made.heads,
      keyHeads: positive(config.get("swa_num_key_value_heads")) ?? made.keyHeads,
      headDim,
      valueDim: headDim,
    };
  },
};

/** Key heads by a list; without one, all heads in the first and the last layers, and fewer in between. */
export const keyHeadsByLayer: EachRule = {
  reads: [
    ...["num_key_value_heads_per_layer", "num_key_value_attention_heads"],
    ...["num_first_full_attention_layers", "num_last_full_attention_layers"],
  ],
  of(config, { index, count }, { heads }) {
    const list = config.said("num_key_value_heads_per_layer");
    if (Array.isArray(list)) return { keyHeads: positive(list[index]) ?? null };
    const of = (field: string, otherwise: number) => numberOf(config.said(field) ?? otherwise);
    const isFull =
      index < of("num_first_full_attention_layers", 8) ||
      index >= count - of("num_last_full_attention_layers", 8);
    return { keyHeads: isFull ? heads : (positive(of("num_key_value_attention_heads", 8)) ?? null) };
  },
};

interface OfStages {
  /** The field with the layers of each stage, or their numbers, if no field gives them. */
  readonly layers: string | readonly number[];
  /** The field with the heads of each stage, or of all. */
  readonly heads: string;
  /** The field with the width of each stage, or of all. */
  readonly width: string;
  /** Whether each stage is twice as wide as the one before. */
  readonly doubles?: true;
  /** Whether scores are multiplied by 1/√width of the stage. Default: of a head. */
  readonly byWidth?: true;
}

const inStage = (value: unknown, stage: number): unknown => (Array.isArray(value) ? value[stage] : value);

/** Sizes of a layer that a file does not tell. */
export const sizesUnknown = {
  heads: null,
  keyHeads: null,
  headDim: null,
  valueDim: null,
  softmaxScale: null,
};

/** Sizes of a layer whose heads share a width of its own. */
export function sizesFrom(width: unknown, heads: unknown): Partial<LayerFacts> {
  if (!isCount(width) || !isCount(heads)) return sizesUnknown;
  const headDim = Math.floor(width / heads);
  return { heads, keyHeads: heads, headDim, valueDim: headDim };
}

/** The stage of a layer, and its number in the stage, by the layers of each stage. */
export function stageAt(depths: unknown, index: number): { stage: number; inStage: number } {
  let [stage, end] = [-1, 0];
  while (Array.isArray(depths) && end <= index && ++stage < depths.length) end += numberOf(depths[stage]);
  const own = Array.isArray(depths) ? numberOf(depths[stage]) : 0;
  return { stage, inStage: index - (end - own) };
}

/** Heads and widths of the layers of models with stages. */
export const byStage = ({ layers, heads, width, doubles, byWidth }: OfStages): EachRule => ({
  reads: [...(typeof layers === "string" ? [layers] : []), heads, width],
  of(config, { index }) {
    const { stage } = stageAt(typeof layers === "string" ? config.get(layers) : layers, index);
    const [count, own] = [heads, width].map((field) => inStage(config.get(field), stage));
    if (!isCount(count) || !isCount(own)) return sizesUnknown;
    const whole = doubles ? own * 2 ** stage : own;
    const headDim = Math.floor(whole / count);
    return {
      heads: count,
      keyHeads: count,
      headDim,
      valueDim: headDim,
      softmaxScale: 1 / Math.sqrt(byWidth ? whole : headDim),
    };
  },
});
