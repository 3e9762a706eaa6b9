import { modelPositions, positionIds, specFromConfig } from "posenc/full";
import { describe, expect, test } from "vitest";
import pairings from "../fixtures/atlas/pairings.json" with { type: "json" };
import { known } from "./harness/known.ts";

type Layers = ReturnType<typeof modelPositions>["layers"];

/** Indices of the layers that pass. */
const where = (layers: Layers, passes: (layer: Layers[number]) => boolean) =>
  layers.flatMap((layer, i) => (passes(layer) ? [i] : []));

const kindsOf = (layers: Layers) => [...new Set(layers.map(({ kind }) => kind))];

describe.each(pairings.sources)("the pairings of $repository", (source) => {
  test.each(["interleaved", "halves"] as const)("%s are ours", (pairing) => {
    const widths = { head_dim: 64, rotary_dim: 64, qk_rope_head_dim: 64 };
    const options = { ...widths, rope_theta: 10000, position_embedding_type: "rope" };
    for (const type of source[pairing]) {
      const { layers } = specFromConfig({ model_type: type, ...options });
      const found = Object.values(layers).map((layer) => layer.pairing);
      expect([type, ...new Set(found)]).toEqual([type, pairing]);
    }
  });
});

describe("modelPositions, with numbers of the code of each model in transformers", () => {
  test("Gemma 3 12B: five of six layers see 1024 tokens, the query included, and have their own base", () => {
    const text_config = {
      model_type: "gemma3_text",
      hidden_size: 3840,
      num_attention_heads: 16,
      num_key_value_heads: 8,
      num_hidden_layers: 48,
      sliding_window: 1024,
      rope_scaling: { rope_type: "linear", factor: 8 },
    };
    const { layers, parts } = modelPositions({ model_type: "gemma3", text_config });
    expect(layers.length).toBe(48);
    expect(where(layers, ({ window }) => window === null)).toEqual([5, 11, 17, 23, 29, 35, 41, 47]);
    expect(layers[0]).toMatchObject({
      kind: "sliding_attention",
      heads: 16,
      keyHeads: 8,
      headDim: 256,
      window: { before: 1023, after: 0 },
      softmaxScale: 1 / 16,
      rotary: { base: 10000, scaling: { type: "none" } },
    });
    expect(layers[5]).toMatchObject({ rotary: { base: 1e6, scaling: { type: "linear", factor: 8 } } });
    expect(parts.vision_config).toMatchObject({
      modelType: "siglip_vision_model",
      added: { kind: "learned" },
    });
  });

  test("Llama 4: every fourth layer does not rotate, and scales its queries by position", () => {
    const { layers } = modelPositions({ model_type: "llama4_text" });
    const plain = where(layers, ({ rotary }) => rotary === null);
    expect(plain).toEqual([3, 7, 11, 15, 19, 23, 27, 31, 35, 39, 43, 47]);
    expect(layers[3]).toMatchObject({
      kind: "full_attention",
      window: null,
      queryScale: { beta: 0.1, length: 8192, shift: 1 },
    });
    expect(layers[0]).toMatchObject({
      window: { chunk: 8192 },
      queryScale: null,
      rotary: { pairing: "interleaved", base: 500000 },
    });
    const listed = modelPositions({
      model_type: "llama4_text",
      num_hidden_layers: 2,
      no_rope_layers: [0, 1],
    });
    expect(listed.layers.map(({ kind }) => kind)).toEqual(["full_attention", "chunked_attention"]);
    const off = modelPositions({ model_type: "llama4_text", attn_temperature_tuning: false });
    expect(off.layers[3]!.queryScale).toBeNull();
  });

  test("Ministral 3: all queries are scaled by their position", () => {
    const { layers } = modelPositions({ model_type: "ministral3" });
    expect(layers[0]!.queryScale).toEqual({ beta: 0.1, length: 16384, shift: 0 });
  });

  test("gpt-oss: sinks, a window on every other layer, one rule", () => {
    const { layers } = modelPositions({ model_type: "gpt_oss", num_hidden_layers: 4 });
    expect(layers.map(({ window }) => window?.valueOf())).toEqual([
      { before: 127, after: 0 },
      undefined,
      { before: 127, after: 0 },
      undefined,
    ]);
    expect(layers.every(({ sinks }) => sinks)).toBe(true);
    expect(layers[1]!.rotary).toBe(layers[0]!.rotary);
  });

  test("DeepSeek-V3: the last 64 of 192 channels rotate, and YaRN scales the softmax", () => {
    const scaling = { type: "yarn", factor: 40, mscale: 1, mscale_all_dim: 1 };
    const rope_scaling = { ...scaling, original_max_position_embeddings: 4096 };
    const { layers } = modelPositions({ model_type: "deepseek_v3", rope_scaling });
    expect(layers[0]).toMatchObject({
      headDim: 192,
      rotary: { headDim: 192, rotaryDim: 64, rotaryOffset: 128 },
    });
    // (0.1 ln 40 + 1)² / √192 = 0.13523377886088009 by mpmath, with 30 digits.
    expect(layers[0]!.softmaxScale).toBeCloseTo(0.13523377886088009, 14);
  });

  test("DeepSeek-V4: two rules, by the ratio of each layer, on the last 64 of 512 channels", () => {
    const compress_ratios = [0, 4, 128, 4];
    const { layers } = modelPositions({ model_type: "deepseek_v4", num_hidden_layers: 4, compress_ratios });
    expect(layers.map(({ rotary }) => typeof rotary === "object" && rotary?.base)).toEqual([
      10000, 160000, 160000, 160000,
    ]);
    expect(layers[0]).toMatchObject({
      kind: "sliding_attention",
      headDim: 512,
      rotary: { rotaryOffset: 448 },
    });
  });

  test("ModernBERT: windows of 64 on both sides, on two of three layers", () => {
    const { layers } = modelPositions({ model_type: "modernbert" });
    expect(layers[1]).toMatchObject({ window: { before: 64, after: 64 }, rotary: { base: 10000 } });
    expect(layers[3]).toMatchObject({ window: null, rotary: { base: 160000 } });
  });

  test("SmolLM3: one kind of layer, of which every fourth does not rotate", () => {
    const { layers } = modelPositions({ model_type: "smollm3", num_hidden_layers: 8 });
    expect(where(layers, ({ rotary }) => rotary === null)).toEqual([3, 7]);
  });

  test("Cohere 2: layers without a window do not rotate", () => {
    const { layers } = modelPositions({ model_type: "cohere2", num_hidden_layers: 8 });
    expect(where(layers, ({ rotary }) => rotary === null)).toEqual([3, 7]);
    expect(layers[3]!.window).toBeNull();
  });

  test("Qwen 2: its window must be switched on, and then begins at a layer", () => {
    const file = { model_type: "qwen2", num_hidden_layers: 4, sliding_window: 100 };
    expect(modelPositions(file).layers.map(({ window }) => window)).toEqual([null, null, null, null]);
    const { layers } = modelPositions({ ...file, use_sliding_window: true, max_window_layers: 3 });
    expect(layers.map(({ window }) => window)).toEqual([null, null, null, { before: 99, after: 0 }]);
  });

  test("BLOOM, MPT, Falcon: ALiBi, which Falcon adds before the scale", () => {
    const bloom = modelPositions({ model_type: "bloom", n_layer: 2, n_head: 8, hidden_size: 64 });
    const alibi = { kind: "alibi", spec: { method: "alibi", biasMax: 8 } };
    expect(bloom.layers[1]).toMatchObject({ rotary: null, bias: { ...alibi, scaled: false } });
    const falcon = modelPositions({ model_type: "falcon", alibi: true });
    expect(falcon.layers[0]).toMatchObject({ rotary: null, bias: { ...alibi, scaled: true } });
    expect(modelPositions({ model_type: "falcon" }).layers[0]).toMatchObject({ bias: null });
    const steep = { model_type: "mpt", attn_config: { alibi_bias_max: 16 }, n_layers: 1 };
    expect(modelPositions(steep).layers[0]!.bias).toMatchObject({ spec: { biasMax: 16 } });
    const learned = { model_type: "mpt", attn_config: { alibi: false }, max_seq_len: 2048, d_model: 64 };
    expect(modelPositions(learned)).toMatchObject({ added: "unknown", unknown: ["attn_config.alibi"] });
    expect(modelPositions(learned).layers[0]!.bias).toBe("unknown");
    for (const model_type of ["bloom", "mpt"]) expect(specFromConfig({ model_type }).layers).toEqual({});
  });

  test("BERT, GPT-2, OPT: learned positions", () => {
    const bert = modelPositions({ model_type: "bert", hidden_size: 768, max_position_embeddings: 512 });
    expect(bert.added).toMatchObject({ kind: "learned", spec: { dModel: 768, maxLength: 512 } });
    expect(specFromConfig({ model_type: "gpt2" })).toEqual({ layers: {}, unknown: [], notes: [] });
    expect(modelPositions({ model_type: "opt" }).positionIds.first).toBe(2);
  });

  test("T5: buckets in both directions in the encoder, and backwards in the decoder", () => {
    const { layers } = modelPositions({ model_type: "t5", num_layers: 2, num_decoder_layers: 1 });
    expect(kindsOf(layers)).toEqual(["encoder", "decoder"]);
    expect(layers.map(({ bias }) => known(bias)!.spec)).toMatchObject([
      { method: "t5", buckets: 32, maxDistance: 128, bidirectional: true },
      { bidirectional: true },
      { bidirectional: false },
    ]);
    expect(layers[0]!.softmaxScale).toBe(1);
  });

  test("DINOv3, SAM 3, Qwen2-VL's images: two axes, each with its own frequencies", () => {
    const dino = modelPositions({ model_type: "dinov3_vit" });
    expect(dino.positionIds.axes).toBe(2);
    expect(dino.layers[0]!.rotary).toMatchObject({ base: 100, sections: [16, 16], restartSections: true });
    const sam = modelPositions({ model_type: "sam3_vit_model" }).layers[0]!.rotary;
    expect(sam).toMatchObject({ pairing: "interleaved", sections: [16, 16] });
    const { parts } = modelPositions({ model_type: "qwen2_vl" });
    expect(parts.vision_config!.layers[0]!.rotary).toMatchObject({ headDim: 80, sections: [20, 20] });
  });

  test("ERNIE 4.5-VL, Kimi K2.5's and Pixtral's images: pairs follow the axes in orders of their own", () => {
    const rotary = (model_type: string) => modelPositions({ model_type }).layers[0]!.rotary;
    const turns = (length: number, axes: number[]) => Array.from({ length }, (_, i) => axes[i % axes.length]);
    const ernie = [...turns(44, [1, 2]), ...turns(20, [0])];
    expect(rotary("ernie4_5_vl_moe_text")).toMatchObject({ pairing: "interleaved", axisOfPair: ernie });
    const kimi = { pairing: "halves", axisOfPair: turns(36, [1, 0]), restartSections: true };
    expect(rotary("kimi_k25_vision")).toMatchObject(kimi);
    const even = Array.from({ length: 16 }, (_, i) => 2 * i);
    const frequencyOfPair = [...even, ...even.map((i) => i + 1)];
    expect(rotary("pixtral")).toMatchObject({ sections: [16, 16], frequencyOfPair, restartSections: false });
    for (const model_type of ["kimi_k25_vision", "pixtral"])
      expect(modelPositions({ model_type }).positionIds.axes).toBe(2);
  });

  test("ERNIE 4.5-VL's sections in the file count, and those that do not fit are named", () => {
    const read = (mrope_section: unknown) =>
      modelPositions({ model_type: "ernie4_5_vl_moe_text", head_dim: 12, rope_scaling: { mrope_section } });
    expect(read([2, 2, 2]).layers[0]!.rotary).toMatchObject({ axisOfPair: [1, 2, 1, 2, 0, 0] });
    for (const wrong of [[2, 2, 3], [2, 2], [-1, -1, 8], "2,2,2"]) {
      const { layers, unknown } = read(wrong);
      expect(layers[0]!.rotary).toBe("unknown");
      expect(unknown.join(" ")).toContain("mrope_section");
    }
  });

  test("reads the other names that a class takes for its fields", () => {
    expect(modelPositions({ model_type: "step3p5", num_attention_groups: 4 }).layers[0]!.keyHeads).toBe(4);
    const speech = modelPositions({ model_type: "granite_speech_encoder", hidden_size: 2048 });
    expect(speech.layers[0]!.headDim).toBe(256); // 2048 / 8, since the file has no dim_head
  });

  test("says which tokens a query sees, as far as that is known", () => {
    const causal = (config: object) => modelPositions({ num_hidden_layers: 1, ...config }).layers[0]!.causal;
    for (const model_type of ["llama", "qwen3_moe", "deepseek_v3", "bloom", "gpt2", "chatglm"])
      expect(causal({ model_type })).toBe(true);
    for (const model_type of ["modernbert", "bert", "pixtral", "dinov3_vit", "esm"])
      expect(causal({ model_type })).toBe(false);
    expect(causal({ _class_name: "FluxTransformer2DModel" })).toBe(false);
    expect(causal({ model_type: "unheard", head_dim: 64, rope_theta: 1e4 })).toBe(null);
    expect(causal({ model_type: "bert", is_decoder: true })).toBe(true);
    expect(causal({ model_type: "llama", is_causal: false })).toBe(false);
    expect(causal({ model_type: "gemma3_text", use_bidirectional_attention: true })).toBe(false);
    expect(causal({ model_type: "gemma4_text", use_bidirectional_attention: "vision" })).toBe("images");
  });

  test("names the rule of positions in the words of positionIds, or says that there is none", () => {
    const idsOf = (model_type: string) => modelPositions({ model_type }).positionIds;
    expect(idsOf("llama")).toEqual({ axes: 1, first: 0, rule: "text" });
    expect(idsOf("qwen2_5_vl")).toEqual({ axes: 3, first: 0, rule: "qwen-2.5-vl" });
    expect(idsOf("ernie4_5_vl_moe")).toMatchObject({ axes: 3, rule: "ernie-4.5-vl" });
    expect(idsOf("dinov3_vit")).toMatchObject({ axes: 2, rule: "dino-v3" });
    expect(idsOf("sam3_vit_model")).toMatchObject({ axes: 2, rule: null });
    const rules = ["qwen2_vl", "paddleocr_vl", "qwen3_vl", "qwen3_5", "glm4v_moe", "glm_ocr"].map(
      (type) => idsOf(type).rule as "qwen-2-vl",
    );
    for (const rule of rules) expect(positionIds({ rule, segments: [{ text: 2 }] }).next).toBe(2);
  });

  test("V-JEPA 2 and Gemma 4's images rotate by no spec, and the notes say why", () => {
    const { layers, notes } = modelPositions({ model_type: "vjepa2" });
    expect(layers[0]!.rotary).toBe("unknown");
    expect(notes[0]).toContain("which is no rotation");
  });

  test("Swin, Hiera, SAM 2: the stages of a vision model add up, and share no width of heads", () => {
    const counts = ["swin", "swin2sr", "hiera", "sam2_hiera_det_model"].map(
      (type) => modelPositions({ model_type: type }).layers.length,
    );
    expect(counts).toEqual([12, 36, 24, 12]);
    expect(modelPositions({ model_type: "swinv2", depths: [2, 2, 18, 2] }).layers.length).toBe(24);
    const sam2 = { model_type: "sam2", vision_config: { model_type: "sam2_vision_model" } };
    const { added, layers, modelType } = modelPositions(sam2);
    expect([modelType, known(added)?.kind]).toEqual(["sam2_hiera_det_model", "learned"]);
    expect(layers.map(({ heads }) => heads)).toEqual([1, 2, 2, 4, 4, 4, 4, 4, 4, 4, 8, 8]);
    expect(layers[0]).toMatchObject({ window: { square: 8, shift: 0 }, rotary: null, bias: null });
    expect(modelPositions({ model_type: "swin", depths: "2,2" }).layers).toEqual([]);
  });

  test("nanochat's angles are negative", () => {
    expect(modelPositions({ model_type: "nanochat" }).layers[0]!.rotary).toMatchObject({
      direction: "backward",
    });
  });

  test("Mamba layers have nothing to rotate", () => {
    const file = { model_type: "nemotron_h", hybrid_override_pattern: "M*-E", head_dim: 128 };
    const { layers } = modelPositions(file);
    expect(layers.map(({ kind }) => kind)).toEqual(["mamba", "full_attention", "mlp", "moe"]);
    expect(layers.every(({ rotary }) => rotary === null)).toBe(true);
  });

  test("says where each fact comes from", () => {
    const { sources } = modelPositions({ model_type: "gemma3_text", hidden_size: 3840 });
    expect(sources).toMatchObject({ head: 'head of "gemma3_text"', heads: 'heads of "gemma3_text"' });
    expect(modelPositions({ model_type: "llama", rope_theta: 5e5 }).sources.theta).toBe("rope_theta");
  });

  test("has no layers where their number is not known, and says so", () => {
    const { layers, notes } = modelPositions({ model_type: "nobody", head_dim: 64, rope_theta: 1e4 });
    expect(layers).toEqual([]);
    expect(notes).toContain("the number of layers is not known");
  });
});
