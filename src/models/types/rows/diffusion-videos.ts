/** More transformers of diffusion models for videos and sound, by `_class_name`. */
import type { ModelRow, Rows } from "../row.ts";
import { executedDiffusers as inDiffusers } from "../sources.ts";
import { hunyuan } from "../streams.ts";

/** Wan's: each layer attends to the video, then to the text. */
const wan = { positions: "interleaved", causal: false, widths: {}, crosses: ["all"] } satisfies ModelRow;

export const diffusionVideos: Rows = {
  AnyFlowTransformer3DModel: { ...wan, source: inDiffusers("anyflow") },
  ChronoEditTransformer3DModel: { ...wan, source: inDiffusers("chronoedit") },
  HeliosTransformer3DModel: { ...wan, widths: { field: "rope_dim" }, source: inDiffusers("helios") },
  HunyuanVideoFramepackTransformer3DModel: { ...hunyuan, source: inDiffusers("hunyuan_video_framepack") },
  LongCatAudioDiTTransformer: {
    positions: "halves",
    causal: false,
    crosses: ["all"],
    fields: { hidden: "dit_dim", heads: "dit_heads", layers: "dit_depth" },
    source: inDiffusers("longcat_audio_dit"),
  },
  // The token of the timestep comes before the others.
  MiniMaxMusic3Transformer1DModel: {
    positions: "halves",
    causal: false,
    reads: ["rotary"],
    first: 1,
    source: inDiffusers("minimax_music3"),
  },
  MotifVideoTransformer3DModel: { ...hunyuan, source: inDiffusers("motif_video") },
  SkyReelsV2Transformer3DModel: { ...wan, source: inDiffusers("skyreels_v2") },
  WanAnimateTransformer3DModel: { ...wan, source: inDiffusers("wan_animate") },
  WanVACETransformer3DModel: {
    ...wan,
    stacks: [
      { field: "num_layers", kind: "main" },
      { field: "vace_layers", kind: "control" },
    ],
    crosses: ["main", "control"],
    source: inDiffusers("wan_vace"),
  },
};
