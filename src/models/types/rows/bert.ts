/** BERT and other encoders of text without a rotation. */
import { attentionWindow } from "../each-rule.ts";
import { isLength, numberOf } from "../facts.ts";
import { coded } from "../layer-rules.ts";
import type { Rows } from "../row.ts";
import { perTerm, sparseBlocks, unknownScale } from "../score-rules.ts";

export const bert: Rows = {
  albert: { positions: "learned", causal: false },
  bert: { reads: ["decoder"], positions: "learned", causal: false },
  "bert-generation": { reads: ["decoder"], positions: "learned", causal: false },
  big_bird: { reads: ["decoder"], positions: "learned", causal: false, window: sparseBlocks },
  camembert: { reads: ["decoder"], positions: "learned", causal: false, first: "after padding" },
  canine: {
    positions: "learned",
    causal: false,
    // Characters attend in chunks of 128 before and after the encoder.
    stacks: [
      { field: "", count: 1, kind: "chunked" },
      { field: "num_hidden_layers", kind: "encoder" },
      { field: "", count: 1, kind: "chunked" },
    ],
    window: { reads: [], of: (_, kind) => (kind === "chunked" ? { chunk: 128 } : null) },
  },
  convbert: {
    positions: "learned",
    causal: false,
    each: {
      reads: ["head_ratio"],
      of(config, _, { heads }) {
        const ratio = config.get("head_ratio");
        if (heads === null || typeof ratio !== "number") return {};
        const own = Math.max(1, Math.floor(heads / ratio));
        return { heads: own, keyHeads: own };
      },
    },
  },
  "data2vec-audio": { positions: "convolution", causal: false },
  "data2vec-text": { reads: ["decoder"], positions: "learned", causal: false, first: "after padding" },
  "data2vec-vision": {
    positions: "window-table",
    causal: false,
    bias: ["use_relative_position_bias", "use_shared_relative_position_bias"],
    learned: ["use_absolute_position_embeddings"],
  },
  deberta: { positions: "disentangled", causal: false, scale: perTerm },
  "deberta-v2": { idle: ["position_buckets"], positions: "disentangled", causal: false, scale: perTerm },
  distilbert: { positions: "learned", causal: false },
  dpr: { positions: "learned", causal: false },
  electra: { reads: ["decoder"], positions: "learned", causal: false },
  flaubert: { positions: "learned", fields: { hidden: "emb_dim", heads: "n_heads" } },
  fnet: { positions: "learned", mixer: "Fourier transform" },
  // Queries become half as many from stage to stage; the decoder's layers have all of them again.
  funnel: {
    positions: "relative",
    causal: false,
    fields: { head: "d_head" },
    stages: "block_sizes",
    built: {
      reads: ["num_decoder_layers"],
      of: (config, stages) => [...stages, numberOf(config.get("num_decoder_layers"))],
    },
    idle: ["block_repeats"], // how often a layer runs
  },
  ibert: { positions: "learned", causal: false, first: "after padding" },
  longformer: { positions: "learned", causal: false, first: "after padding", each: attentionWindow },
  luke: { positions: "learned", causal: false, first: "after padding" },
  "megatron-bert": { reads: ["decoder"], positions: "learned", causal: false },
  mobilebert: {
    positions: "learned",
    causal: false,
    each: {
      reads: ["use_bottleneck", "intra_bottleneck_size"],
      of(config, _, made) {
        const width =
          config.get("use_bottleneck") === false
            ? config.value("hidden")
            : config.get("intra_bottleneck_size");
        if (typeof width !== "number" || made.heads === null) return {};
        const headDim = Math.floor(width / made.heads);
        return { headDim, valueDim: headDim, softmaxScale: 1 / Math.sqrt(headDim) };
      },
    },
  },
  mpnet: {
    positions: "buckets",
    causal: false,
    scale: unknownScale,
    adds: "learned",
    first: 2, // its class takes 1 for the padding token, whatever the file says
  },
  mra: { positions: "learned", first: 2, open: ["window"] },
  nystromformer: { positions: "learned", causal: false, first: 2 },
  reformer: {
    positions: "learned",
    causal: false,
    reads: ["decoder"],
    fields: { head: "attention_head_size" },
    list: coded("attn_layers", { local: "local", lsh: "lsh" }),
    counted: "by the list",
    idle: ["lsh_num_chunks_before", "lsh_num_chunks_after"],
    // Layers of kind `lsh` see keys of similar directions.
    window: {
      reads: ["local_attn_chunk_length", "local_num_chunks_before", "local_num_chunks_after"],
      of(config, kind) {
        const [chunk, before, after] = this.reads.map((field) => config.get(field));
        if (kind !== "local" || !isLength(chunk) || after !== 0) return "unknown";
        return isLength(before) ? { chunk, chunksBefore: before } : before === 0 ? { chunk } : "unknown";
      },
    },
  },
  rembert: { reads: ["decoder"], positions: "learned", causal: false },
  roberta: { reads: ["decoder"], positions: "learned", causal: false, first: "after padding" },
  "roberta-prelayernorm": { reads: ["decoder"], positions: "learned", causal: false, first: "after padding" },
  roc_bert: { reads: ["decoder"], positions: "learned", causal: false },
  splinter: { positions: "learned", causal: false },
  squeezebert: { positions: "learned", causal: false },
  xlm: { positions: "learned", fields: { hidden: "emb_dim", heads: "n_heads" } },
  "xlm-roberta": { reads: ["decoder"], positions: "learned", causal: false, first: "after padding" },
  "xlm-roberta-xl": { reads: ["decoder"], positions: "learned", causal: false, first: "after padding" },
  xlnet: { positions: "relative", causal: false, scale: unknownScale },
  xmod: { reads: ["decoder"], positions: "learned", causal: false, first: "after padding" },
  yoso: { positions: "learned", first: 2 },
};
