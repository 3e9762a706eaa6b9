/**
 * Architectures of llama.cpp: the type in transformers, and the pairing of the weights in a .gguf file. The converter permutes
 * those of `llama` (conversion/llama.py, 7bca1fd9ca2a681b0182e16f24f832b7be1942af); the pairing is that of
 * llama_model_rope_type (src/llama-model.cpp, ggml-org/llama.cpp a5410f046c01d01330c8a42f13b64a211fedf2c3 and, for younger
 * types, AMD-Ecosystem/llama.cpp 41b77c47f0970f5751e88ed686f1a28f40c59e2a).
 */
type Pairing = "halves" | "interleaved" | null;

/** How llama.cpp takes positions with several axes. */
export type Sections = "blocks" | "interleaved";

export interface Architecture {
  modelType: string;
  /** Null if it does not rotate. */
  pairing: Pairing;
  sections?: Sections;
}

const rows = (pairing: Pairing, names: string): [string, Architecture][] =>
  names.split(" ").map((name) => {
    const [architecture = "", modelType = architecture.replaceAll("-", "_")] = name.split(":");
    return [architecture, { modelType, pairing }];
  });

const list: [string, Architecture][] = [
  ...rows(
    "interleaved",
    "llama minicpm command-r:cohere cohere2 olmo granite granitemoe deepseek2:deepseek_v3 glm4 smollm3 arcee mistral3:ministral3 chatglm:glm ernie4_5 ernie4_5-moe:ernie4_5_moe internlm2",
  ),
  ...rows(
    "halves",
    "falcon stablelm qwen2 qwen2moe:qwen2_moe qwen3 qwen3moe:qwen3_moe olmo2 olmoe phi2:phi phi3 phimoe gemma gemma2 gemma3:gemma3_text starcoder2 gptneox:gpt_neox nemotron exaone4 glm4moe:glm4_moe gpt-oss:gpt_oss hunyuan-dense:hunyuan_v1_dense hunyuan-moe:hunyuan_v1_moe seed_oss apertus minimax-m2:minimax_m2 dots1 dbrx",
  ),
  ...rows(null, "gpt2 mpt bloom t5 bert starcoder:gpt_bigcode"),
  ["qwen2vl", { modelType: "qwen2_vl_text", pairing: "halves", sections: "blocks" }],
  ["qwen3vl", { modelType: "qwen3_vl_text", pairing: "halves", sections: "interleaved" }],
  ["qwen3vlmoe", { modelType: "qwen3_vl_moe_text", pairing: "halves", sections: "interleaved" }],
];

export const architectures: ReadonlyMap<string, Architecture> = new Map(list);
