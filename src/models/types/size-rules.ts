/** Rules for heads that differ from layer to layer. */
import { positive } from "./facts.ts";
import type { EachRule } from "./row.ts";

const globalField = "num_global_key_value_heads";

/** Layers with full attention have key heads of their own. */
const globalKeys: EachRule = {
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
    const of = (field: string, otherwise: number) => Number(config.said(field) ?? otherwise);
    const isFull =
      index < of("num_first_full_attention_layers", 8) ||
      index >= count - of("num_last_full_attention_layers", 8);
    return { keyHeads: isFull ? heads : (positive(of("num_key_value_attention_heads", 8)) ?? null) };
  },
};
