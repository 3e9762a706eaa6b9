import {
  type GgufFile,
  ggufConfig,
  readFile,
  readGguf,
  readSafetensors,
  type SafetensorsFile,
  weightsConfig,
} from "posenc/files";
import { modelPositions } from "posenc/full";
import { describe, expect, test } from "vitest";
import { expectError, rejectionOf } from "./harness/expect-error.ts";
import { bytesOf, counted, fixtures, numbers } from "./harness/fixture-files.ts";

/** Names are told apart by the contents; these would mislead. */
const misnamed = { name: "table.csv" };

describe(".safetensors", () => {
  const { file, tensors } = fixtures.safetensors;

  test("has the tensors that were packed, and their rows", async () => {
    const read = (await readFile(new Blob([bytesOf(file)]), misnamed)) as SafetensorsFile;
    expect(read.kind).toBe("safetensors");
    expect([...read.metadata]).toEqual([["format", "pt"]]);
    expect([...read.tensors.keys()].sort()).toEqual(Object.keys(tensors).sort());
    for (const [name, { type, shape, values }] of Object.entries(tensors)) {
      expect(read.tensors.get(name)).toMatchObject({ type, shape });
      expect([...(await read.read(name)).values], name).toEqual(numbers(values));
    }
    expect([...(await read.read("f32", { rows: [1, 3] })).values]).toEqual([3, 4, 5, 6]);
  });

  test("only the header and the wanted rows are asked for", async () => {
    const bytes = bytesOf(file);
    const source = counted(bytes);
    const { read } = await readSafetensors(source);
    const header = source.asked;
    await read("f32", { rows: [0, 1] });
    expect(source.asked - header).toBe(8);
    expect(header).toBeLessThan(1000);
  });

  test("a config is completed by the weights, and contradictions are told", async () => {
    const weights = await readSafetensors(
      packed({
        "model.layers.0.self_attn.q_proj.weight": [64, 32],
        "model.layers.0.self_attn.k_proj.weight": [32, 32],
      }),
    );
    const { config, notes } = weightsConfig(weights, { num_attention_heads: 4, num_key_value_heads: 4 });
    expect(config).toMatchObject({
      hidden_size: 32,
      head_dim: 16,
      num_hidden_layers: 1,
      num_key_value_heads: 4,
    });
    expect(notes).toEqual(["num_key_value_heads is 4 in the config, and the weights have 2"]);
    expectError(() => weightsConfig(weights, "{"), TypeError, "type", "config");
  });

  test("a file that begins after the first layer does not tell how many there are", async () => {
    const layersOf = async (...layers: number[]) => {
      const names = layers.map((layer) => [`model.layers.${layer}.self_attn.q_proj.weight`, [8, 8]]);
      return weightsConfig(await readSafetensors(packed(Object.fromEntries(names)))).config.num_hidden_layers;
    };
    expect(await layersOf(0, 1, 2)).toBe(3);
    expect(await layersOf(3, 4)).toBe(undefined);
  });

  test("queries with a gate beside them have the head of the config", async () => {
    const shapes = {
      "layers.0.self_attn.q_proj.weight": [128, 32],
      "layers.0.self_attn.k_proj.weight": [32, 32],
    };
    const file = await readSafetensors(packed(shapes));
    const { config, notes } = weightsConfig(file, { num_attention_heads: 4, head_dim: 16 });
    expect([config.head_dim, config.num_key_value_heads, notes]).toEqual([16, 2, []]);
    expect(weightsConfig(file, { num_attention_heads: 4, head_dim: 24 }).notes).toHaveLength(1);
  });
});

/** A file of bytes with these shapes. */
function packed(shapes: Record<string, number[]>): Uint8Array {
  let end = 0;
  const entries = Object.entries(shapes).map(([name, shape]) => {
    const from = end;
    end += shape.reduce((count, size) => count * size, 1);
    return [name, { dtype: "U8", shape, data_offsets: [from, end] }];
  });
  return headed(JSON.stringify(Object.fromEntries(entries)), end);
}

function headed(text: string, data = 0): Uint8Array {
  const header = new TextEncoder().encode(text);
  const file = new Uint8Array(8 + header.length + data);
  new DataView(file.buffer).setBigUint64(0, BigInt(header.length), true);
  file.set(header, 8);
  return file;
}

describe(".gguf", () => {
  test.each(fixtures.gguf)("$name has what was packed", async ({ file, metadata, tensors }) => {
    const read = (await readFile(new Blob([bytesOf(file)]), misnamed)) as GgufFile;
    for (const [key, value] of Object.entries(metadata)) expect(read.metadata.get(key), key).toEqual(value);
    expect(read.metadata.get("test.words")).toEqual({ skipped: 300 });
    expect(read.metadata.get("test.many")).toEqual({ skipped: 5000 });
    for (const [name, values] of Object.entries(tensors))
      expect([...(await read.read(name)).values], name).toEqual(values);
    expect([...(await read.read("f32", { rows: [2, 3] })).values]).toEqual([5, 6]);
    expect(read.tensors.get("f32")!.shape).toEqual([3, 2]);
    const quantised = await rejectionOf(read.read("q8"));
    expect(quantised).toMatchObject({ code: "unsupported", value: "Q8_0" });
  });

  test.each(fixtures.models)(
    "the config of $name is that which it was made from",
    async ({ file, config, pairing }) => {
      const read = await ggufConfig(await readGguf(bytesOf(file)));
      expect(read).toMatchObject({ pairing, unknown: [], notes: [] });
      const given = pairing === null ? {} : { pairing: pairing as "halves" | "interleaved" };
      const model = modelPositions(read.config, given);
      const original = modelPositions(config, given);
      expect(model.unknown).toEqual([]);
      expect(rounded(model.layers)).toEqual(rounded(original.layers));
      expect(model.layers).toHaveLength(original.layers.length);
    },
  );

  test.each([
    ["olmo2", { "attention.sliding_window": 4096 }, { model_type: "olmo3", sliding_window: 4096 }],
    ["olmo2", {}, { model_type: "olmo2" }],
    ["gemma2", { block_count: 46 }, { query_pre_attn_scalar: 128 }],
    ["gemma2", { block_count: 42, "attention.key_length": 256 }, { query_pre_attn_scalar: 256 }],
    ["granite", {}, { attention_multiplier: 1 / Math.sqrt(128) }],
    ["granite", { "attention.scale": 0.0078125 }, { attention_multiplier: 0.0078125 }],
    ["exaone4", { block_count: 30 }, { sliding_window: null }],
    ["gptneox", {}, { rotary_dim: 128 }],
    ["gptneox", { "rope.dimension_count": 24 }, { rotary_dim: 24 }],
  ])("%s with %j is read as llama.cpp reads it: %j", async (architecture, given, expected) => {
    const file = await readGguf(bytesOf(fixtures.models[1]!.file));
    const keys = { embedding_length: 4096, block_count: 4, "attention.head_count": 32, ...given };
    const own = Object.entries(keys).map(([key, value]) => [`${architecture}.${key}`, value] as const);
    const metadata = new Map<string, string | number>([["general.architecture", architecture], ...own]);
    const { config, unknown } = await ggufConfig({ ...file, metadata, tensors: new Map() });
    expect(unknown).toEqual([]);
    expect(config).toMatchObject(expected);
  });

  test("llama.cpp's factor multiplies that of YaRN", async () => {
    const { metadata, ...rest } = await readGguf(bytesOf(fixtures.models[1]!.file));
    const scaling = { type: "yarn", factor: 4, original_context_length: 2048, attn_factor: 1.5 };
    const keys = Object.entries(scaling).map(([key, value]) => [`qwen2.rope.scaling.${key}`, value] as const);
    const more = new Map([...metadata, ...keys]);
    const { config } = await ggufConfig({ ...rest, metadata: more as GgufFile["metadata"] });
    expect(config.rope_parameters).toMatchObject({
      ...{ rope_type: "yarn", factor: 4, original_max_position_embeddings: 2048 },
      attention_factor: expect.closeTo(1.5 * (0.1 * Math.log(4) + 1), 12),
    });
  });

  test("keys of positions that are not understood are listed", async () => {
    const { metadata, ...rest } = await readGguf(bytesOf(fixtures.models[1]!.file));
    const more = new Map([
      ...metadata,
      ["qwen2.rope.wobble", 3],
      ["qwen2.attention.head_count", [16, 8]],
    ] as const);
    const { unknown } = await ggufConfig({ ...rest, metadata: more as GgufFile["metadata"] });
    expect(unknown).toEqual(["qwen2.attention.head_count", "qwen2.rope.wobble"]);
  });
});

/** Lists of factors and attention factors are float32 in the file. */
const rounded = (value: unknown): unknown =>
  JSON.parse(JSON.stringify(value, (_, item) => (typeof item === "number" ? Math.fround(item) : item)));
