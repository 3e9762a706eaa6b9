/** Files beside a config.json that are given in its place. */
import type { ConfigObject } from "./config-object.ts";

/** What a file is, and names of fields that show it: one of them is enough. */
const kinds: readonly (readonly [what: string, signs: RegExp])[] = [
  ["an index of weights (model.safetensors.index.json)", /^weight_map$/],
  ["the config of an adapter (adapter_config.json)", /^(peft_type|lora_alpha|target_modules)$/],
  [
    "the config of a processor (preprocessor_config.json)",
    /^(image_processor_type|feature_extractor_type|processor_class|video_processor_type|image_mean)$/,
  ],
  [
    "a tokenizer's file (tokenizer_config.json)",
    /^(tokenizer_class|added_tokens(_decoder)?|chat_template|pre_tokenizer|additional_special_tokens)$/,
  ],
  [
    "a generation config (generation_config.json)",
    /^(_from_model_config|do_sample|max_new_tokens|top_[kp])$/,
  ],
];

/** Fields that only a model's config has. */
const ofModels =
  /^(model_type|_class_name|architecture|hidden_size|num_hidden_layers|n_layers?|n_embd|d_model|dim)$/;

/** For a file that is not a model's config: what the file is, and which file is wanted. Undefined for any other file. */
export function otherFile(file: ConfigObject): string | undefined {
  if (file.names(ofModels).length > 0) return undefined;
  const found = kinds.find(([, signs]) => file.names(signs).length > 0);
  if (found === undefined) return undefined;
  const wanted = found[0].includes("adapter")
    ? "the config.json of the model that it adapts"
    : "the config.json beside it";
  return `this is not a model's config.json: it looks like ${found[0]}; give ${wanted}`;
}
