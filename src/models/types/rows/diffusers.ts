/** Transformers of diffusion models, by `_class_name`. */
import type { Rows } from "../row.ts";
import { inDiffusers } from "../sources.ts";
import { flux, hunyuan } from "../streams.ts";

export const diffusers: Rows = {
  BriaTransformer2DModel: {
    ...flux,
    ids: "flux",
    source: inDiffusers("bria"),
  },
  ChromaTransformer2DModel: {
    ...flux,
    ids: "flux",
    source: inDiffusers("chroma"),
  },
  CosmosTransformer3DModel: {
    positions: "halves",
    causal: false,
    widths: { growth: "rope_scale" },
    source: inDiffusers("cosmos"),
  },
  ErnieImageTransformer2DModel: {
    positions: "interleaved",
    causal: false,
    widths: { field: "rope_axes_dim" },
    beyond: "tiled",
    source: inDiffusers("ernie_image"),
  },
  Flux2Transformer2DModel: {
    ...flux,
    ids: "flux-2",
    source: inDiffusers("flux2"),
  },
  FluxTransformer2DModel: {
    ...flux,
    ids: "flux",
    source: inDiffusers("flux"),
  },
  HiDreamImageTransformer2DModel: {
    idle: ["llama_layers"],
    ...flux,
    ids: "hidream",
    source: inDiffusers("hidream_image"),
  },
  HunyuanImageTransformer2DModel: {
    ...hunyuan,
    ids: "hunyuan-image",
    source: inDiffusers("hunyuanimage"),
  },
  HunyuanVideo15Transformer3DModel: {
    idle: ["num_refiner_layers"],
    positions: "interleaved",
    causal: false,
    widths: { field: "rope_axes_dim" },
    ids: "hunyuan-video",
    source: inDiffusers("hunyuan_video15"),
  },
  HunyuanVideoTransformer3DModel: {
    ...hunyuan,
    ids: "hunyuan-video",
    source: inDiffusers("hunyuan_video"),
  },
  LTXVideoTransformer3DModel: {
    positions: "interleaved",
    causal: false,
    beyond: "linear",
    source: inDiffusers("ltx"),
  },
  Lumina2Transformer2DModel: {
    positions: "interleaved",
    causal: false,
    stacks: [
      { field: "num_refiner_layers", kind: "context_refiner" },
      { field: "num_refiner_layers", kind: "noise_refiner" },
      { field: "num_layers", kind: "joint" },
    ],
    widths: { field: "axes_dim_rope" },
    ids: "lumina-2",
    source: inDiffusers("lumina2"),
  },
  QwenImageTransformer2DModel: {
    positions: "interleaved",
    causal: false,
    widths: { field: "axes_dims_rope", refuses: "use_layer3d_rope" },
    ids: "qwen-image",
    source: inDiffusers("qwenimage"),
  },
  WanTransformer3DModel: {
    positions: "interleaved",
    causal: false,
    widths: {},
    ids: "wan",
    source: inDiffusers("wan"),
  },
  ZImageTransformer2DModel: {
    positions: "interleaved",
    causal: false,
    stacks: [
      { field: "n_refiner_layers", kind: "noise_refiner" },
      { field: "n_refiner_layers", kind: "context_refiner" },
      { field: "n_layers", kind: "joint" },
    ],
    widths: { field: "axes_dims" },
    ids: "z-image",
    source: inDiffusers("z_image"),
  },
};
