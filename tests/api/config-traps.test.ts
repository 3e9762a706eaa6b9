/** Files that a reader gets wrong without a word if it takes only what it knows. */
import { modelPositions } from "posenc/full";
import { describe, expect, test } from "vitest";
import { known } from "./harness/known.ts";

const size = { hidden_size: 4096, num_attention_heads: 32, num_hidden_layers: 4 };
const llama = { model_type: "llama", ...size };

describe("fields that change a rotation and are not understood leave no spec", () => {
  const files: [file: object, path: string][] = [
    // Mistral's params.json, and Llama's.
    [{ ...size, rope_theta: 1e6, yarn: { factor: 16 } }, "yarn"],
    [{ ...size, rope_theta: 5e5, use_scaled_rope: true }, "use_scaled_rope"],
    [{ model_type: "chatglm", num_layers: 28, position_encoding_2d: true }, "position_encoding_2d"],
    [{ model_type: "dbrx", attn_config: { rope_theta: 500000 } }, "attn_config.rope_theta"],
    [{ model_type: "nomic_bert", rotary_scaling_factor: 2 }, "rotary_scaling_factor"],
    [{ ...llama, use_xpos: true }, "use_xpos"],
    [{ ...llama, rope_scaling: "linear" }, "rope_scaling"],
    [{ model_type: "gptj", n_layer: 2, rotary: false }, "rotary"],
    // GPT-J takes null for the width of the whole model, which fits no head.
    [{ model_type: "gptj", n_layer: 2, rotary_dim: null }, "rotary_dim"],
    [
      { ...size, model_type: "x", rope_theta: 1e4, position_embedding_type: "alibi" },
      "position_embedding_type",
    ],
  ];
  test.each(files)("%j", (file, path) => {
    const { layers, unknown, notes } = modelPositions(file);
    expect(unknown).toContain(path);
    expect(layers[0]!.rotary).toBe("unknown");
    expect(notes.join()).toContain(path);
  });
});

describe("fields that contradict the class are named", () => {
  const files: [file: object, path: string][] = [
    [{ model_type: "bert", position_embedding_type: "alibi" }, "position_embedding_type"],
    [{ model_type: "esm", position_embedding_type: "relative_key" }, "position_embedding_type"],
    [{ model_type: "mpt", attn_config: { alibi: false, rope: true } }, "attn_config.rope"],
    [{ ...llama, sliding_window: 4096 }, "sliding_window"],
    [{ ...size, model_type: "mistral", sliding_window: -1 }, "sliding_window"],
    [{ ...size, model_type: "mistral", sliding_window: 9, layer_types: ["full_attention"] }, "layer_types"],
    [{ model_type: "gemma2", use_sliding_window: false }, "use_sliding_window"],
    [{ model_type: "gemma3_text", num_hidden_layers: 2, layer_types: ["full_attention"] }, "layer_types"],
    [{ model_type: "exaone4", sliding_window_pattern: "GLG" }, "sliding_window_pattern"],
    [{ model_type: "nemotron", partial_rotary_factor: 0.5, rope_percent: 0.25 }, "rope_percent"],
    [{ model_type: "llava", vision_config: { model_type: "nobody", depth: 2 } }, "vision_config.model_type"],
    [{ model_type: "qwen2", use_logn_attn: true }, "use_logn_attn"],
    [{ model_type: "gemma2", query_pre_attn_scalar: "144" }, "query_pre_attn_scalar"],
    [{ model_type: "granite", attention_multiplier: "0.5" }, "attention_multiplier"],
    [{ model_type: "modernbert", local_attention: -1 }, "local_attention"],
    [{ ...llama, num_key_value_heads: "8" }, "num_key_value_heads"],
    [{ ...llama, num_hidden_layers: 2.5 }, "num_hidden_layers"],
    [
      { ...llama, rope_scaling: { type: "default", llama_4_scaling_beta: 1 } },
      "rope_scaling.llama_4_scaling_beta",
    ],
    [{ model_type: "gemma3_text", layer_types: "full_attention" }, "layer_types"],
    [{ model_type: "smollm3", no_rope_layers: [1, 0] }, "no_rope_layers"],
  ];
  test.each(files)("%j", (file, path) => {
    expect(modelPositions(file).unknown).toContain(path);
  });
});

test("fields without an effect are not named", () => {
  const harmless = [
    { ...llama, rope_max_seq_len: 4096, use_rotary: true, use_dynamic_ntk: false, use_sliding_window: false },
    { model_type: "chatglm", original_rope: true },
    { model_type: "gptj", rotary: true },
    { model_type: "nemotron", partial_rotary_factor: 0.5, rope_percent: 0.5 },
    { model_type: "modernbert", position_embedding_type: "absolute" },
    { model_type: "cohere2", position_embedding_type: "rope_gptj" },
    {
      ...size,
      model_type: "mistral",
      sliding_window: null,
      layer_types: new Array(4).fill("full_attention"),
    },
  ];
  for (const file of harmless) expect([file, modelPositions(file).unknown]).toEqual([file, []]);
});

test("the layers that have attention are listed by number in files of Bamba and LFM2", () => {
  const lfm2 = modelPositions({ model_type: "lfm2", num_hidden_layers: 4, full_attn_idxs: [2] });
  expect(lfm2.layers.map(({ kind }) => kind)).toEqual(["conv", "conv", "full_attention", "conv"]);
  const bamba = modelPositions({ model_type: "bamba", num_hidden_layers: 3, attn_layer_indices: [1] });
  expect(bamba.layers.map(({ rotary }) => rotary !== null)).toEqual([false, true, false]);
});

test("a cap of null is none", () => {
  const { layers } = modelPositions({ model_type: "gemma2", attn_logit_softcapping: null });
  expect(layers[0]!.softcap).toBeNull();
});

test("a window of null is none", () => {
  const { layers } = modelPositions({ model_type: "llama4_text", attention_chunk_size: null });
  expect(layers.every(({ window }) => window === null)).toBe(true);
});

test("LLLG is three local layers and a global one", () => {
  const file = { model_type: "exaone4", num_hidden_layers: 6, sliding_window_pattern: "LLG" };
  const { layers, unknown } = modelPositions(file);
  expect(unknown).toEqual([]);
  expect(layers.map(({ window }) => window === null)).toEqual([false, false, true, false, false, true]);
});

// What the classes of transformers 5.23.0 did with a file that has the field and no list of layers.
test.each([
  ["gemma3_text", "sliding_window_pattern", [2, 5]],
  ["embedding_gemma2_text", "sliding_window_pattern", [2, 5]],
  ["t5gemma2_decoder", "sliding_window_pattern", [2, 5]],
  ["cohere2", "sliding_window_pattern", [2, 5]],
  ["afmoe", "global_attn_every_n_layers", [2, 5]],
  ["gemma3_text", "_sliding_window_pattern", [5]],
  ["t5gemma2_decoder", "_sliding_window_pattern", [5]],
])("%s, %s of 3: layers %j of six have no window", (model_type, field, expected) => {
  const { layers, unknown } = modelPositions({ model_type, num_hidden_layers: 6, [field]: 3 });
  expect(unknown).toEqual([]);
  expect(layers.flatMap(({ window }, layer) => (window === null ? layer : []))).toEqual(expected);
});

test.each([
  ["gemma4_text", "sliding_window_pattern"],
  ["gemma3n_text", "sliding_window_pattern"],
  ["gemma2", "sliding_window_pattern"],
  ["olmo3", "sliding_window_pattern"],
  ["gpt_oss", "full_attention_interval"],
])("%s does not read %s: its layers are not known", (model_type, field) => {
  const { layers, unknown } = modelPositions({ model_type, num_hidden_layers: 6, [field]: 3 });
  expect(unknown).toContain(field);
  expect(layers.every(({ window }) => window === "unknown")).toBe(true);
});

test("an encoder sees both sides, and its decoder what came before", () => {
  const { layers } = modelPositions({ model_type: "t5", num_layers: 1 });
  expect(layers.slice(0, 2).map(({ causal }) => causal)).toEqual([false, true]);
  expect(modelPositions({ model_type: "whisper" }).notes).toContain(
    "the decoder of whisper has learned positions",
  );
});

test("DeBERTa's bias and embedding are two fields, LayoutLM has both", () => {
  const kinds = (file: object) => {
    const { added, layers } = modelPositions(file);
    return [known(added)?.kind ?? null, known(layers[0]!.bias)?.kind ?? null];
  };
  expect(kinds({ model_type: "deberta-v2" })).toEqual(["learned", null]);
  const v3 = { model_type: "deberta-v2", relative_attention: true, position_biased_input: false };
  expect(kinds(v3)).toEqual([null, "disentangled"]);
  expect(kinds({ model_type: "layoutlmv3" })).toEqual(["learned", "buckets"]);
  expect(kinds({ model_type: "layoutlmv3", has_relative_attention_bias: false })).toEqual(["learned", null]);
});

test("parts that repeat the type of the whole, and parts of parts, are read", () => {
  const vision_config = { model_type: "qwen3_vl", depth: 27, hidden_size: 1152, num_heads: 16 };
  const { parts } = modelPositions({ model_type: "qwen3_vl", vision_config });
  expect(parts.vision_config!.modelType).toBe("qwen3_vl_vision");
  const omni = modelPositions({
    model_type: "qwen3_omni_moe",
    talker_config: { model_type: "qwen3_omni_moe_talker" },
  });
  expect(omni.parts.talker_config!.modelType).toBe("qwen3_omni_moe_talker_text");
});

test("a file with the type of its text for the whole is read by its parts", () => {
  // mlc-ai/mlc-llm, python/mlc_llm/model/model_preset.py, at 79d603f085f50500e9509fa01785ffa7ecfaaa93: ministral3_3b_2512.
  const text_config = { model_type: "ministral3", num_hidden_layers: 26, hidden_size: 3072, head_dim: 128 };
  const vision_config = { model_type: "pixtral", num_hidden_layers: 24 };
  const { layers, parts } = modelPositions({ model_type: "ministral3", text_config, vision_config });
  expect([layers.length, ...Object.keys(parts)]).toEqual([26, "vision_config"]);
  // A file that holds its layers itself is not read by an object that it has beside them.
  expect(modelPositions({ ...llama, text_config }).layers.length).toBe(4);
});

test("a model of another type is not known by its tower alone", () => {
  const vision_config = { model_type: "siglip_vision_model", num_hidden_layers: 27 };
  const { layers, parts, unknown } = modelPositions({ model_type: "minicpmv", vision_config });
  expect(unknown).toContain("model_type");
  expect(layers).toEqual([]);
  expect(Object.keys(parts)).toEqual(["vision_config"]);
  expect(parts.vision_config!.layers.length).toBe(27);
});

test("GPT-Neo's layers take turns: all keys, and the last 256", () => {
  const windows = (file: object) =>
    modelPositions({ model_type: "gpt_neo", ...file }).layers.map(({ window }) => window);
  const local = (before: number) => ({ before, after: 0 });
  expect(windows({}).slice(0, 4)).toEqual([null, local(255), null, local(255)]);
  const listed = {
    num_layers: 5,
    window_size: 8,
    attention_types: [
      [["global", "local"], 1],
      [["local"], 3],
    ],
  };
  expect(windows(listed)).toEqual([null, ...new Array(4).fill(local(7))]);
  expect(windows({ num_layers: 2, attention_types: [[["local"], 1e9]] }).length).toBe(2);
});

test("MiniCPM's base without a field is that of its own code, 10000", () => {
  // The same file: minicpm_2b_sft_bf16. Another program, mlx-lm, takes 1000000.
  const { layers } = modelPositions({ model_type: "minicpm", ...size });
  expect(layers[0]!.rotary).toMatchObject({ base: 10000, pairing: "halves" });
});

test("words for numbers that JSON does not have are refused where they count", () => {
  const named = (text: string) => modelPositions(text).unknown;
  expect(named('{"model_type":"llama","rope_theta":NaN}')).toEqual(["rope_theta"]);
  expect(named('{"model_type":"llama","rope_scaling":{"type":"linear","factor":Infinity}}')).toEqual([
    "rope_scaling.factor",
  ]);
  expect(named('{"model_type":"llama","time_step_limit":[0.0,Infinity]}')).toEqual([]);
  expect(named('\uFEFF{"model_type":"llama"}')).toEqual([]);
  expect(() => modelPositions('{// a comment\n"model_type":"llama"}')).toThrow(/take its comments out/);
});

test("an empty list of kinds counts as left out", () => {
  const { layers, unknown } = modelPositions({ model_type: "gemma2", num_hidden_layers: 2, layer_types: [] });
  expect(layers.map(({ kind }) => kind)).toEqual(["sliding_attention", "full_attention"]);
  expect(unknown).toEqual([]);
});

test("the source of a base or a share is the field that has it, also inside a rule", () => {
  const rope_parameters = { rope_theta: 1e6, partial_rotary_factor: 0.25 };
  expect(modelPositions({ model_type: "apertus", rope_parameters }).sources.theta).toBe(
    "rope_parameters.rope_theta",
  );
  expect(modelPositions({ model_type: "glm4", rope_parameters }).sources).toMatchObject({
    theta: "rope_parameters.rope_theta",
    partial: "rope_parameters.partial_rotary_factor",
  });
  expect(modelPositions({ model_type: "mistral" }).sources.window).toBe('window of "mistral"');
});

test("a pairing by the caller leaves no field of the file unread", () => {
  const { layers, unknown } = modelPositions(
    { model_type: "deepseek_v3", rope_interleave: true },
    { pairing: "halves" },
  );
  expect(unknown).toEqual([]);
  expect(layers[0]!.rotary).toMatchObject({ pairing: "halves" });
});

test("fields of the text beside other parts are read by the text's class, also of a part of a part", () => {
  const omni = modelPositions({ model_type: "qwen2_5_omni", num_hidden_layers: 2, rope_theta: 5e5 });
  expect(omni.modelType).toBe("qwen2_5_omni_text");
  expect(omni.layers[0]!.rotary).toMatchObject({ base: 5e5 });
  // The whole supplies other heads than the text's own class, which has 16.
  const pali = modelPositions({ model_type: "paligemma", hidden_size: 2048 });
  expect([pali.modelType, pali.layers[0]!.heads]).toEqual(["gemma", 8]);
});

test("Gemma's scale is that of its class, not that of the head, where the file has no query_pre_attn_scalar", () => {
  const [layer] = modelPositions({ model_type: "gemma3_text", head_dim: 128 }).layers;
  expect(layer!.softmaxScale).toBe(1 / 16);
});

describe("objects that a class makes of its fields, and saves, count for more than the fields", () => {
  const of = (fields: object) =>
    modelPositions({ model_type: "fastspeech2_conformer", ...fields }).layers.map(
      ({ kind, heads }) => `${kind} ${heads}`,
    );
  const [encoder, frames] = ["encoder 2", "frames 2"];

  test("the number of layers and heads of each stack", () => {
    const decoder_config = { layers: 1, num_attention_heads: 4 };
    expect(
      of({ encoder_layers: 2, decoder_layers: 7, decoder_num_attention_heads: 8, decoder_config }),
    ).toEqual([encoder, encoder, "frames 4"]);
    const encoder_config = { layers: 3, num_attention_heads: 2 };
    expect(of({ num_hidden_layers: 9, decoder_layers: 1, encoder_config })).toEqual([
      ...[encoder, encoder, encoder],
      frames,
    ]);
  });

  test("the fields themselves without the objects", () => {
    expect(of({ encoder_layers: 1, decoder_layers: 1 })).toEqual([encoder, frames]);
  });
});

test("MiniCPM3 has values as wide as v_head_dim says, or as the width of the model gives", () => {
  const widths = [{ v_head_dim: 128 }, {}, { hidden_size: 5120 }].map(
    (fields) => modelPositions({ model_type: "minicpm3", ...fields }).layers[0]!.valueDim,
  );
  expect(widths).toEqual([128, 64, 128]);
});
