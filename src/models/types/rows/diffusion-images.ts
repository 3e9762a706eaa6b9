/** More transformers of diffusion models for images, by `_class_name`. */
import type { ModelRow, Rows } from "../row.ts";
import { executedDiffusers as inDiffusers, inDiffusersModels } from "../sources.ts";
import { flux } from "../streams.ts";

const single = { positions: "interleaved", causal: false } satisfies ModelRow;

export const diffusionImages: Rows = {
  BriaFibo2Transformer2DModel: {
    ...single,
    stacks: [
      { field: "n_refiner_layers", kind: "noise_refiner" },
      { field: "n_layers", kind: "joint" },
    ],
    widths: { field: "axes_dims" },
    source: inDiffusers("bria_fibo2"),
  },
  BriaFiboTransformer2DModel: { ...flux, source: inDiffusers("bria_fibo") },
  CogView4Transformer2DModel: {
    positions: "halves",
    causal: false,
    axes: { count: 2 },
    // Rows and columns are stretched to these sides; frequencies do not depend on them.
    each: { reads: ["rope_axes_dim"], of: () => ({}) },
    source: inDiffusers("cogview4"),
  },
  Flux3Transformer2DModel: {
    ...flux,
    stacks: [
      { field: "num_layers", kind: "text" },
      { field: "num_layers", kind: "image" },
      { field: "num_layers", kind: "reference" },
      { field: "num_single_layers", kind: "single" },
    ],
    source: inDiffusers("flux3"),
  },
  GlmImageTransformer2DModel: {
    positions: "halves",
    causal: false,
    axes: { count: 2 },
    source: inDiffusers("glm_image"),
  },
  // Queries rotate in the attention to the text, too, and its keys do not.
  HunyuanDiT2DModel: {
    positions: "interleaved",
    causal: false,
    axes: { count: 2, order: "columns" },
    crosses: ["all"],
    source: inDiffusersModels("hunyuan_transformer_2d"),
  },
  Ideogram4Transformer2DModel: {
    positions: "halves",
    causal: false,
    sections: { counts: [24, 20, 20], order: "in turns" },
    source: inDiffusers("ideogram4"),
  },
  JoyImageEditPlusTransformer3DModel: {
    ...single,
    fields: { theta: "theta" },
    widths: { field: "rope_dim_list" },
    source: inDiffusers("joyimage_edit_plus"),
  },
  JoyImageEditTransformer3DModel: {
    ...single,
    fields: { theta: "theta" },
    widths: { field: "rope_dim_list" },
    source: inDiffusers("joyimage"),
  },
  Krea2Transformer2DModel: { ...single, widths: { field: "axes_dims_rope" }, source: inDiffusers("krea2") },
  LongCatImageTransformer2DModel: { ...flux, source: inDiffusers("longcat_image") },
  NucleusMoEImageTransformer2DModel: {
    ...single,
    widths: { field: "axes_dims_rope" },
    source: inDiffusers("nucleusmoe_image"),
  },
  OvisImageTransformer2DModel: { ...flux, source: inDiffusers("ovis_image") },
  PRXTransformer2DModel: {
    ...single,
    fields: { theta: "theta" },
    widths: { field: "axes_dim" },
    source: inDiffusers("prx"),
  },
  SanaTransformer2DModel: {
    positions: "none",
    causal: false,
    mixer: "linear attention",
    crosses: ["all"],
    unless: {
      reads: ["interpolation_scale"],
      words: ["sinusoidal"],
      of: (config) => (config.said("interpolation_scale") === undefined ? undefined : "sinusoidal"),
    },
    source: inDiffusersModels("sana_transformer"),
  },
};
