/** Stacks of layers that types of several families have. */
import { isCount, numberOf } from "./facts.ts";
import type { ModelRow, Stack } from "./row.ts";
import { sizesFrom } from "./size-rules.ts";

/** Layers for each kind of tokens, then layers for all of them. */
export const flux = {
  positions: "interleaved",
  causal: false,
  stacks: [
    { field: "num_layers", kind: "double" },
    { field: "num_single_layers", kind: "single" },
  ],
  widths: { field: "axes_dims_rope" },
} satisfies ModelRow;

export const hunyuan = {
  ...flux,
  idle: ["num_refiner_layers"],
  widths: { field: "rope_axes_dim" },
} satisfies ModelRow;

/** The layers of an encoder, then the layers of a decoder. */
export const encoderAndDecoder = (
  encoder = "encoder_layers",
  decoder = "decoder_layers",
): readonly Stack[] => [
  { field: encoder, kind: "encoder" },
  { field: decoder, kind: "decoder" },
];

/** A file that has only `num_layers` has as many layers in the decoder. */
export const ofT5: readonly Stack[] = [
  { field: "num_layers", kind: "encoder" },
  { field: "num_decoder_layers", otherwise: "num_layers", kind: "decoder" },
];

export const boxes = "box queries";

/**
 * A detector: a layer over the last feature map, with sines of rows and columns, and the decoder's layers.
 * @param width The names of the field with the width of the decoder's layers: first the name in the class, then its other name.
 */
export const detector = (...width: readonly [string, string]): ModelRow => ({
  positions: "sinusoidal",
  everyLayer: true,
  causal: false,
  fields: { hidden: "encoder_hidden_dim", heads: "encoder_attention_heads" },
  stacks: [
    { field: "encoder_layers", kind: "encoder" },
    { field: "decoder_layers", kind: boxes },
  ],
  each: {
    reads: [...width, "decoder_attention_heads"],
    of(config, { kind }) {
      if (kind !== boxes) return {};
      return sizesFrom(config.said(width[1]) ?? config.get(width[0]), config.get("decoder_attention_heads"));
    },
  },
  parts: { backbone_config: "hgnet_v2" },
});

/**
 * Masks of queries, by layers after the backbone's. Of the pixels' own layers, whose queries take values at a few points, nothing is said.
 * @param before Fields with the layers of a decoder that makes the queries.
 */
export const masks = (...before: readonly string[]): ModelRow => ({
  positions: "sinusoidal",
  everyLayer: true,
  causal: false,
  fields: { hidden: "hidden_dim" },
  list: {
    reads: ["decoder_layers", ...before],
    of(config) {
      const count = this.reads.reduce((sum, field) => sum + numberOf(config.get(field)), -1);
      return isCount(count) ? new Array<string>(count).fill(boxes) : undefined;
    },
  },
  counted: "by the list",
  crosses: [boxes],
  idle: ["encoder_layers"],
  parts: { backbone_config: "swin" },
});

/** EfficientNet: the blocks of a stage grow with a coefficient, and there are as many stages as widths. */
export const deepened: ModelRow = {
  mixer: "convolution",
  positions: "none",
  stages: "num_block_repeats",
  built: {
    reads: ["depth_coefficient", "in_channels"],
    of(config, repeats) {
      const [depth, widths] = [numberOf(config.get("depth_coefficient")), config.get("in_channels")];
      const used = Array.isArray(widths) ? repeats.slice(0, widths.length) : [Number.NaN];
      return used.map((count) => Math.ceil(depth * count));
    },
  },
};
