/**
 * Architectures of llama.cpp: the type in transformers, and the pairing of the weights in a .gguf file. The converter permutes
 * those of `llama` (conversion/llama.py, 7bca1fd9ca2a681b0182e16f24f832b7be1942af); the pairing is that of
 * llama_model_rope_type (src/llama-model.cpp, ggml-org/llama.cpp a5410f046c01d01330c8a42f13b64a211fedf2c3 and, for younger
 * types, AMD-Ecosystem/llama.cpp 41b77c47f0970f5751e88ed686f1a28f40c59e2a). Windows are what v0.5.0 computed when it was run with
 * headers of these architectures: tests/fixtures/engines/gguf-layers.json.
 */
type Pairing = "halves" | "interleaved" | null;

/** How llama.cpp takes positions with several axes; `other`: files with such positions are another model's. */
export type Sections = "blocks" | "interleaved" | "other";

/** Which layers have a window. llama.cpp reads the window of no other architecture. */
export interface Windows {
  /** Without a pattern in the file, every nth layer sees all keys. Left out if each file of the architecture has a pattern. */
  readonly every?: number;
  /** It is the first of each group of layers that sees all keys, not the last. */
  readonly first?: true;
  /** The window, if the file has none. */
  readonly tokens?: number;
  /** The only number of layers with which the architecture has windows. */
  readonly layers?: number;
  /** The file may have another base for layers with a window. */
  readonly local?: true;
  /** The file may have other widths for layers with a window; in the others this share of the file's width rotates. */
  readonly widths?: number;
  /** The base of layers with a window, if the file has none. Default: the base of the others. */
  readonly base?: number;
  /** The rule of the file counts in layers with a window, too. */
  readonly scaled?: true;
}

/** Which layers have no attention: those without key heads, or all but every nth by a key whose default is `every`. */
export type Recurrent = { readonly kind: "conv" | "linear_attention"; readonly every?: number };

export interface Architecture {
  /** Undefined if the atlas has no type for it. */
  readonly modelType: string | undefined;
  /** Null if it does not rotate. */
  readonly pairing: Pairing;
  readonly sections?: Sections;
  readonly windows?: Windows;
  readonly recurrent?: Recurrent;
}

/** The types of architectures; undefined if the atlas has none. */
type Types = Readonly<Record<string, string | undefined>>;

const rows = (pairing: Pairing, types: Types, more: Partial<Architecture> = {}): [string, Architecture][] =>
  Object.entries(types).map(([name, modelType]) => [name, { modelType, pairing, ...more }]);

/** Architectures whose types have the same names. */
const alike = (...names: string[]): Types => Object.fromEntries(names.map((name) => [name, name]));

const halves = "halves";
const interleaved = "interleaved";
const linear = "linear_attention";

const list: [string, Architecture][] = [
  ...rows(interleaved, {
    ...alike(
      "llama",
      "minicpm",
      "olmo",
      "granite",
      "granitemoe",
      "smollm3",
      "arcee",
      "ernie4_5",
      "internlm2",
      "baichuan",
    ),
    "command-r": "cohere",
    deepseek2: "deepseek_v3",
    mistral3: "ministral3",
    chatglm: "glm",
    "ernie4_5-moe": "ernie4_5_moe",
    bailingmoe: "bailing_moe",
    deci: "nemotron-nas",
    plm: undefined,
    xverse: undefined,
  }),
  ...rows(halves, {
    ...alike(
      "falcon",
      "stablelm",
      "qwen2",
      "qwen3",
      "olmoe",
      "phi3",
      "phimoe",
      "gemma",
      "starcoder2",
      "nemotron",
      "seed_oss",
      "apertus",
      "dots1",
      "dbrx",
    ),
    qwen2moe: "qwen2_moe",
    qwen3moe: "qwen3_moe",
    phi2: "phi",
    gptneox: "gpt_neox",
    "hunyuan-dense": "hunyuan_v1_dense",
    "hunyuan-moe": "hunyuan_v1_moe",
    "minimax-m2": "minimax_m2",
    bailingmoe2: "bailing_moe_v2",
    orion: undefined,
  }),
  ...rows(null, { ...alike("gpt2", "mpt", "bloom", "t5", "bert"), starcoder: "gpt_bigcode" }),
  ...rows(halves, alike("afmoe"), { windows: { every: 4, local: true, scaled: true } }),
  ...rows(interleaved, alike("cohere2"), { windows: { every: 4, scaled: true } }),
  ...rows(halves, alike("exaone4"), { windows: { every: 4, tokens: 4096, layers: 64, scaled: true } }),
  ...rows(halves, alike("gemma2"), { windows: { every: 2, tokens: 4096, local: true, scaled: true } }),
  ...rows(halves, { gemma3: "gemma3_text" }, { windows: { every: 6, local: true, base: 10_000 } }),
  ...rows(halves, { gemma4: "gemma4_text" }, { windows: { widths: 1, local: true, base: 10_000 } }),
  ...rows(interleaved, alike("glm4"), { sections: "other" }),
  ...rows(halves, { glm4moe: "glm4_moe" }, { sections: "other" }),
  ...rows(halves, { "gpt-oss": "gpt_oss" }, { windows: { every: 2, local: true, scaled: true } }),
  ...rows(interleaved, alike("granite_swa"), { windows: { scaled: true } }),
  ...rows(null, { "kimi-linear": "kimi_linear" }, { recurrent: { kind: linear } }),
  ...rows(halves, alike("laguna"), { windows: { every: 4, first: true, widths: 1, local: true } }),
  ...rows(halves, alike("lfm2"), { recurrent: { kind: "conv" } }),
  ...rows(halves, { mimo2: "mimo_v2_flash" }, { windows: { local: true, base: 10_000 } }),
  ...rows(halves, alike("olmo2"), { windows: { every: 4 } }),
  ...rows(halves, { qwen2vl: "qwen2_vl_text" }, { sections: "blocks" }),
  ...rows(
    halves,
    { qwen35: "qwen3_5_text" },
    { sections: interleaved, recurrent: { kind: linear, every: 4 } },
  ),
  ...rows(halves, { qwen3next: "qwen3_next" }, { recurrent: { kind: linear, every: 4 } }),
  ...rows(halves, { qwen3vl: "qwen3_vl_text", qwen3vlmoe: "qwen3_vl_moe_text" }, { sections: interleaved }),
  ...rows(halves, { step35: "step3p5" }, { windows: { widths: 0.5, local: true, base: 10_000 } }),
];

export const architectures: ReadonlyMap<string, Architecture> = new Map(list);
