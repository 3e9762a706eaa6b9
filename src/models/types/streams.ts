/** Stacks of layers that types of several families have. */
import type { ModelRow, Stack } from "./row.ts";

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
