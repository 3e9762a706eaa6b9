import { numberOf } from "../facts.ts";
import type { Rows } from "../row.ts";
import { keyHeadsByLayer, sizesFrom, sizesUnknown } from "../size-rules.ts";
import { sharesOfImage } from "../square-rules.ts";
import { boxes } from "../streams.ts";

export const dino: Rows = {
  chmv2: { parts: { backbone_config: "dinov3_vit" } },
  depth_anything: { parts: { backbone_config: "dinov2" } },
  depth_pro: {
    parts: { image_model_config: "dinov2", patch_model_config: "dinov2", fov_model_config: "dinov2" },
  },
  dinov2: { positions: "learned", causal: false },
  dinov2_with_registers: { positions: "learned", causal: false },
  dinov3_convnext: { positions: "none" },
  dinov3_vit: { positions: "halves", causal: false, axes: { count: 2 }, ids: "dino-v3" },
  eomt: { positions: "learned", causal: false },
  eomt_dinov3: { positions: "halves", causal: false, axes: { count: 2 }, ids: "dino-v3" },
  ijepa: { positions: "learned", causal: false },
  prompt_depth_anything: { parts: { backbone_config: "dinov2" } },
  // Queries take values of the image at a few points: that attention has no keys.
  rf_detr: {
    positions: "sinusoidal",
    everyLayer: true,
    causal: false,
    stacks: [{ field: "decoder_layers", kind: boxes }],
    each: {
      reads: ["d_model", "decoder_self_attention_heads"],
      of: (config) => sizesFrom(config.get("d_model"), config.get("decoder_self_attention_heads")),
    },
    parts: { backbone_config: "rf_detr_dinov2" },
  },
  rf_detr_dinov2: {
    positions: "learned",
    causal: false,
    each: sharesOfImage({
      only: "window_block_indexes",
      exceptOutputs: true,
      along: "num_windows",
      image: 224,
      patch: 14,
    }),
  },
  sapiens2: { positions: "halves", causal: false, axes: { count: 2 }, each: keyHeadsByLayer },
  videomt: { positions: "learned", causal: false },
  vjepa2: {
    positions: "interleaved",
    causal: false,
    beyond: "tiled",
    stacks: [
      { field: "num_hidden_layers", kind: "encoder" },
      { field: "pred_num_hidden_layers", kind: "predictor" },
    ],
    each: {
      reads: ["pred_hidden_size", "pred_num_attention_heads"],
      of(config, { kind }) {
        if (kind !== "predictor") return {};
        const [width, heads] = [config.get("pred_hidden_size"), config.get("pred_num_attention_heads")];
        return numberOf(width) % numberOf(heads) === 0 ? sizesFrom(width, heads) : sizesUnknown;
      },
    },
  },
};
