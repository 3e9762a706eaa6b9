import { modelPositions } from "posenc/full";
import { expect, test } from "vitest";

test.each([
  ["tokenizer_config.json", { tokenizer_class: "LlamaTokenizer", model_max_length: 4096 }],
  [
    "tokenizer_config.json",
    { version: "1.0", added_tokens: [], pre_tokenizer: null, model: { type: "BPE" } },
  ],
  ["adapter_config.json", { peft_type: "LORA", r: 8, lora_alpha: 16, base_model_name_or_path: "x" }],
  ["generation_config.json", { do_sample: true, temperature: 0.6, eos_token_id: 2 }],
  ["preprocessor_config.json", { image_processor_type: "CLIPImageProcessor", image_mean: [0.5] }],
  ["model.safetensors.index.json", { metadata: { total_size: 1 }, weight_map: { "lm_head.weight": "a" } }],
])("says of %s what it is, and which file is wanted", (name, file) => {
  const { notes, layers } = modelPositions(file);
  expect(notes[0]).toMatch(/^this is not a model's config.json: it looks like .* give the config.json/);
  expect(notes[0]).toContain(name);
  expect(layers).toEqual([]);
});

test("says nothing of the kind of a model's config", () => {
  const config = { model_type: "llama", tokenizer_class: "LlamaTokenizer", do_sample: true };
  expect(modelPositions(config).notes.join()).not.toContain("this is not");
});

test("reads what MLC's files hold in `model_config`, and does not know its base", () => {
  const sizes = { hidden_size: 3072, num_hidden_layers: 28, num_attention_heads: 24, num_key_value_heads: 8 };
  const file = {
    model_type: "llama",
    model_config: { ...sizes, head_dim: 128, position_embedding_base: 5e5 },
  };
  const { layers, unknown } = modelPositions(file);
  expect(layers.length).toBe(28);
  expect(layers[0]).toMatchObject({ heads: 24, keyHeads: 8, headDim: 128, rotary: "unknown" });
  expect(unknown).toEqual(["model_config.position_embedding_base"]);
});

test.each([
  [
    "params.json of Llama",
    { dim: 4096, n_layers: 32, n_heads: 32, n_kv_heads: 8, rope_theta: 5e5, norm_eps: 1e-5 },
  ],
  [
    "MaxText",
    { base_emb_dim: 4096, base_num_query_heads: 32, base_num_decoder_layers: 32, rope_max_timescale: 1e4 },
  ],
  [
    "Megatron",
    { num_layers: 32, hidden_size: 4096, num_attention_heads: 32, rotary_base: 1e4, rotary_percent: 0.5 },
  ],
])("knows no rotation, window or scale of a file of %s", (_, file) => {
  const { layers, notes, modelType } = modelPositions(file);
  expect(modelType).toBeNull();
  expect(notes.length).toBeGreaterThan(0);
  for (const { rotary, window, softmaxScale, attention } of layers)
    expect({ rotary, window, softmaxScale, self: attention.self }).toEqual({
      ...{ rotary: "unknown", window: "unknown", softmaxScale: null, self: null },
    });
});
