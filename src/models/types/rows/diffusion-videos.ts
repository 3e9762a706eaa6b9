/** More transformers of diffusion models for videos and sound, by `_class_name`. */
import { isCount } from "../facts.ts";
import { fullEvery } from "../layer-rules.ts";
import { type ModelRow, onlyIf, type Rows } from "../row.ts";
import { onBothSides } from "../score-rules.ts";
import { executedDiffusers as inDiffusers, inDiffusersModels } from "../sources.ts";
import { hunyuan } from "../streams.ts";

/** Wan's: each layer attends to the video, then to the text. */
const wan = { positions: "interleaved", causal: false, widths: {}, crosses: ["all"] } satisfies ModelRow;

/** CogVideoX's: text and video attend to each other, and tokens of the video rotate. */
const cogVideo = {
  positions: "interleaved",
  causal: false,
  widths: { shares: "eighths" },
} satisfies ModelRow;

/** Without its rotation, CogVideoX adds sines and cosines to embeddings. */
const cogVideoX = {
  ...cogVideo,
  unless: onlyIf("use_rotary_positional_embeddings", true, "sinusoidal"),
  learned: ["use_learned_positional_embeddings"],
} satisfies ModelRow;

export const diffusionVideos: Rows = {
  AceStepTransformer1DModel: {
    positions: "halves",
    causal: false,
    kinds: fullEvery(2),
    window: onBothSides,
    crosses: ["full_attention", "sliding_attention"],
    source: inDiffusersModels("ace_step_transformer"),
  },
  AnyFlowTransformer3DModel: { ...wan, source: inDiffusers("anyflow") },
  ChronoEditTransformer3DModel: { ...wan, source: inDiffusers("chronoedit") },
  CogVideoXTransformer3DModel: { ...cogVideoX, source: inDiffusersModels("cogvideox_transformer_3d") },
  ConsisIDTransformer3DModel: { ...cogVideoX, source: inDiffusersModels("consisid_transformer_3d") },
  EasyAnimateTransformer3DModel: { ...cogVideo, source: inDiffusers("easyanimate") },
  HeliosTransformer3DModel: { ...wan, widths: { field: "rope_dim" }, source: inDiffusers("helios") },
  HunyuanVideoFramepackTransformer3DModel: { ...hunyuan, source: inDiffusers("hunyuan_video_framepack") },
  // Text tokens stand in a row. Video tokens attend to each other, then to the text.
  Kandinsky5Transformer3DModel: {
    positions: "interleaved",
    causal: false,
    stacks: [
      { field: "num_text_blocks", kind: "text" },
      { field: "num_visual_blocks", kind: "visual" },
    ],
    crosses: ["visual"],
    widths: { field: "axes_dims", inRow: ["text"] },
    each: {
      reads: ["model_dim"],
      of(config, _, { headDim }) {
        const width = config.get("model_dim");
        const heads = isCount(width) && headDim !== null ? width / headDim : null;
        return { heads, keyHeads: heads };
      },
    },
    source: inDiffusers("kandinsky"),
  },
  // Each layer has attention over the video, over the sound, and between both.
  LTX2VideoTransformer3DModel: {
    positions: "interleaved",
    causal: false,
    stacks: [
      { field: "num_layers", kind: "video" },
      { field: "num_layers", kind: "audio" },
    ],
    crosses: ["video", "audio"],
    beyond: "linear",
    each: {
      reads: ["audio_num_attention_heads", "audio_attention_head_dim"],
      of(config, { kind }) {
        if (kind === "video") return {};
        const [heads, width] = ["audio_num_attention_heads", "audio_attention_head_dim"].map((field) => {
          const value = config.get(field);
          return isCount(value) ? value : null;
        });
        return {
          heads: heads!,
          keyHeads: heads!,
          headDim: width!,
          valueDim: width!,
          softmaxScale: width === null ? null : 1 / Math.sqrt(width!),
        };
      },
    },
    source: inDiffusers("ltx2"),
  },
  LongCatAudioDiTTransformer: {
    positions: "halves",
    causal: false,
    crosses: ["all"],
    fields: { hidden: "dit_dim", heads: "dit_heads", layers: "dit_depth" },
    source: inDiffusers("longcat_audio_dit"),
  },
  // The text alone goes through the refiner, which does not rotate.
  MiniMaxH3Transformer3DModel: {
    positions: "halves",
    causal: false,
    stacks: [
      { field: "num_refiner_layers", kind: "refiner", rotates: false },
      { field: "num_layers", kind: "joint" },
    ],
    widths: { field: "rope_freq_dim", axes: 3 },
    source: inDiffusers("minimax_h3"),
  },
  // The token of the timestep comes before the others.
  MiniMaxMusic3Transformer1DModel: {
    positions: "halves",
    causal: false,
    reads: ["rotary"],
    first: 1,
    source: inDiffusers("minimax_music3"),
  },
  // Each head has its own three frequencies for a pair, which are weights.
  MochiTransformer3DModel: {
    positions: "interleaved",
    causal: false,
    beyond: "mixed",
    source: inDiffusers("mochi"),
  },
  MotifVideoTransformer3DModel: { ...hunyuan, source: inDiffusers("motif_video") },
  SkyReelsV2Transformer3DModel: { ...wan, source: inDiffusers("skyreels_v2") },
  // The token of the timestep comes before the others.
  StableAudioDiTModel: {
    idle: ["num_key_value_attention_heads"], // of the attention to the text
    positions: "halves",
    causal: false,
    reads: ["partial"],
    crosses: ["all"],
    first: 1,
    source: inDiffusersModels("stable_audio_transformer"),
  },
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
