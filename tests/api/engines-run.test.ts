/** What engines did when they were run on planted checkpoints, against what their columns say. */
import { atlas } from "posenc/atlas";
import { compare } from "posenc/engines";
import { expect, test } from "vitest";
import { columnsOf, llama } from "./harness/columns.ts";

const yarn = { rope_type: "yarn", factor: 4, original_max_position_embeddings: 32768 };
const llama3 = {
  rope_type: "llama3",
  factor: 8,
  low_freq_factor: 1,
  high_freq_factor: 4,
  original_max_position_embeddings: 4096,
};
const gemma3 = {
  model_type: "gemma3_text",
  num_hidden_layers: 6,
  head_dim: 64,
  hidden_size: 640,
  num_attention_heads: 10,
  query_pre_attn_scalar: 168,
  sliding_window: 256,
};

test("llama.cpp 0.5.0 reads the original length of the rule of Llama 3.1", () => {
  const columns = columnsOf({ ...llama, rope_theta: 5e5, rope_scaling: llama3 });
  const column = columns["llama-cpp"]!;
  expect(column.differs).toBe(false);
  // Measured: 1.426e-3 radians a position for pair 28.
  expect(column.frequencies![28]).toBeCloseTo(1.426e-3, 6);
});

test("llama.cpp 0.5.0 takes 32 and 1 for the betas of YaRN", () => {
  const qwen3 = { model_type: "qwen3", num_hidden_layers: 1, head_dim: 128, rope_theta: 1e6 };
  const betas = { beta_fast: 16, beta_slow: 2 };
  const columns = columnsOf({ ...qwen3, rope_scaling: { ...yarn, ...betas } });
  expect(columns["llama-cpp"]!.frequencies![26]).toBeCloseTo(3.168e-3, 6);
  expect(columns.exact.frequencies![26]).toBeCloseTo(3.652e-3, 6);
  expect(columns["llama-cpp"]!.ignored).toEqual(["rope_scaling.beta_fast", "rope_scaling.beta_slow"]);
  expect(columns["llama-cpp"]!.verdict).toContain("drops beta_fast and beta_slow");
  expect(columnsOf({ ...qwen3, rope_scaling: yarn })["llama-cpp"]!.differs).toBe(false);
  // The file of Mistral 3 loads them.
  const rule = { ...yarn, ...betas, rope_theta: 1e6 };
  const ministral = (own: object) =>
    columnsOf({ model_type: "ministral3", rope_parameters: { ...rule, ...own } });
  const loaded = ministral({ mscale_all_dim: 1, llama_4_scaling_beta: 0.1 });
  expect(loaded["llama-cpp"]).toMatchObject({ serves: true, ignored: [] });
  expect(loaded.transformers!.serves).toBe(true);
  expect(ministral({})["llama-cpp"]!.verdict).toContain("because the rule has no mscale_all_dim");
  expect(ministral({}).transformers!.verdict).toContain("because the rule has no llama_4_scaling_beta");
});

test("mlx-lm 0.32.2 drops rope_parameters in files of Llama and Qwen 2, and reads it in those of Qwen 3", () => {
  const parameters = { rope_type: "default", rope_theta: 5e5 };
  const column = columnsOf({ ...llama, rope_parameters: parameters }).mlx!;
  expect([column.base, column.attentionFactor, column.differs]).toEqual([10000, 1, true]);
  expect(column.ignored).toEqual(["rope_parameters"]);
  const scaled = { ...yarn, rope_theta: 1e7 };
  const qwen2 = columnsOf({ model_type: "qwen2", num_hidden_layers: 1, rope_parameters: scaled }).mlx!;
  expect([qwen2.base, qwen2.attentionFactor]).toEqual([1e6, 1]);
  expect(qwen2.verdict).toContain("does not read rope_parameters: base 1000000, no rule");
  const qwen3 = columnsOf({
    model_type: "qwen3",
    num_hidden_layers: 1,
    head_dim: 128,
    rope_parameters: scaled,
  });
  expect([qwen3.mlx!.base, qwen3.mlx!.differs]).toEqual([1e7, false]);
  const granite = { model_type: "granite", num_hidden_layers: 1, rope_parameters: parameters };
  expect(columnsOf(granite).mlx!.verdict).toContain("raises an error, because rope_theta is not at the top");
});

test("mlx-lm has model files without a rule, and one for SmolLM3", () => {
  const moe = {
    model_type: "qwen3_moe",
    num_hidden_layers: 1,
    head_dim: 128,
    rope_theta: 1e6,
    rope_scaling: yarn,
  };
  expect(columnsOf(moe).mlx!.verdict).toContain("does not read the rule yarn");
  expect(columnsOf({ model_type: "smollm3", rope_theta: 5e6 }).mlx!).toMatchObject({
    serves: true,
    differs: false,
    known: true,
  });
});

test.each([
  ["linear", { rope_type: "linear", factor: 4 }],
  ["yarn", { ...yarn, beta_fast: 32, beta_slow: 1 }],
  ["dynamic", { rope_type: "dynamic", factor: 2 }],
])("ONNX Runtime GenAI 0.18.0 drops the rule %s in a Llama", (name, rule) => {
  const config = { ...llama, max_position_embeddings: 4096, rope_scaling: rule };
  const column = columnsOf(config, { length: 16384 })["onnxruntime-genai"]!;
  expect(column.frequencies![1]).toBeCloseTo(10000 ** (-2 / 128), 14);
  expect(column.attentionFactor).toBe(1);
  expect(column.verdict).toContain(`does not read the rule ${name}`);
});

test("ONNX Runtime GenAI 0.18.0 stops at rules that it does not know, and at YaRN without betas", () => {
  const qwen2 = { model_type: "qwen2", num_hidden_layers: 1, rope_theta: 1e6 };
  const at = (rule: object) => columnsOf({ ...qwen2, rope_scaling: rule })["onnxruntime-genai"]!;
  expect(at(yarn).verdict).toContain(
    "stops with an error, because the rule has no beta_fast and no beta_slow",
  );
  expect(at(llama3).verdict).toContain("raises an error for the rule llama3");
  expect(at({ ...yarn, beta_fast: 32, beta_slow: 1 }).serves).toBe(true);
});

test("llama.cpp scales the scores of Gemma 3 by the size of the model", () => {
  const scales = (layers: number) => {
    const { layers: kinds } = compare({ ...gemma3, num_hidden_layers: layers }, { engines: ["llama-cpp"] });
    return kinds.map(({ engines: [column] }) => [column!.softmaxScale, column!.differs]);
  };
  expect(scales(6)).toEqual([
    [0.125, true],
    [0.125, true],
  ]);
  expect(scales(62)[0]![0]).toBeCloseTo(1 / 8, 14);
  const own = { ...gemma3, num_hidden_layers: 62, hidden_size: 1680 };
  const [kind] = compare(own, { engines: ["llama-cpp"] }).layers;
  expect(kind!.engines[0]).toMatchObject({ differs: false });
});

test("llama.cpp: layer_types off the pattern of six leave windows and bases open", () => {
  const types = ["sliding_attention", "full_attention"];
  const { layers } = compare(
    { ...gemma3, num_hidden_layers: 2, layer_types: types },
    { engines: ["llama-cpp"] },
  );
  for (const { engines: columns } of layers) {
    expect(columns[0]!.unknown).toEqual(expect.arrayContaining(["window", "base", "frequencies"]));
    expect(columns[0]!.known).toBe(false);
  }
});

test("windows of Mistral and Qwen 2: transformers has them, llama.cpp and MLX do not", () => {
  const mistral = { model_type: "mistral", num_hidden_layers: 1, sliding_window: 256 };
  const columns = columnsOf(mistral);
  expect(columns.transformers!.window).toEqual({ before: 255, after: 0 });
  for (const name of ["llama-cpp", "mlx", "exllamav3"]) {
    expect(columns[name], name).toMatchObject({ window: null, differs: true });
    expect(columns[name]!.verdict, name).toContain("it has no window, not a window of 256 tokens");
  }
  expect(columns.vllm!.unknown).toContain("window");
  expect(columns.vllm!.verdict).toContain("not known: window");
  const qwen2 = { use_sliding_window: true, sliding_window: 256, max_window_layers: 1, num_hidden_layers: 2 };
  expect(columnsOf({ model_type: "qwen2", ...qwen2 })["llama-cpp"]!.differs).toBe(true);
});

test("caps and sinks are the class's where a file was read, and open elsewhere", () => {
  const gemma2 = columnsOf({ model_type: "gemma2", num_hidden_layers: 2 });
  expect([gemma2.exact.softcap, gemma2["llama-cpp"]!.softcap, gemma2.mlx!.softcap]).toEqual([50, 50, 50]);
  expect(gemma2.vllm!.unknown).toContain("softcap");
  const oss = columnsOf({ model_type: "gpt_oss" });
  expect([oss.exact.sinks, oss.transformers!.sinks, oss.mlx!.sinks]).toEqual([true, true, true]);
  expect([oss["llama-cpp"]!.sinks, oss.vllm!.unknown.includes("sinks")]).toEqual([true, true]);
});

test("exllamav3 takes the list of LongRoPE by the length in the config", () => {
  const list = { short_factor: Array(48).fill(1), long_factor: Array(48).fill(2) };
  const phi3 = {
    model_type: "phi3",
    num_hidden_layers: 1,
    hidden_size: 960,
    num_attention_heads: 10,
    max_position_embeddings: 16384,
    original_max_position_embeddings: 512,
    rope_scaling: { type: "longrope", ...list },
  };
  expect(columnsOf(phi3, { length: 256 }).exllamav3!.list!.list).toBe("long");
  expect(columnsOf(phi3, { length: 256 }).vllm!.list!.list).toBe("short");
});

test("an engine whose file for a type was not read is not known, never the same", () => {
  for (const type of ["esm", "bailing_moe_linear", "deepseek_v4", "unheard_of"]) {
    const config = { model_type: type, head_dim: 64, rope_theta: 1e4, num_hidden_layers: 1 };
    const { layers, verdict } = compare(config);
    if (layers.length > 0) expect(verdict, type).toMatch(/[Nn]ot known|differs/);
    for (const { engines: columns } of layers) {
      for (const column of columns.filter(({ serves }) => serves)) {
        // transformers has classes for these two.
        if (["esm", "deepseek_v4"].includes(type) && column.engine === "transformers") continue;
        expect(column, `${type} ${column.engine}`).toMatchObject({ known: false, frequencies: null });
        expect(column.verdict).toContain("is not known for");
      }
    }
  }
});

test("transformers is not known for types of the atlas that were read elsewhere", () => {
  const elsewhere = atlas().filter(
    ({ source, kind }) => !source.repository.endsWith("/transformers") && kind !== "diffusion",
  );
  expect(elsewhere.length).toBeGreaterThan(80);
  for (const { type } of elsewhere) {
    const { layers, modelType } = compare({ model_type: type }, { engines: ["transformers"], length: 64 });
    // A type of parts answers for the type of its text.
    if (modelType !== type) continue;
    for (const { engines: columns } of layers) expect(columns[0]!.known, type).toBe(false);
  }
  for (const type of ["llama", "esm", "deepseek_v4", "olmo3"]) {
    const { layers } = compare({ model_type: type }, { engines: ["transformers"], length: 64 });
    for (const { engines: columns } of layers)
      expect(columns[0]!.verdict, type).not.toContain("is not known for");
  }
});
