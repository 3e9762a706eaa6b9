import type { Preset } from "./preset.ts";

export const additivePresets = {
  bert: {
    title: "BERT base",
    source: "Devlin et al. 2018, arXiv 1810.04805; google-research/bert, max_position_embeddings 512",
    spec: { method: "learned", dModel: 768, maxLength: 512 },
    open: [],
  },
  "gpt-2": {
    title: "GPT-2 small",
    source: "openai/gpt-2, src/model.py, wpe: n_ctx 1024",
    spec: { method: "learned", dModel: 768, maxLength: 1024 },
    open: [],
  },
  nerf: {
    title: "NeRF",
    source: "Mildenhall et al. 2020, arXiv 2003.08934, eq. 4",
    spec: { method: "fourier" },
    open: ["octaves", "dimensions"],
  },
  "nerf-code": {
    title: "NeRF, the authors' code",
    source: "bmild/nerf, run_nerf_helpers.py, get_embedder",
    spec: { method: "fourier", pi: false, order: "octave", includeInput: true },
    open: ["octaves", "dimensions"],
  },
} as const satisfies Record<string, Preset>;
