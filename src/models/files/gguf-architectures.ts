/**
 * Architectures of llama.cpp: the type in transformers, and the pairing of the weights in a .gguf file. The converter permutes
 * those of `llama` (conversion/llama.py, 7bca1fd9ca2a681b0182e16f24f832b7be1942af); the pairing is that of
 * llama_model_rope_type (src/llama-model.cpp, ggml-org/llama.cpp a5410f046c01d01330c8a42f13b64a211fedf2c3 and, for younger
 * types, AMD-Ecosystem/llama.cpp 41b77c47f0970f5751e88ed686f1a28f40c59e2a). Windows are what v0.5.0 computed when it was run with
 * headers of these architectures: tests/fixtures/gguf-layers.json.
 */
type Pairing = "halves" | "interleaved" | null;

/** How llama.cpp takes positions with several axes; `other`: files with such positions are another model's. */
export type Sections = "blocks" | "interleaved" | "other";

/** Which layers have a window. llama.cpp reads the window of no other architecture. */
export interface Windows {
  /** Without a pattern in the file, every nth layer sees all keys. Left out if each file of the architecture has a pattern. */
  readonly every?: number;
  /** The window, if the file has none. */
  readonly tokens?: number;
  /** The only number of layers with which the architecture has windows. */
  readonly layers?: number;
  /** The file may have another base for layers with a window. */
  readonly local?: true;
  /** The base of layers with a window, if the file has none. Default: the base of the others. */
  readonly base?: number;
  /** The rule of the file counts in layers with a window, too. */
  readonly scaled?: true;
}

/** Which layers have no attention: those without key heads, or all but every nth by a key whose default is `every`. */
export type Recurrent = { readonly kind: "conv" | "linear_attention"; readonly every?: number };

export interface Architecture {
  readonly modelType: string;
  /** Null if it does not rotate. */
  readonly pairing: Pairing;
  readonly sections?: Sections;
  readonly windows?: Windows;
  readonly recurrent?: Recurrent;
}

const rows = (pairing: Pairing, names: string): [string, Architecture][] =>
  names.split(" ").map((name) => {
    const [architecture = "", modelType = architecture.replaceAll("-", "_")] = name.split(":");
    return [architecture, { modelType, pairing }];
  });

const list: [string, Architecture][] = [
  ...rows(
    "interleaved",
    "llama minicpm command-r:cohere olmo granite granitemoe deepseek2:deepseek_v3 smollm3 arcee mistral3:ministral3 chatglm:glm ernie4_5 ernie4_5-moe:ernie4_5_moe internlm2 bailingmoe:bailing_moe",
  ),
  ...rows(
    "halves",
    "falcon stablelm qwen2 qwen2moe:qwen2_moe qwen3 qwen3moe:qwen3_moe olmoe phi2:phi phi3 phimoe gemma starcoder2 gptneox:gpt_neox nemotron hunyuan-dense:hunyuan_v1_dense hunyuan-moe:hunyuan_v1_moe seed_oss apertus minimax-m2:minimax_m2 dots1 dbrx bailingmoe2:bailing_moe_v2",
  ),
  ...rows(null, "gpt2 mpt bloom t5 bert starcoder:gpt_bigcode"),
  ["afmoe", { modelType: "afmoe", pairing: "halves", windows: { every: 4, local: true, scaled: true } }],
  ["cohere2", { modelType: "cohere2", pairing: "interleaved", windows: { every: 4, scaled: true } }],
  [
    "exaone4",
    {
      modelType: "exaone4",
      pairing: "halves",
      windows: { every: 4, tokens: 4096, layers: 64, scaled: true },
    },
  ],
  [
    "gemma2",
    {
      modelType: "gemma2",
      pairing: "halves",
      windows: { every: 2, tokens: 4096, local: true, scaled: true },
    },
  ],
  [
    "gemma3",
    { modelType: "gemma3_text", pairing: "halves", windows: { every: 6, local: true, base: 10_000 } },
  ],
  ["glm4", { modelType: "glm4", pairing: "interleaved", sections: "other" }],
  ["glm4moe", { modelType: "glm4_moe", pairing: "halves", sections: "other" }],
  ["gpt-oss", { modelType: "gpt_oss", pairing: "halves", windows: { every: 2, local: true, scaled: true } }],
  ["granite_swa", { modelType: "granite_swa", pairing: "interleaved", windows: { scaled: true } }],
  ["lfm2", { modelType: "lfm2", pairing: "halves", recurrent: { kind: "conv" } }],
  ["olmo2", { modelType: "olmo2", pairing: "halves", windows: { every: 4 } }],
  ["qwen2vl", { modelType: "qwen2_vl_text", pairing: "halves", sections: "blocks" }],
  [
    "qwen35",
    {
      modelType: "qwen3_5_text",
      pairing: "halves",
      sections: "interleaved",
      recurrent: { kind: "linear_attention", every: 4 },
    },
  ],
  [
    "qwen3next",
    { modelType: "qwen3_next", pairing: "halves", recurrent: { kind: "linear_attention", every: 4 } },
  ],
  ["qwen3vl", { modelType: "qwen3_vl_text", pairing: "halves", sections: "interleaved" }],
  ["qwen3vlmoe", { modelType: "qwen3_vl_moe_text", pairing: "halves", sections: "interleaved" }],
];

export const architectures: ReadonlyMap<string, Architecture> = new Map(list);
