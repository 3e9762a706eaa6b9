/** MiniMax, Xiaomi's MiMo, StepFun's Step, Upstage's Solar. */
import { isLength } from "../facts.ts";
import { allOf, coded, everyNth, fullEvery } from "../layer-rules.ts";
import type { Rows } from "../row.ts";
import { queryScalar, sliding } from "../score-rules.ts";
import { inAiconfigurator, inMlxLm } from "../sources.ts";

export const minimax: Rows = {
  mimo: { positions: "halves", causal: true, source: inMlxLm("models/mimo") },
  mimo_v2_flash: {
    share: "kept",
    positions: "halves",
    causal: true,
    reads: ["partial"],
    window: {
      reads: ["sliding_window_size"],
      of(config, kind) {
        const before = config.said("sliding_window_size");
        if (kind !== "sliding_attention" || !isLength(before)) return sliding.of(config, kind);
        return { before, after: 0 };
      },
    },
    list: coded("hybrid_layer_pattern", { "0": "full_attention", "1": "sliding_attention" }),
    kinds: fullEvery(6, { also: 0 }),
    sinks: "sliding_attention",
    // The class doubles the key heads of these layers and always has their sinks, whatever the file says.
    idle: [
      ...["swa_num_attention_heads", "swa_num_key_value_heads", "swa_head_dim", "swa_v_head_dim"],
      ...["add_swa_attention_sink_bias", "add_full_attention_sink_bias", "swa_rope_theta"],
    ],
    each: {
      reads: [],
      of: (_, { kind }, { keyHeads }) => ({
        keyHeads: kind === "sliding_attention" && keyHeads !== null ? 2 * keyHeads : keyHeads,
      }),
    },
  },
  minimax: {
    positions: "halves",
    causal: true,
    window: sliding,
    kinds: everyNth(2, { nth: "linear_attention", others: "full_attention" }),
  },
  minimax_m2: {
    positions: "halves",
    causal: true,
    reads: ["partial"],
    disputed: { fact: "rotary", other: "partial" },
  },
  minimax_m3: {
    positions: "halves",
    causal: true,
    reads: ["partial"],
    disputed: { fact: "rotary", other: "partial" },
    source: inAiconfigurator("MiniMaxAI--MiniMax-M3_config"),
  },
  minimax_m3_vl: { parts: { text_config: "minimax_m3_vl_text", vision_config: "minimax_m3_vl_vision" } },
  minimax_m3_vl_text: {
    positions: "halves",
    causal: true,
    indexer: {
      kind: "minimax_m3_sparse",
      pairing: "halves",
      topK: "index_topk_blocks",
      block: "index_block_size",
      refuses: "sparse_attention_config",
    },
    disputed: { fact: "rotary", other: "partial", isOpen: true },
  },
  minimax_m3_vl_vision: { positions: "halves", causal: false, axes: { count: 3 }, idle: ["rope_mode"] },
  solar_open: { positions: "halves", causal: true, reads: ["partial"] },
  step3p5: {
    positions: "halves",
    causal: true,
    reads: ["partial"],
    window: sliding,
    kinds: allOf("full_attention"),
    bases: {
      full_attention: { field: "rope_theta", scaled: true },
      sliding_attention: { field: "rope_theta" },
    },
    scale: queryScalar,
    folder: "step3p7",
  },
  step3p5_vision: {
    positions: "halves",
    causal: false,
    axes: { count: 2, order: "columns" },
    adds: "learned",
    folder: "step3p7",
  },
  step3p7: { parts: { vision_config: "step3p5_vision", text_config: "step3p5" } },
};
