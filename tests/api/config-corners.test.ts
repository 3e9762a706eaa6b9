/** Fields of a config.json that few files have: each changes one answer. */
import { recipe } from "posenc/atlas";
import { modelPositions } from "posenc/spec";
import { describe, expect, test } from "vitest";
import defaults from "../../src/models/types/data/transformers.json" with { type: "json" };

const layersOf = (config: object) => modelPositions({ num_hidden_layers: 4, ...config }).layers;

describe("windows", () => {
  test("without a window, all layers of Cohere 2 rotate", () => {
    const full = (fields: object) => layersOf({ model_type: "cohere2", ...fields })[3];
    expect(full({})).toMatchObject({ kind: "full_attention", rotary: null });
    expect(full({ sliding_window: null })).toMatchObject({ kind: "full_attention", window: null });
    expect(full({ sliding_window: null })?.rotary).not.toBe(null);
  });

  test("an odd window on both sides is halved and rounded down", () => {
    const [, local] = layersOf({ model_type: "modernbert", local_attention: 129 });
    expect(local?.window).toEqual({ before: 64, after: 64 });
  });

  // Executed in transformers 5.23 with a prompt of 6 tokens and a window of 4: later tokens see 10 keys.
  test("answers of Unlimited-OCR see the whole prompt besides", () => {
    const file = { model_type: "unlimited_ocr_text", sliding_window: 4 };
    const window = { before: 3, after: 0, prompt: true };
    expect(layersOf(file)[0]!.window).toEqual(window);
    expect(JSON.stringify(recipe("unlimited_ocr_text"))).toMatch(/127 tokens .*whole prompt/);
    const full = {
      ...file,
      layer_types: ["full_attention", "reference_sliding_attention"],
      num_hidden_layers: 2,
    };
    expect(modelPositions(full).layers.map((layer) => layer.window)).toEqual([null, window]);
  });
});

// Executed in transformers 5.23: each class halves its window in its own way, or leaves the mask as it is.
test.each([
  ["gemma3_text", true, false, { before: 2048, after: 2048 }],
  ["gemma3_text", false, true, { before: 4095, after: 0 }],
  ["gemma3_text", "all", null, "unknown"],
  ["gemma4_text", "all", false, { before: 257, after: 257 }],
  ["gemma4_text", "vision", "images", { before: 511, after: 0 }],
  ["gemma4_text", null, true, { before: 511, after: 0 }],
  ["gemma4_unified_text", "all", false, { before: 513, after: 513 }],
  ["embedding_gemma2_text", true, false, { before: 512, after: 512 }],
  ["gemma", true, null, null],
  ["gemma2", true, null, { before: 4095, after: 0 }],
  ["vaultgemma", true, null, { before: 4095, after: 0 }],
  ["llama", true, null, null],
])("%s with use_bidirectional_attention: %j is causal: %j", (model_type, both, causal, window) => {
  const [layer] = layersOf({ model_type, use_bidirectional_attention: both });
  expect(layer).toMatchObject({ causal, window });
});

test("of an odd window the smaller half lies on each side", () => {
  const file = { model_type: "gemma3_text", use_bidirectional_attention: true, sliding_window: 513 };
  expect(layersOf(file)[0]!.window).toEqual({ before: 256, after: 256 });
});

// Executed in transformers 5.23: the class looks for a rule of each kind, and finds none.
test.each(["gemma3_text", "gemma3n_text", "olmo3"])(
  "%s does not read a rule for all layers in rope_parameters",
  (model_type) => {
    const rule = { rope_type: "linear", factor: 2, rope_theta: 50_000 };
    const read = (fields: object) => modelPositions({ model_type, ...fields });
    const { layers, unknown } = read({ rope_parameters: rule });
    expect(unknown).toContain("rope_parameters");
    expect(layers.map(({ rotary }) => rotary)).toEqual(read({}).layers.map(({ rotary }) => rotary));
    const older = read({ rope_scaling: { rope_type: "linear", factor: 2 } });
    expect(older.unknown).toEqual([]);
    expect(
      older.layers.some(({ rotary }) => (rotary as { scaling: { type: string } }).scaling.type === "linear"),
    ).toBe(true);
  },
);

test("PaliGemma lets the prefix attend both ways, whatever its text's class does", () => {
  for (const model_type of ["gemma", "gemma2"]) {
    const text_config = { model_type, use_bidirectional_attention: true };
    expect(layersOf({ model_type: "paligemma", text_config })[0]?.causal).toBe("prefix");
  }
});

test.each(["yarn", "longrope"])("a normalisation after the rotation takes the factor of %s away", (type) => {
  const lists = { short_factor: new Array(64).fill(1), long_factor: new Array(64).fill(4) };
  const rope_scaling = {
    type,
    factor: 8,
    original_max_position_embeddings: 4096,
    ...(type === "longrope" && lists),
  };
  const scalingOf = (config: object) => {
    const made = { head_dim: 128, max_position_embeddings: 32768, rope_scaling, ...config };
    return (layersOf(made)[0]!.rotary as { scaling: object }).scaling;
  };
  expect(scalingOf({ model_type: "llama" })).not.toHaveProperty("attentionFactor");
  for (const model_type of ["nanochat", "hunyuan_v1_dense", "llama4_text"])
    expect(scalingOf({ model_type })).toMatchObject({ attentionFactor: 1 });
  expect(scalingOf({ model_type: "llama4_text", use_qk_norm: false })).not.toHaveProperty("attentionFactor");
});

describe("YaRN", () => {
  const yarn = { rope_type: "yarn", original_max_position_embeddings: 4096, mscale: 1, mscale_all_dim: 1 };

  test.each([0.5, 1])("mscale_all_dim does not change the scale of scores with the factor %d", (factor) => {
    const [layer] = layersOf({ model_type: "deepseek_v3", rope_scaling: { ...yarn, factor } });
    expect(layer?.softmaxScale).toBe(1 / Math.sqrt(128 + 64));
  });

  test("mscale_all_dim grows the scale of scores with the factor 40", () => {
    const [layer] = layersOf({ model_type: "deepseek_v3", rope_scaling: { ...yarn, factor: 40 } });
    const magnitude = 0.1 * Math.log(40) + 1;
    expect(layer?.softmaxScale).toBeCloseTo((magnitude * magnitude) / Math.sqrt(192), 14);
  });

  test("the model's original length counts for its only rule, and not for rules of kinds of layers", () => {
    const rule = { rope_type: "yarn", factor: 8, original_max_position_embeddings: 4096, rope_theta: 1e6 };
    const lengthOf = (config: object) => {
      const { rotary } = layersOf({ original_max_position_embeddings: 1024, ...config }).at(-1)!;
      return rotary !== null && rotary !== "unknown" && "originalLength" in rotary.scaling
        ? rotary.scaling.originalLength
        : undefined;
    };
    expect(lengthOf({ model_type: "llama", rope_parameters: rule })).toBe(1024);
    const kinds = { full_attention: rule, sliding_attention: { rope_theta: 1e4 } };
    expect(lengthOf({ model_type: "gemma3_text", num_hidden_layers: 6, rope_parameters: kinds })).toBe(4096);
  });
});

test("a partial width is rounded down: 0.27 of 128 channels are 34", () => {
  const [layer] = layersOf({ model_type: "glm", head_dim: 128, partial_rotary_factor: 0.27 });
  expect(layer?.rotary).toMatchObject({ headDim: 128, rotaryDim: 34 });
});

describe("a base that no rotation has ends in a sentence", () => {
  // Half of 254 channels is an odd width, which changes the base.
  const odd = { model_type: "glm4_moe", head_dim: 254, partial_rotary_factor: 0.5 };

  test.each([-1e308, -1, 0, Number.NaN, Number.POSITIVE_INFINITY])("%d", (rope_theta) => {
    const { layers, unknown } = modelPositions({ ...odd, rope_theta });
    expect(layers[0]?.rotary).toBe("unknown");
    expect(unknown).toContain("rope_theta");
  });

  test.each([-1e308, 0])("of local layers, %d", (rope_local_base_freq) => {
    expect(modelPositions({ model_type: "glm4_moe", rope_local_base_freq }).unknown).toContain(
      "rope_local_base_freq",
    );
  });
});

test.each([-1, 0, Number.POSITIVE_INFINITY])("an axis cannot grow by %d", (growth) => {
  const { layers, unknown } = modelPositions({
    _class_name: "CosmosTransformer3DModel",
    rope_scale: [growth, 1, 1],
  });
  expect(layers[0]?.rotary).toBe("unknown");
  expect(unknown).toContain("rope_scale");
});

describe("two fields for one fact", () => {
  const linear = (factor: number) => ({ rope_type: "linear", factor });
  test.each([
    [{ rope_scaling: linear(2), rope_parameters: linear(2) }, []],
    [{ rope_scaling: linear(2), rope_parameters: linear(4) }, ["rope_parameters"]],
    [{ rope_scaling: { rope_type: "linear", type: "dynamic", factor: 2 } }, ["rope_scaling.type"]],
  ])("%j: %j is listed", (fields, unknown) => {
    expect(modelPositions({ model_type: "llama", num_hidden_layers: 1, ...fields }).unknown.sort()).toEqual(
      unknown,
    );
  });

  test("lists of different lengths differ", () => {
    const rule = (sections: number[]) => ({ ...linear(2), mrope_section: sections });
    const notesOf = (a: number[], b: number[]) =>
      modelPositions({ model_type: "llama", rope_scaling: rule(a), rope_parameters: rule(b) }).notes.join();
    expect(notesOf([8, 8, 8], [8, 8, 8])).not.toContain("differ");
    expect(notesOf([8, 8], [8, 8, 8])).toContain("rope_scaling and rope_parameters differ");
    expect(notesOf([8, 8, 8], [8, 8])).toContain("rope_scaling and rope_parameters differ");
  });

  test("the length that the model serves counts, not the one in its rule", () => {
    const rule = { rope_type: "dynamic", factor: 2, original_max_position_embeddings: 1024 };
    const config = {
      model_type: "llama",
      num_hidden_layers: 1,
      max_position_embeddings: 4096,
      rope_scaling: rule,
    };
    const { layers, unknown } = modelPositions(config);
    expect(layers[0]?.rotary).toMatchObject({ scaling: { type: "dynamic", originalLength: 4096 } });
    expect(unknown).toEqual(["rope_scaling.original_max_position_embeddings"]);
  });
});

describe("layers of one model that differ", () => {
  test("a layer with a base of 0 does not rotate", () => {
    const layers = layersOf({ model_type: "granite_swa", layer_rope_theta: [0, 1e4, 1e4, 1e4] });
    expect(layers.map(({ rotary }) => rotary === null)).toEqual([true, false, false, false]);
  });

  test("each kind of layers in Step 3.5 has the base that its own layers have in the list", () => {
    const kinds = ["full_attention", "sliding_attention", "sliding_attention", "full_attention"];
    const layers = layersOf({ model_type: "step3p5", layer_types: kinds, rope_theta: [5e6, 1e4, 1e4, 5e6] });
    for (const [layer, base] of [5e6, 1e4, 1e4, 5e6].entries())
      expect(layers[layer]?.rotary).toMatchObject({ base });
  });

  test("only layers with a window have sinks in MiMo-V2-Flash", () => {
    const layers = layersOf({ model_type: "mimo_v2_flash", hybrid_layer_pattern: [0, 1, 1, 0] });
    expect(layers.map(({ sinks }) => sinks)).toEqual([false, true, true, false]);
  });
});

test("a class that makes a table for odd heads cannot run with them", () => {
  const { layers, notes } = modelPositions({ model_type: "llama", num_hidden_layers: 1, head_dim: 63 });
  expect(layers[0]?.rotary).toBe("unknown");
  expect(notes.join()).toContain(
    "llama cannot run with heads of 63 channels: its class makes a table for 64",
  );
});

test("axes that take turns have as many pairs as fit into a smaller head", () => {
  const [layer] = layersOf({ model_type: "qwen3_vl_text", head_dim: 64 });
  // Pairs 1, 4 … 31 and 2, 5 … 29.
  expect(layer?.rotary).toMatchObject({ sections: [11, 11, 10], interleavedSections: true });
});

describe("what a class of transformers 5.24 does with a file that says otherwise", () => {
  const kinds = (config: object) => [...new Set(modelPositions(config).layers.map(({ kind }) => kind))];

  test.each(["gemma3_text", "gemma3n_text", "modernbert", "olmo3", "t5gemma2_text"])(
    "%s reads the name of a rule in rope_type alone, where it has a rule for each kind of layer",
    (model_type) => {
      const typesOf = (name: string) => {
        const { layers, notes } = modelPositions({
          model_type,
          rope_scaling: { [name]: "linear", factor: 4 },
        });
        return [
          new Set(layers.map(({ rotary }) => (rotary as { scaling: { type: string } }).scaling.type)).has(
            "linear",
          ),
          notes.join(),
        ];
      };
      expect(typesOf("rope_type")[0]).toBe(true);
      expect(typesOf("type")).toEqual([false, expect.stringContaining("rope_scaling.type has no effect")]);
    },
  );

  test("T5Gemma's decoder attends to its encoder, whatever is_decoder says", () => {
    const { layers } = modelPositions({ model_type: "t5gemma", decoder: { is_decoder: false } });
    expect(layers.at(-1)).toMatchObject({ causal: true, attention: { self: true, cross: true } });
  });

  test("Dory's list has a block after each layer, and the number of layers counts both", () => {
    const layer_types = ["sliding_attention", "mlp", "full_attention", "mlp"];
    const { layers, unknown } = modelPositions({ model_type: "dory", num_hidden_layers: 4, layer_types });
    expect(unknown).toEqual([]);
    expect(layers.map(({ rotary }) => (rotary as { base: number }).base)).toEqual([10_000, 10_000_000]);
    expect(modelPositions({ model_type: "dory", num_hidden_layers: 4 }).layers).toHaveLength(4);
  });

  test("Kimi Linear counts the layers of its lists from 1", () => {
    const linear_attn_config = { full_attn_layers: [2, 4], kda_layers: [1, 3] };
    const { layers } = modelPositions({
      model_type: "kimi_linear",
      num_hidden_layers: 4,
      linear_attn_config,
    });
    expect(layers.map(({ mixer }) => mixer)).toEqual(["linear attention", null, "linear attention", null]);
    expect(layers[1]).toMatchObject({ headDim: 192, valueDim: 128, rotary: null });
    expect(kinds({ model_type: "kimi_linear", num_hidden_layers: 4 })).toEqual(["linear_attention"]);
  });

  test("CLVP without its rotation adds nothing", () => {
    const found = modelPositions({ model_type: "clvp_encoder", use_rotary_embedding: false });
    expect([found.added, found.layers[0]!.rotary]).toEqual([null, null]);
  });
});

test("no field that a class has throws, whatever a file has there", () => {
  const odd = { toString: 1, valueOf: null }; // it can become neither a number nor a text
  const others = ["attn_layer_period", "attn_layer_offset", "max_window_layers", "out_features"];
  const throws: string[] = [];
  for (const [type, fields] of Object.entries(defaults.types))
    for (const name of [...Object.keys(fields), ...others, "image_size", "patch_size"])
      for (const value of [odd, [odd], [odd, odd, odd]])
        try {
          modelPositions({ model_type: type, [name]: value });
        } catch (error) {
          throws.push(`${type}, ${name}: ${error}`);
        }
  expect(throws).toEqual([]);
});
