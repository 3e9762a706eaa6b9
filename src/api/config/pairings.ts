import type { ResolvedSpec } from "../methods.ts";

export type Pairing = ResolvedSpec<"rope">["pairing"];

/**
 * The pairing of each model type's weights on Hugging Face. No config.json contains it: it is in the code of the model
 * (transformers, models/…, rotate_half and apply_rotary_pos_emb). For a type that is not listed it is unknown.
 */
const modelTypes: Record<Pairing, string> = {
  adjacent: "codegen cohere cohere2 deepseek_v2 deepseek_v3 glm glm4 gptj llama4 llama4_text",
  halves:
    "falcon gemma gemma2 gemma3 gemma3_text gemma4 gemma4_text gpt_neox gpt_oss granite llama mistral mixtral olmo olmo2 " +
    "persimmon phi phi3 qwen2 qwen2_5_vl qwen2_5_vl_text qwen2_moe qwen2_vl qwen2_vl_text qwen3 qwen3_5 qwen3_5_text " +
    "qwen3_moe qwen3_vl qwen3_vl_text smollm3 stablelm starcoder2",
};

const pairings = new Map(
  Object.entries(modelTypes).flatMap(([pairing, types]) =>
    types.split(" ").map((type) => [type, pairing as Pairing] as const),
  ),
);

export const pairingOf = (modelType: unknown): Pairing | undefined => pairings.get(modelType as string);
