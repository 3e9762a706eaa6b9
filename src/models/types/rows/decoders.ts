/** Decoders of text from makers with few model types. */
import { allOf, everyNth, lastOfGroups } from "../layer-rules.ts";
import type { Rows } from "../row.ts";
import { sliding, unknownScale, yarnScale } from "../score-rules.ts";
import { inMlxLm, inVllm } from "../sources.ts";

export const decoders: Rows = {
  afmoe: {
    positions: "halves",
    causal: true,
    window: sliding,
    kinds: everyNth(4, { nth: "full_attention", others: "sliding_attention" }),
    plain: "full_attention",
  },
  apertus: { positions: "halves", causal: true },
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
  doge: { positions: "halves", causal: true, open: ["bias"], window: sliding, flat: true },
  helium: { positions: "interleaved", causal: true },
  hrm_text: {
    positions: "halves",
    causal: true,
    stacks: [
      { field: "num_layers_per_stack", otherwise: "num_hidden_layers", kind: "low" },
      { field: "num_layers_per_stack", otherwise: "num_hidden_layers", kind: "high" },
    ],
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
  laguna: {
    positions: "halves",
    causal: true,
    reads: ["partial"],
    window: sliding,
    kinds: allOf("full_attention"),
  },
  "lille-130m": { positions: "interleaved", causal: true, source: inMlxLm("models/lille-130m") },
  mellum: {
    positions: "halves",
    causal: true,
    reads: ["partial"],
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
        if (typeof width !== "number" || heads === null) return {};
        const headDim = Math.floor(width / heads);
        return { valueDim: headDim };
      },
    },
  },
  seed_oss: { positions: "halves", causal: true },
  telechat3: { positions: "halves", causal: true, source: inMlxLm("models/telechat3") },
};
