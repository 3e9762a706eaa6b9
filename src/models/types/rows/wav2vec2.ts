/** wav2vec 2.0 and its kin. */
import { onlyIf, type Rows } from "../row.ts";
import { perTerm, unknownScale } from "../score-rules.ts";

export const wav2vec2: Rows = {
  hubert: { positions: "convolution", causal: false },
  sew: { positions: "convolution", causal: false },
  "sew-d": { positions: "disentangled", causal: false, scale: perTerm, adds: "convolution" },
  unispeech: { positions: "convolution", causal: false },
  "unispeech-sat": { positions: "convolution", causal: false },
  wav2vec2: { positions: "convolution", causal: false },
  "wav2vec2-bert": {
    positions: "halves",
    unless: onlyIf("position_embeddings_type", "rotary", "relative"),
    causal: false,
  },
  "wav2vec2-conformer": {
    positions: "halves",
    unless: onlyIf("position_embeddings_type", "rotary", "relative"),
    causal: false,
    adds: "convolution",
  },
  wavlm: { positions: "buckets", scale: unknownScale, adds: "convolution" },
};
