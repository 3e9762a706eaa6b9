/** Decoders of text from makers with few model types. */
import { isCount } from "../facts.ts";
import { sharedByFours } from "../indexer-rules.ts";
import { allOf, byNumber, everyNth, fullEvery, lastOfGroups, listed } from "../layer-rules.ts";
import type { Rows } from "../row.ts";
import {
  learnedScale,
  onBothSides,
  powerOfPosition,
  sliding,
  unknownScale,
  yarnScale,
} from "../score-rules.ts";
import { inMlxLm, inVllm } from "../sources.ts";

export const decoders: Rows = {
  afmoe: {
    idle: ["mup_enabled"], // it multiplies embeddings
    positions: "halves",
    causal: true,
    window: sliding,
    kinds: fullEvery(4, { field: "global_attn_every_n_layers" }),
    plain: "full_attention",
  },
  apertus: { ofRule: ["theta"], positions: "halves", causal: true },
  apertus1p5: { parts: { text_config: "apertus1p5_text", vision_config: null } },
  apertus1p5_text: { ofRule: ["theta"], positions: "halves", causal: true },
  bailing_hybrid: {
    positions: "interleaved",
    causal: true,
    latent: "parts",
    kinds: everyNth(6, { nth: "full_attention", others: "linear_attention", field: "layer_group_size" }),
    scale: yarnScale,
    idle: ["partial_rotary_factor"], // it is about the heads of linear attention
  },
  bailing_moe: {
    positions: "halves",
    causal: true,
    reads: ["partial"],
    source: inMlxLm("models/bailing_moe"),
  },
  bailing_moe_linear: {
    positions: "halves",
    causal: true,
    reads: ["partial"],
    kinds: lastOfGroups("layer_group_size", "full_attention", "linear_attention", "full_attention"),
    source: inMlxLm("models/bailing_moe_linear"),
  },
  bailing_moe_v2: {
    positions: "halves",
    causal: true,
    reads: ["partial", "rotary"],
    source: inVllm("bailing_moe", "055e47c28003156421365af985d676fc921cb075"),
  },
  beam: {
    positions: "halves",
    causal: true,
    window: sliding,
    kinds: fullEvery(6, { also: -1 }),
    queries: powerOfPosition,
  },
  // Of more than `keep_window_size` keys, each query sees those with the largest learned weights.
  doge: { positions: "halves", causal: true, open: ["indexer"], window: sliding, flat: true },
  dory: {
    positions: "halves",
    causal: true,
    window: sliding,
    block: "mlp",
    kinds: fullEvery(4),
    scale: learnedScale,
    idle: ["n_input_layers", "n_recurrent_layers", "n_output_layers"], // which layers run more than once
  },
  flint: {
    positions: "halves",
    causal: true,
    window: sliding,
    kinds: byNumber((layer, count) =>
      layer < 2 || layer % 4 === 1 || layer === count - 1 ? "full_attention" : "sliding_attention",
    ),
    plain: "full_attention",
    sinks: "all",
  },
  gradium_phonon_tts: { positions: "halves", causal: true },
  helium: { positions: "interleaved", causal: true },
  hrm_text: {
    positions: "halves",
    causal: true,
    stacks: [
      { field: "num_layers_per_stack", otherwise: "num_hidden_layers", kind: "low" },
      { field: "num_layers_per_stack", otherwise: "num_hidden_layers", kind: "high" },
    ],
  },
  hy_v4: {
    positions: "halves",
    causal: true,
    latent: "parts",
    kinds: allOf("indexed_attention"),
    indexer: { pairing: "halves", last: true, shared: sharedByFours },
    scale: yarnScale,
    sinks: "all",
  },
  hy_v4_vl: { parts: { text_config: "hy_v4_vl_text", vision_config: null } },
  hy_v4_vl_text: {
    positions: "interleaved",
    causal: true,
    latent: "parts",
    kinds: allOf("indexed_attention"),
    open: ["indexer"],
    sections: { counts: [12, 10, 10], order: "in turns" },
    scale: yarnScale,
    sinks: "all",
  },
  jais2: { positions: "halves", causal: true },
  jetmoe: {
    positions: "halves",
    causal: true,
    fields: { head: "kv_channels" },
    scale: unknownScale,
    each: {
      reads: ["num_experts_per_tok"],
      of(config, _, { headDim }) {
        const groups = config.value("keyHeads");
        const each = config.get("num_experts_per_tok") ?? 2;
        const heads = typeof groups === "number" && typeof each === "number" ? groups * each : null;
        return { heads, keyHeads: heads, softmaxScale: headDim === null ? null : 1 / Math.sqrt(headDim) };
      },
    },
  },
  kolibri1: {
    positions: "halves",
    causal: true,
    window: sliding,
    kinds: fullEvery(5),
    plain: "full_attention",
  },
  laguna: {
    positions: "halves",
    causal: true,
    reads: ["partial"],
    window: sliding,
    kinds: allOf("full_attention"),
    each: {
      reads: ["num_attention_heads_per_layer"],
      of(config, { index }) {
        const heads = config.said("num_attention_heads_per_layer");
        return Array.isArray(heads) ? { heads: isCount(heads[index]) ? heads[index] : null } : {};
      },
    },
  },
  "lille-130m": { positions: "interleaved", causal: true, source: inMlxLm("models/lille-130m") },
  mellum: {
    positions: "halves",
    causal: true,
    window: sliding,
    kinds: allOf("full_attention"),
  },
  minicpm: {
    positions: "halves",
    causal: true,
    source: inVllm("minicpm", "00db0119c37674b956dec4228d4e571549020976"),
  },
  minicpm3: {
    positions: "halves",
    causal: true,
    latent: "parts",
    scale: yarnScale,
    each: {
      reads: [],
      of(config, _, made) {
        const [width, heads] = [config.value("hidden"), made.heads];
        if (config.said("v_head_dim") !== undefined || typeof width !== "number" || heads === null) return {};
        return { valueDim: Math.floor(width / heads) };
      },
    },
  },
  molmo2: {
    causal: "images",
    parts: { text_config: "molmo2_text", vision_config: null, adapter_config: null },
  },
  molmo2_text: {
    positions: "halves",
    causal: true,
    list: listed("rope_scaling_layers", "scaled", "unscaled"),
    kinds: allOf("scaled"),
    bases: { scaled: { field: "rope_theta", scaled: true }, unscaled: { field: "rope_theta" } },
  },
  neomme: {
    baseOfAll: true,
    share: "kept",
    positions: "halves",
    causal: false,
    reads: ["partial"],
    window: onBothSides,
    kinds: fullEvery(6, { also: -1 }),
    // Every second window is four times as long, unless the file gives windows of single layers.
    each: {
      reads: ["layer_types", "per_layer_config"],
      of(config, { kind, index }) {
        if (kind !== "sliding_attention" || config.said("per_layer_config") !== undefined) return {};
        const kinds = config.said("layer_types");
        const before = Array.isArray(kinds)
          ? kinds.slice(0, index).filter((one) => one === kind).length
          : index - Math.floor(index / 6);
        return before % 2 === 0 ? {} : { window: { before: 1024, after: 1024 } };
      },
    },
  },
  pocket_tts: { positions: "halves", causal: true },
  sarvam_moe: { positions: "halves", causal: true, reads: ["partial"], odd: true },
  seed_oss: { positions: "halves", causal: true },
  telechat3: { positions: "halves", causal: true, source: inMlxLm("models/telechat3") },
};
