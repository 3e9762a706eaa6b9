/** Configs with sizes that no model has, and with more of something than can be looked through. */
import { atlas, movable, recipe } from "posenc/atlas";
import { modelPositions, specFromConfig } from "posenc/full";
import { describe, expect, test } from "vitest";

const llama = { model_type: "llama", hidden_size: 4096, num_attention_heads: 32, num_hidden_layers: 2 };

describe("a size that is not a whole number in its range is null, and its path is in `unknown`", () => {
  const counted = [-8, 0, 0.5, 65_537, 1e300, Number.POSITIVE_INFINITY, Number.NaN, "8", true, {}, [], [0]];
  test.each(counted)("num_attention_heads: %j", (value) => {
    const { layers, unknown } = modelPositions({ ...llama, num_attention_heads: value });
    expect(unknown).toContain("num_attention_heads");
    expect(layers[0]).toMatchObject({ heads: null, headDim: null, rotary: "unknown", softmaxScale: null });
  });
  test.each(counted)("num_key_value_heads: %j", (value) => {
    const { layers, unknown } = modelPositions({ ...llama, num_key_value_heads: value });
    expect(unknown).toEqual(["num_key_value_heads"]);
    expect(layers[0]).toMatchObject({ keyHeads: null, heads: 32, headDim: 128 });
  });
  test.each(counted)("head_dim: %j", (value) => {
    const { layers, unknown } = modelPositions({ ...llama, head_dim: value });
    expect(unknown).toEqual(["head_dim"]);
    expect(layers[0]).toMatchObject({ headDim: null, rotary: "unknown" });
  });
  test.each(counted)("num_hidden_layers: %j", (value) => {
    const { layers, unknown } = modelPositions({ ...llama, num_hidden_layers: value });
    expect(unknown).toEqual(["num_hidden_layers"]);
    expect(layers).toEqual([]);
  });

  const lengths = [-8, 0, 0.5, 2 ** 53 + 2, Number.POSITIVE_INFINITY, Number.NaN, "8", true, {}];
  test.each(lengths)("sliding_window: %j", (value) => {
    const { layers, unknown } = modelPositions({ ...llama, model_type: "mistral", sliding_window: value });
    expect(unknown).toEqual(["sliding_window"]);
    expect(layers[0]!.window).toBeNull();
  });
  test.each(lengths)("max_position_embeddings: %j", (value) => {
    const { added, unknown } = modelPositions({ model_type: "bert", max_position_embeddings: value });
    expect(unknown).toEqual(["max_position_embeddings"]);
    expect(added).toEqual({ kind: "learned", spec: null });
  });

  const others: [file: object, path: string, layer: object][] = [
    [{ model_type: "modernbert", local_attention: 0.5 }, "local_attention", { window: null }],
    [{ model_type: "deepseek_v3", qk_nope_head_dim: 0.5 }, "qk_nope_head_dim", { headDim: null }],
    [{ model_type: "deepseek_v3", qk_rope_head_dim: -64 }, "qk_rope_head_dim", { headDim: null }],
    [{ model_type: "gptj", rotary_dim: 0.5 }, "rotary_dim", { rotary: "unknown" }],
    [{ model_type: "pixtral", hidden_size: 1e300 }, "hidden_size", { headDim: null }],
    [{ model_type: "t5", relative_attention_num_buckets: 1e9 }, "relative_attention_num_buckets", {}],
    [{ model_type: "t5", relative_attention_max_distance: -1 }, "relative_attention_max_distance", {}],
    [{ model_type: "bloom", alibi_bias_max: Number.NaN }, "alibi_bias_max", {}],
    [{ model_type: "gemma3_text", sliding_window_pattern: 2.5 }, "sliding_window_pattern", {}],
    [{ model_type: "minicpm3", hidden_size: -2560 }, "hidden_size", { valueDim: null }],
    [
      { model_type: "mobilebert", use_bottleneck: false, hidden_size: -1e308 },
      "hidden_size",
      { headDim: null, valueDim: null, softmaxScale: null },
    ],
  ];
  test.each(others)("%j", (file, path, layer) => {
    const { layers, unknown } = modelPositions(file);
    expect(unknown).toContain(path);
    expect(layers[0]).toMatchObject(layer);
  });
  test("a temper of llama4 has a whole length", () => {
    const { layers, unknown } = modelPositions({ model_type: "llama4_text", floor_scale: 0.5 });
    expect(unknown).toEqual(["floor_scale"]);
    expect(layers[3]!.queryScale).toBeNull();
  });
  test.each([
    { model_type: "t5", num_layers: 0.5 },
    { model_type: "whisper", encoder_layers: -3 },
    { model_type: "swin", depths: [2, 2, "6", 2] },
  ])("layers of stacks and stages: %j", (file) => {
    expect(modelPositions(file).unknown).toContain(Object.keys(file)[1]);
  });
});

test("the largest sizes are read", () => {
  const file = {
    model_type: "mistral",
    head_dim: 65_536,
    num_attention_heads: 65_536,
    sliding_window: 2 ** 53,
  };
  const { layers, unknown } = modelPositions({ ...file, num_hidden_layers: 65_536 });
  expect(unknown).toEqual([]);
  expect(layers.length).toBe(65_536);
  expect(layers[0]).toMatchObject({ heads: 65_536, headDim: 65_536, window: { before: 2 ** 53 - 1 } });
});

test("a model of two stacks with as many layers each has an answer for every layer", () => {
  const file = { model_type: "LTX2VideoTransformer3DModel", num_layers: 65_536 };
  const { layers } = movable(file, { from: 9, to: 4 });
  expect(layers.length).toBe(modelPositions(file).layers.length);
  expect(layers.length).toBeGreaterThan(125_000);
});

test("no type of the atlas turns a hostile size into a size of its answer", () => {
  const fields = ["hidden_size", "num_attention_heads", "head_dim", "qk_rope_head_dim", "sliding_window"];
  const hostile = [-8, 0, 0.5, 1e300, "8"];
  const wrong: unknown[] = [];
  for (const { type } of atlas())
    for (const field of fields)
      for (const value of hostile) {
        const { layers } = modelPositions({ model_type: type, [field]: value });
        for (const { heads, keyHeads, headDim, softmaxScale } of new Set(layers))
          for (const size of [heads, keyHeads, headDim])
            if (size !== null && !(Number.isInteger(size) && size >= 1 && size <= 65_536))
              wrong.push([type, field, value]);
            else if (typeof softmaxScale === "number" && !Number.isFinite(softmaxScale))
              wrong.push([type, field, value]);
      }
  expect(wrong).toEqual([]);
});

/** How often a text is touched: reading a config that is not JSON must not cost more than a few passes. */
const textOf = (unit: string, times: number) => unit.repeat(times);

describe("a text that is not JSON is refused in a few passes", () => {
  const texts: [what: string, text: string][] = [
    ["a string without an end, full of escapes", `{"${textOf('\\"', 500_000)}`],
    ["lines without an end", `{${textOf("\n", 1_000_000)}`],
    ["byte order marks", textOf("\uFEFF", 1_000_000)],
    ["brackets", textOf("[", 1_000_000)],
    ["blanks before what is no comment", `{${textOf(" \t", 500_000)}/`],
  ];
  test.each(texts)("%s", (_, text) => {
    expect(() => specFromConfig(text)).toThrowError(/^config must be the text of a config.json/);
  });
});

test("Python's numbers are read beside strings with escapes", () => {
  const text = '\uFEFF{"model_type": "llama", "note": "a \\" NaN \\\\", "rope_theta": NaN, "x": -Infinity}';
  const { unknown, notes } = specFromConfig(text);
  expect(unknown).toEqual(["rope_theta"]);
  expect(notes.join()).toContain('got "NaN"');
});

describe("a file with more than a model has is read up to a limit, and says so", () => {
  const many = (count: number, name: (i: number) => string, value: unknown) =>
    Object.fromEntries(Array.from({ length: count }, (_, i) => [name(i), value]));

  test("100 000 parts", () => {
    const parts = many(100_000, (i) => `a${i}_config`, { model_type: "llama" });
    const { parts: read, notes } = modelPositions({ model_type: "clip", ...parts });
    expect(Object.keys(read).length).toBeLessThanOrEqual(32);
    expect(notes.join()).toMatch(/too many parts/);
    expect(notes.join()).toMatch(/only the first 4096 were looked through/);
  });
  test("a field after 5000 others", () => {
    const { unknown } = modelPositions({ ...llama, ...many(5000, (i) => `x${i}`, 1), use_xpos: true });
    expect(unknown).toContain("…");
  });
  test("a list of kinds that says nothing 10¹⁵ times", () => {
    const file = { model_type: "gpt_neo", num_layers: 2, attention_types: [[[], 1e15]] };
    expect(modelPositions(file).layers.length).toBe(2);
  });
  test("70 000 layers in a list", () => {
    const layer_types = new Array(70_000).fill("full_attention");
    const { unknown } = modelPositions({ model_type: "gemma3_text", layer_types });
    expect(unknown).toContain("layer_types");
  });
  test("as many kinds as layers", () => {
    const layer_types = Array.from({ length: 3000 }, (_, i) => `kind ${i}`);
    const { layers, unknown } = modelPositions({ model_type: "gemma3_text", layer_types });
    expect(layers).toEqual([]);
    expect(unknown).toContain("layer_types");
  });
});

test("an empty list of kinds is no list", () => {
  const { layers } = modelPositions({ model_type: "gemma3_text", num_hidden_layers: 6, layer_types: [] });
  expect(layers.map(({ kind }) => kind)).toEqual([
    ...new Array(5).fill("sliding_attention"),
    "full_attention",
  ]);
});

test("values whose methods throw cause no error", () => {
  const trap = {
    toString() {
      throw new Error("called");
    },
    valueOf() {
      throw new Error("called");
    },
  };
  for (const value of [trap, Symbol("s"), 5n, () => 0]) {
    const file = { ...llama, rope_scaling: { rope_type: value, mrope_interleaved: value, factor: value } };
    const path = value === trap ? "rope_scaling" : "rope_scaling.rope_type";
    expect(modelPositions(file).unknown.join()).toContain(path);
    for (const { type } of atlas())
      modelPositions({
        model_type: type,
        layer_types: [value],
        block_types: [value],
        rope_ratio: value,
        partial_rotary_factor: value,
        qk_rope_head_dim: value,
        attention_head_dim: value,
        rope_scale: [value, value, value],
        num_layers: value,
        encoder_layers: value,
        alibi: value,
        position_embedding_type: value,
        mrope_section: value,
      });
  }
});

test("a name of 200 000 characters does not hide a sentence", () => {
  const name = "vision\u001b\u202e".repeat(20_000);
  const sentences = recipe(modelPositions({ ...llama, [`${name}_config`]: { model_type: "bert" } }));
  expect(sentences.length).toBeGreaterThan(1);
  for (const sentence of sentences) {
    expect(sentence.length).toBeLessThan(500);
    for (const raw of ["\u001b", "\u202e"]) expect(sentence).not.toContain(raw);
  }
});
