import { atlas } from "posenc/atlas";
import { type LayerPositions, modelPositions } from "posenc/full";
import { describe, expect, test } from "vitest";

/** Words that tell of layers, heads, windows or positions, and a fact that a field of this name may change. */
const words: Record<string, (layer: LayerPositions) => boolean> = {
  layer: ({ attention }) => attention.self === null,
  block: ({ attention }) => attention.self === null,
  period: ({ attention }) => attention.self === null,
  offset: ({ attention }) => attention.self === null,
  interval: ({ attention }) => attention.self === null,
  pattern: ({ attention }) => attention.self === null,
  every: ({ attention }) => attention.self === null,
  cross: ({ attention }) => attention.self === null,
  head: ({ heads }) => heads === null,
  window: ({ window }) => window === "unknown",
  local: ({ window }) => window === "unknown",
  chunk: ({ window }) => window === "unknown",
  swa: ({ window }) => window === "unknown",
  global: ({ window }) => window === "unknown",
  nope: ({ rotary }) => rotary === "unknown",
  rope: ({ rotary }) => rotary === "unknown",
  rotary: ({ rotary }) => rotary === "unknown",
  position: ({ bias }) => bias === "unknown",
  alibi: ({ bias }) => bias === "unknown",
  mup: ({ softmaxScale }) => softmaxScale === null,
  multiplier: ({ softmaxScale }) => softmaxScale === null,
};

/** Types with layers of their own that attend. */
const attending = atlas()
  .filter(({ source, positions }) => /transformers$/.test(source.repository) && positions !== "parts")
  .map(({ type }) => type)
  .filter((type) => modelPositions({ model_type: type }).layers[0]?.attention.self === true);

describe("a field that is not read", () => {
  test("is named, and what it may change is not known, in files of every type", () => {
    expect(attending.length).toBeGreaterThan(300);
    const names = Object.keys(words);
    const wrong = attending.filter((type, i) => {
      const word = names[i % names.length]!;
      const field = `xy_${word}_${i}`;
      const { unknown, layers } = modelPositions({ model_type: type, [field]: 3 });
      return !unknown.includes(field) || !layers.filter(({ mixer }) => mixer === null).every(words[word]!);
    });
    expect(wrong).toEqual([]);
  });

  test("is a list with an entry for each layer, whatever its name", () => {
    const config = { model_type: "llama", num_hidden_layers: 4, ways: [1, 2, 1, 2] };
    const { unknown, layers } = modelPositions(config);
    expect(unknown).toEqual(["ways"]);
    expect(layers[0]!.attention).toEqual({ self: null, cross: null });
    expect(modelPositions({ ...config, ways: [1, 2, 1] }).unknown).toEqual([]);
  });

  test("is no alarm if it is off, has the class's value, or never matters", () => {
    const idle = {
      ...{ use_local_pattern: false, pattern_of_layers: null, block_list: [], decoder_sparse_step: 1 },
      ...{
        num_nextn_predict_layers: 1,
        moe_layer_freq: 1,
        first_k_dense_replace: 3,
        layer_norm_epsilon: 1e-5,
      },
      ...{ chunk_size_feed_forward: 0, index_n_heads: 64, lm_head_bias: true, residual_multiplier: 0.2 },
    };
    expect(modelPositions({ model_type: "llama", ...idle }).unknown).toEqual([]);
    expect(
      modelPositions({ model_type: "zamba2", hybrid_layer_ids: [6, 12, 18, 24, 30, 36, 42, 47, 51] }).unknown,
    ).toEqual([]);
    expect(modelPositions({ model_type: "zamba2", hybrid_layer_ids: [3] }).unknown).toEqual([
      "hybrid_layer_ids",
    ]);
  });
});

test("fields of single layers change these layers", () => {
  const config = {
    ...{ model_type: "mistral", num_hidden_layers: 3, head_dim: 64, sliding_window: 128 },
    per_layer_config: { "01": { num_key_value_heads: 2, sliding_window: null }, 2: { sliding_window: 16 } },
  };
  const { layers } = modelPositions(config);
  expect(layers.map(({ keyHeads }) => keyHeads)).toEqual([8, 2, 8]);
  expect(layers.map(({ window }) => window)).toEqual([
    { before: 127, after: 0 },
    null,
    { before: 15, after: 0 },
  ]);
  const strange = modelPositions({ ...config, per_layer_config: { 0: { attention_kind: "x" } } });
  expect(strange.unknown).toEqual(["per_layer_config.0.attention_kind"]);
  expect(strange.layers[0]!.attention.self).toBeNull();
});

test("a class that does not read a share of the head rotates the whole head, and the field is named", () => {
  const { layers, unknown } = modelPositions({ model_type: "olmoe", partial_rotary_factor: 0.25 });
  expect(layers[0]!.rotary).toMatchObject({ rotaryDim: 128, headDim: 128 });
  expect(unknown).toEqual(["partial_rotary_factor"]);
});

test("parts of parts are read", () => {
  expect(Object.keys(modelPositions({ model_type: "qwen2_5_omni" }).parts)).toEqual(
    expect.arrayContaining(["talker_config", "thinker_config.audio_config", "thinker_config.vision_config"]),
  );
});

test("a class with a class of its own for a part takes it, whatever type the file names", () => {
  const vision = { model_type: "clip_vision_model", num_hidden_layers: 2 };
  const own = modelPositions({ model_type: "minimax_m3_vl", vision_config: vision }).parts.vision_config!;
  expect([own.modelType, own.added, own.layers.length]).toEqual(["minimax_m3_vl_vision", null, 2]);
  const named = modelPositions({ model_type: "llava", vision_config: vision }).parts.vision_config!;
  expect(named.modelType).toBe("clip_vision_model");
});

test("the rule `axial` of a tower has no scaling", () => {
  const rope_parameters = { rope_type: "axial", rope_theta: 10000 };
  const { rotary } = modelPositions({ model_type: "qwen3_vl_vision", rope_parameters }).layers[0]!;
  expect(rotary).toMatchObject({ base: 10000, scaling: { type: "none" } });
  expect(modelPositions({ model_type: "llama", rope_parameters }).layers[0]!.rotary).toBe("unknown");
});
