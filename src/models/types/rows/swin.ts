/** Swin, BEiT and other vision transformers with biases, windows or stages. */

import type { EachRule } from "../each-rule.ts";
import { numberOf } from "../facts.ts";
import type { Rows } from "../row.ts";
import { learnedScale } from "../score-rules.ts";
import { byStage, sizesFrom, sizesUnknown, stageAt } from "../size-rules.ts";
import { combined, maskUnits, swinStages } from "../square-rules.ts";
import { masks } from "../streams.ts";

/** Sides of the squares of an earlier training, for which tables of biases are scaled. */
const idle = ["pretrained_window_sizes"];
/** Cosines of queries and keys have a learned scale. */
const ofCosines = ({ reads, of }: EachRule): EachRule => ({
  reads,
  of: (...layer) => ({ ...of(...layer), softmaxScale: "learned" }),
});

/** LeViT's stages: all but the last one end with a layer that has fewer queries. */
const withShrinking = (depths: readonly number[]): readonly number[] =>
  depths.map((depth, stage) => (stage < depths.length - 1 ? depth + 1 : depth));

/** LeViT's layers: the last one of a stage, but of the last stage, has fewer queries, and heads and values of its own. */
const levit: EachRule = {
  reads: ["key_dim", "hidden_sizes", "num_attention_heads", "attention_ratio", "depths"],
  of(config, { index }) {
    const [keys, widths, heads, ratios, depths] = this.reads.map((field) => config.get(field));
    if (![keys, widths, heads, ratios, depths].every(Array.isArray)) return sizesUnknown;
    const { stage, inStage } = stageAt(withShrinking((depths as unknown[]).map(numberOf)), index);
    const isLast = inStage === (depths as number[])[stage];
    const headDim = numberOf((keys as number[])[isLast ? 0 : stage]);
    const count = isLast
      ? Math.floor(numberOf((widths as number[])[stage]) / headDim)
      : numberOf((heads as number[])[stage]);
    return {
      heads: count,
      keyHeads: count,
      headDim,
      valueDim: headDim * (isLast ? 4 : numberOf((ratios as number[])[stage])),
    };
  },
};
/** Hiera's stages, each wider than the one before by the same factor. */
const widening: EachRule = {
  reads: ["depths", "num_heads", "embed_dim", "embed_dim_multiplier"],
  of(config, { index }) {
    const [depths, heads, width, times] = this.reads.map((field) => config.get(field));
    const { stage } = stageAt(depths, index);
    const own = Math.trunc(numberOf(width) * numberOf(times) ** stage);
    return sizesFrom(own, Array.isArray(heads) ? heads[stage] : undefined);
  },
};
const listed = byStage({ layers: "depths", heads: "num_attention_heads", width: "hidden_sizes" });

export const swin: Rows = {
  beit: {
    positions: "window-table",
    causal: false,
    bias: ["use_relative_position_bias", "use_shared_relative_position_bias"],
    learned: ["use_absolute_position_embeddings"],
  },
  cvt: {
    positions: "none",
    causal: false,
    stages: "depth",
    each: byStage({ layers: "depth", heads: "num_heads", width: "embed_dim", byWidth: true }),
  },
  dinat: { positions: "window-table", open: ["window"] },
  focalnet: { positions: "none" },
  glpn: { positions: "none", causal: false, stages: "depths", each: listed },
  hiera: { positions: "learned", causal: false, stages: "depths", each: combined(maskUnits, widening) },
  levit: {
    positions: "window-table",
    causal: false,
    stages: "depths",
    built: { reads: [], of: (_, stages) => withShrinking(stages) },
    each: levit,
  },
  mask2former: masks(),
  "maskformer-swin": {
    positions: "window-table",
    causal: false,
    stages: "depths",
    each: swinStages(),
    idle,
    learned: ["use_absolute_embeddings"],
  },
  pvt: { positions: "learned", causal: false, stages: "depths", each: listed },
  pvt_v2: { positions: "none", causal: false, stages: "depths", each: listed },
  segformer: {
    positions: "none",
    causal: false,
    stages: "depths",
    built: {
      reads: ["num_encoder_blocks"],
      of: (config, stages) => stages.slice(0, numberOf(config.get("num_encoder_blocks"))),
    },
    each: listed,
  },
  swin: {
    positions: "window-table",
    causal: false,
    stages: "depths",
    each: swinStages(),
    idle,
    learned: ["use_absolute_embeddings"],
  },
  swin2sr: {
    positions: "log-spaced",
    causal: false,
    stages: "depths",
    scale: learnedScale,
    idle,
    each: ofCosines(swinStages({ isFlat: true })),
    learned: ["use_absolute_embeddings"],
  },
  swinv2: {
    positions: "log-spaced",
    causal: false,
    stages: "depths",
    scale: learnedScale,
    each: ofCosines(swinStages()),
    idle,
    learned: ["use_absolute_embeddings"],
  },
};
