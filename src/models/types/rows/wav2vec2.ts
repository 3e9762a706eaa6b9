/** wav2vec 2.0 and its kin. */
import { onlyIf, type Rows } from "../row.ts";
import { unknownScale } from "../score-rules.ts";

export const wav2vec2: Rows = {
  hubert: { positions: "convolution" },
  sew: { positions: "convolution" },
  "sew-d": { positions: "disentangled", scale: unknownScale },
  unispeech: { positions: "convolution" },
  "unispeech-sat": { positions: "convolution" },
  wav2vec2: { positions: "convolution" },
  "wav2vec2-bert": {
    positions: "halves",
    unless: onlyIf("position_embeddings_type", "rotary", "relative"),
    causal: false,
  },
  "wav2vec2-conformer": {
    positions: "halves",
    unless: onlyIf("position_embeddings_type", "rotary", "relative"),
    causal: false,
  },
  wavlm: { positions: "buckets", scale: unknownScale },
};
