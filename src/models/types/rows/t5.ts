/** T5 and its kin. */
import { isLength } from "../facts.ts";
import type { Rows } from "../row.ts";
import { unscaled, type WindowRule } from "../score-rules.ts";
import { ofT5 as stacks } from "../streams.ts";

/** LongT5's encoder: keys up to a radius, or else also means of blocks, which have no form here. */
const localRadius: WindowRule = {
  reads: ["encoder_attention_type", "local_radius"],
  of(config, kind) {
    if (kind !== "encoder") return null;
    const radius = config.get("local_radius");
    const isLocal = (config.said("encoder_attention_type") ?? "local") === "local";
    return isLocal && isLength(radius) ? { before: radius, after: radius } : "unknown";
  },
};

export const t5: Rows = {
  longt5: { positions: "t5", fields: { head: "d_kv" }, stacks, scale: unscaled, window: localRadius },
  mt5: { positions: "t5", fields: { head: "d_kv" }, stacks, scale: unscaled },
  pop2piano: {
    positions: "t5",
    fields: { head: "d_kv" },
    stacks,
    scale: unscaled,
  },
  switch_transformers: {
    positions: "t5",
    fields: { head: "d_kv" },
    stacks: [
      { field: "num_layers", kind: "encoder" },
      { field: "num_decoder_layers", kind: "decoder" },
    ],
    scale: unscaled,
  },
  t5: { positions: "t5", fields: { head: "d_kv" }, stacks, scale: unscaled },
  umt5: { positions: "t5", fields: { head: "d_kv" }, stacks, scale: unscaled },
};
