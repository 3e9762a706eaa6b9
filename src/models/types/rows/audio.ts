/** Music, speech and sound, except wav2vec 2.0 and its kin. */
import { isCount } from "../facts.ts";
import { onlyIf, type Rows } from "../row.ts";
import { everywhere, unscaled } from "../score-rules.ts";
import { swinStages } from "../square-rules.ts";
import { encoderAndDecoder } from "../streams.ts";

export const audio: Rows = {
  "audio-spectrogram-transformer": { positions: "learned", causal: false },
  audioflamingo3: { named: true, parts: { audio_config: "audioflamingo3_encoder", text_config: "qwen2" } },
  audioflamingo3_encoder: { positions: "sinusoidal", causal: false },
  bark: {
    parts: {
      semantic_config: "semantic",
      coarse_acoustics_config: "coarse_acoustics",
      fine_acoustics_config: "fine_acoustics",
      codec_config: "encodec",
    },
  },
  clap: { parts: { text_config: "clap_text_model", audio_config: "clap_audio_model" } },
  clap_audio_model: {
    positions: "window-table",
    causal: false,
    stages: "depths",
    each: swinStages({ heads: "num_attention_heads", width: "patch_embeds_hidden_size" }),
  },
  clap_text_model: { positions: "learned", causal: false, first: "after padding" },
  clvp: {
    parts: { text_config: "clvp_encoder", speech_config: "clvp_encoder", decoder_config: "clvp_decoder" },
  },
  clvp_decoder: { positions: "learned", causal: true },
  clvp_encoder: {
    positions: "halves",
    unless: onlyIf("use_rotary_embedding", true, "none"),
    causal: false,
    fields: { hidden: "projection_dim" },
    headShare: 0.5,
    each: {
      reads: [],
      of(config, _, made) {
        const [width, heads] = [config.get("hidden_size"), made.heads];
        if (!isCount(width) || heads === null) return { headDim: null, valueDim: null, softmaxScale: null };
        const headDim = Math.floor(width / heads);
        return { headDim, valueDim: headDim, softmaxScale: 1 / Math.sqrt(headDim) };
      },
    },
  },
  coarse_acoustics: { positions: "learned", causal: true, folder: "bark" },
  csm: {
    positions: "halves",
    causal: true,
    parts: { depth_decoder_config: "csm_depth_decoder_model", codec_config: "mimi" },
  },
  csm_depth_decoder_model: { positions: "halves", causal: true },
  dac: { positions: "none" },
  dia: { parts: { decoder_config: "dia_decoder", encoder_config: "dia_encoder" } },
  dia_decoder: { positions: "halves", causal: true, crosses: ["all"], scale: unscaled },
  dia_encoder: { positions: "halves", causal: false, scale: unscaled },
  encodec: { positions: "none" },
  fastspeech2_conformer: {
    positions: "relative",
    causal: false,
    objects: {
      encoder_config: { layers: "encoder_layers", num_attention_heads: "encoder_num_attention_heads" },
      decoder_config: { layers: "decoder_layers", num_attention_heads: "decoder_num_attention_heads" },
    },
    stacks: [
      { field: "encoder_layers", kind: "encoder" },
      { field: "decoder_layers", kind: "frames" },
    ],
  },
  fine_acoustics: { positions: "learned", causal: false, fields: { heads: "num_heads" }, folder: "bark" },
  higgs_audio_v2: { baseOfRule: 10_000, ofRule: ["theta"], positions: "halves", causal: true },
  higgs_audio_v2_tokenizer: { parts: { acoustic_model_config: "dac", semantic_model_config: "hubert" } },
  kyutai_speech_to_text: {
    positions: "halves",
    causal: true,
    open: ["window"], // the mask has none, and the cache forgets
    flat: true,
    parts: { codec_config: "mimi" },
  },
  lasr_ctc: { parts: { encoder_config: "lasr_encoder" } },
  lasr_encoder: { positions: "halves", causal: false },
  mimi: {
    positions: "halves",
    causal: true,
    window: everywhere,
    stacks: [
      { field: "num_hidden_layers", kind: "all" },
      { field: "num_hidden_layers", kind: "all" },
    ],
  },
  moonshine: {
    positions: "interleaved",
    reads: ["partial"],
    stacks: encoderAndDecoder("encoder_num_hidden_layers", "decoder_num_hidden_layers"),
    // The layers of the encoder, which are made first, put their heads in the place of the decoder's.
    fields: { heads: "encoder_num_attention_heads", keyHeads: "encoder_num_key_value_heads" },
    idle: ["decoder_num_key_value_heads"],
    // Zeros after the channels of a head.
    each: {
      reads: ["pad_head_dim_to_multiple_of"],
      of(config, _, { headDim, softmaxScale }) {
        const multiple = config.said("pad_head_dim_to_multiple_of");
        if (multiple === undefined || headDim === null) return {};
        const width = isCount(multiple) ? multiple * Math.ceil(headDim / multiple) : null;
        return { headDim: width, valueDim: width, softmaxScale };
      },
    },
  },
  moonshine_streaming: {
    ofRule: ["theta", "partial"],
    share: "lost",
    positions: "interleaved",
    reads: ["partial"],
    parts: { encoder_config: "moonshine_streaming_encoder" },
  },
  moonshine_streaming_encoder: { positions: "none", causal: false },
  moshi: {
    positions: "halves",
    causal: true,
    flat: true,
    parts: { audio_encoder_config: "mimi", depth_decoder_config: "moshi_depth" },
  },
  moshi_depth: { positions: "none", causal: true },
  // It rotates the encoder's output by times, before the text's layers.
  musicflamingo: { parts: { audio_config: "audioflamingo3_encoder", text_config: "qwen2" } },
  musicgen_decoder: { positions: "sinusoidal", causal: true, crosses: ["all"] },
  musicgen_melody_decoder: { positions: "sinusoidal", causal: true },
  omniasr: { parts: { text_config: "llama", audio_config: null } },
  pe_audio: {
    fills: ["text_config"],
    parts: { text_config: "modernbert", audio_config: "pe_audio_encoder" },
  },
  pe_audio_encoder: { positions: "interleaved", causal: false, parts: { dac_config: "dac" } },
  // The layers of the text; an encoder of speech has others.
  seamless_m4t: {
    positions: "sinusoidal",
    stacks: encoderAndDecoder(),
    also: { "encoder of speech": "relative" },
    idle: ["position_embeddings_type"],
  },
  seamless_m4t_v2: {
    positions: "sinusoidal",
    stacks: encoderAndDecoder(),
    also: { "encoder of speech": "relative" },
    idle: ["position_embeddings_type"],
  },
  semantic: { positions: "learned", causal: true, folder: "bark" },
  speech_to_text: { positions: "sinusoidal", stacks: encoderAndDecoder(), first: 2 },
  speecht5: {
    positions: "relative",
    stacks: encoderAndDecoder(),
    each: { reads: [], of: (_config, { kind }) => (kind === "decoder" ? { bias: null } : {}) },
  },
  univnet: {
    positions: "none",
    mixer: "convolution",
    stacks: [{ field: "resblock_kernel_sizes", kind: "all" }],
  },
  vibevoice_asr: { parts: { text_config: "qwen2" } },
  vits: {
    positions: "relative",
    causal: false,
    unless: {
      reads: ["window_size"], // the farthest distance that has a vector of its own
      words: [],
      of: (config) => (config.get("window_size") === 0 ? "none" : undefined),
    },
  },
  whisper: { positions: "sinusoidal", stacks: encoderAndDecoder(), also: { decoder: "learned" } },
  xcodec: { parts: { acoustic_model_config: "dac", semantic_model_config: "hubert" } },
  // It rotates a head by its number, and the same way at all tokens.
  xcodec2: {
    positions: "none",
    causal: false,
    // A rule may have an attention factor.
    each: {
      reads: ["rope_parameters", "rope_scaling"],
      of(config) {
        const rule =
          config.inside("rope_parameters", "rope_type") ??
          config.inside("rope_scaling", "rope_type") ??
          config.inside("rope_scaling", "type");
        return rule === undefined || rule === "default" ? {} : { softmaxScale: null };
      },
    },
    parts: { semantic_model_config: "wav2vec2-bert" },
  },
};
