/** Microsoft's Phi. */
import { chunksOf } from "../each-rule.ts";
import { isCount } from "../facts.ts";
import type { Rows } from "../row.ts";
import { mupScale, sliding } from "../score-rules.ts";
import { inMlxLm } from "../sources.ts";

export const phi: Rows = {
  phi: { positions: "halves", causal: true, reads: ["partial"] },
  "phi-msft": { positions: "halves", causal: true, reads: ["rotary"], source: inMlxLm("utils") },
  phi3: { positions: "halves", causal: true, reads: ["partial"], window: sliding, flat: true },
  phi3small: {
    positions: "halves",
    causal: true,
    fields: { theta: "rope_embedding_base" },
    scale: mupScale,
    // Blocks of keys, which have no form here, but in every nth layer.
    each: {
      reads: ["dense_attention_every_n_layers"],
      of(config, { index }) {
        const every = config.get("dense_attention_every_n_layers");
        return isCount(every) && (index + 1) % every === 0 ? {} : { window: "unknown" };
      },
    },
    source: inMlxLm("models/phi3small"),
  },
  phi4_multimodal: {
    positions: "halves",
    causal: true,
    reads: ["partial"],
    window: sliding,
    flat: true,
    parts: { vision_config: "phi4_multimodal_vision", audio_config: "phi4_multimodal_audio" },
  },
  // The class adds its mask of chunks to the scores as ones, so that only its own pieces of the text are apart.
  phi4_multimodal_audio: {
    positions: "buckets",
    causal: false,
    fields: { layers: "num_blocks" },
    window: chunksOf([], () => 500),
    idle: ["chunk_size", "left_chunk"],
  },
  phi4_multimodal_vision: { positions: "learned", causal: false },
  phimoe: { positions: "halves", causal: true, reads: ["mscales"], window: sliding, flat: true },
  phixtral: { positions: "halves", causal: true, reads: ["rotary"], source: inMlxLm("models/phixtral") },
};
