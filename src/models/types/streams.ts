/** What transformers of diffusion models with two streams share: layers for each kind of tokens, then layers for all of them. */
import type { ModelRow } from "./row.ts";

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
