import type { Preset } from "./preset.ts";

export const biasPresets = {
  bloom: {
    title: "BLOOM",
    source: "Hugging Face transformers, models/bloom, build_alibi_tensor; 112 heads in BLOOM 176B",
    spec: { method: "alibi" },
    open: [],
  },
  mpt: {
    title: "MPT",
    source: "Hugging Face transformers, models/mpt, build_mpt_alibi_tensor; 32 heads in MPT-7B",
    spec: { method: "alibi" },
    open: [],
  },
  "t5-encoder": {
    title: "T5, encoder",
    source: "Hugging Face transformers, models/t5, _relative_position_bucket",
    spec: { method: "t5", bidirectional: true },
    open: [],
  },
  "t5-decoder": {
    title: "T5, decoder",
    source: "Hugging Face transformers, models/t5, _relative_position_bucket",
    spec: { method: "t5", bidirectional: false },
    open: [],
  },
} as const satisfies Record<string, Preset>;
