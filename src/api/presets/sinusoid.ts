import type { Preset } from "./preset.ts";

export const sinusoidPresets = {
  "attention-is-all-you-need": {
    title: "Attention Is All You Need",
    source: "Vaswani et al. 2017, arXiv 1706.03762, section 3.5",
    spec: { method: "sinusoidal" },
    open: ["dModel"],
  },
  /**
   * The table is exact, as for every preset. The module that everybody copies uses the float32 recipe with an exponential:
   * with 512 channels, its table is off by up to 3.0e-5 before position 512, 3.9e-4 before position 5000, and 7.8e-3 before
   * 131 073. `precision: "float32-logarithmic"` gives that table.
   *
   * @example
   * pe.encode({ preset: "annotated-transformer", dModel: 512 }, { positions: [4974] })[8]; // -0.18199635
   * @example
   * pe.encode({ preset: "annotated-transformer", dModel: 512, precision: "float32-logarithmic" }, { positions: [4974] })[8]; // -0.18161082
   */
  "annotated-transformer": {
    title: "The Annotated Transformer",
    source: "nlp.seas.harvard.edu/annotated-transformer, class PositionalEncoding",
    spec: { method: "sinusoidal" },
    open: ["dModel"],
  },
  tensor2tensor: {
    title: "tensor2tensor",
    source: "tensor2tensor, layers/common_attention.py, get_timing_signal_1d",
    spec: { method: "sinusoidal", layout: "halves", shift: 1, oddWidth: "zero" },
    open: ["dModel"],
  },
  "tensorflow-tutorial": {
    title: "TensorFlow's tutorial",
    source: "tensorflow.org/text/tutorials/transformer, function positional_encoding",
    spec: { method: "sinusoidal", layout: "halves" },
    open: ["dModel"],
  },
  fairseq: {
    title: "fairseq",
    source: "fairseq, modules/sinusoidal_positional_embedding.py, padding_idx 1",
    spec: { method: "sinusoidal", layout: "halves", shift: 1, oddWidth: "zero", start: 2, paddingIndex: 1 },
    open: ["dModel"],
  },
  "keras-hub": {
    title: "KerasHub",
    source: "keras-hub, layers/modeling/sine_position_encoding.py, SinePositionEncoding",
    spec: { method: "sinusoidal", oddWidth: "truncate", divisor: "width" },
    open: ["dModel", "base"],
  },
  "positional-encodings-1d": {
    title: "positional-encodings, 1-D",
    source: "PyPI positional-encodings, PositionalEncoding1D",
    spec: { method: "sinusoidal", oddWidth: "truncate" },
    open: ["dModel"],
  },
  "x-transformers": {
    title: "x-transformers, before training",
    source: "x-transformers, ScaledSinusoidalEmbedding: a learned scale that starts at d^(−1/2)",
    spec: { method: "sinusoidal", layout: "halves", outputScale: "inverse-sqrt" },
    open: ["dModel"],
  },
  marian: {
    title: "Marian, RoFormer",
    source: "Hugging Face transformers, class MarianSinusoidalPositionalEmbedding",
    spec: { method: "sinusoidal", layout: "halves" },
    open: ["dModel"],
  },
  ddpm: {
    title: "DDPM timesteps (diffusers' default)",
    source: "diffusers, models/embeddings.py, get_timestep_embedding; Ho et al. 2020, arXiv 2006.11239",
    spec: { method: "sinusoidal", layout: "halves", shift: 1, oddWidth: "zero" },
    open: ["dModel", "scale"],
  },
  "stable-diffusion": {
    title: "Stable Diffusion timesteps",
    source:
      "diffusers, models/embeddings.py, get_timestep_embedding: flip_sin_to_cos, downscale_freq_shift 0",
    spec: { method: "sinusoidal", layout: "flipped-halves", oddWidth: "zero" },
    open: ["dModel", "scale"],
  },
  glide: {
    title: "GLIDE, guided diffusion timesteps",
    source: "guided-diffusion and GLIDE, nn.py, timestep_embedding; base is max_period",
    spec: { method: "sinusoidal", layout: "flipped-halves", oddWidth: "zero" },
    open: ["dModel", "base"],
  },
  "simple-pe": {
    title: "simple_pe",
    source: "simple_pe(L, D, kappa): P(p, i) = sin(p · kappa^(−i/D)); base is kappa",
    spec: { method: "sine" },
    open: ["dModel", "base"],
  },
} as const satisfies Record<string, Preset>;
