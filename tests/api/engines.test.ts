import { compare, type EngineColumn, engines } from "posenc/engines";
import { load } from "posenc/full";
import { describe, expect, test } from "vitest";
import dynamic from "../fixtures/configs/dynamic.json" with { type: "json" };
import gemma4 from "../fixtures/configs/gemma-4.json" with { type: "json" };
import gptOss from "../fixtures/configs/gpt-oss.json" with { type: "json" };
import phi3 from "../fixtures/configs/phi-3.json" with { type: "json" };
import qwen25 from "../fixtures/configs/qwen-2.5-yarn.json" with { type: "json" };
import qwen3vl from "../fixtures/configs/qwen-3-vl.json" with { type: "json" };
import fixture from "../fixtures/engines.json" with { type: "json" };
import { columnsOf, expectNear, largest, llama } from "./harness/columns.ts";

const pe = await load();

const ratio = (column: EngineColumn, exact: EngineColumn, pair: number) =>
  column.frequencies![pair]! / exact.frequencies![pair]!;

describe("engines", () => {
  test("has every program of the field once, and every fact with its source", () => {
    const names = engines().map(({ name }) => name);
    expect(new Set(names).size).toBe(names.length);
    for (const name of ["transformers", "vllm", "sglang", "llama-cpp", "llama-cpp-cuda", "mlx", "exllamav3"])
      expect(names).toContain(name);
    expect(names).toContain("onnxruntime-genai");
    expect(names).toContain("diffusers");
    for (const { facts } of engines()) {
      for (const { says, source } of Object.values(facts)) {
        expect(says).toMatch(/^\S.*\.$/);
        expect(source.repository).toMatch(/^[\w-]+\/[\w.-]+$/);
        expect(source.path).toMatch(/^[\w./-]+\.(py|cpp|cu|c|metal)$/);
        expect(source.commit).toMatch(/^([0-9a-f]{7,40}|v\d+\.\d+\.\d+)$/);
        if (source.line !== undefined) expect(source.line).toBeGreaterThan(0);
        if (source.thread !== undefined) expect(source.thread).toMatch(/^[\w-]+\/[\w.-]+#\d+$/);
      }
    }
  });
});

describe("what people met", () => {
  test("gpt-oss: rounded ends of the ramp make pairs 17 and 16 76 % and 27 % faster", () => {
    const columns = columnsOf(gptOss.config, { length: 4096 });
    const { exact } = columns;
    expect(Number(fixture.gptOss.ends[0])).toBeCloseTo(8.0928, 4);
    expect(Number(fixture.gptOss.ends[1])).toBeCloseTo(17.398, 3);
    for (const name of ["vllm@ffdc985", "llama-cpp", "llama-cpp-cuda", "mlx"]) {
      const column = columns[name]!;
      expect(ratio(column, exact, 17), name).toBeCloseTo(1.763, 3);
      expect(ratio(column, exact, 16), name).toBeCloseTo(1.273, 3);
      expect(column.phases![12], name).toBeCloseTo(0.904, 3);
      expect(column.verdict, name).toContain("rounds the ends of YaRN's ramp: pair 17 turns 76 % too fast");
      fixture.gptOss.rounded.forEach((f, pair) => {
        expect(column.frequencies![pair]).toBeCloseTo(Number(f), 14);
      });
    }
    for (const name of ["transformers", "vllm", "vllm@926c71f", "sglang", "exllamav3", "onnxruntime-genai"])
      expect(columns[name]!.frequencies, name).toEqual(exact.frequencies);
    fixture.gptOss.unrounded.forEach((f, pair) => {
      expect(exact.frequencies![pair]).toBeCloseTo(Number(f), 14);
    });
  });

  test("the first text that differs is that of the largest difference of frequency", () => {
    const { exact, mlx } = columnsOf(gptOss.config);
    const most = largest(mlx!.frequencies!.map((f, pair) => f - exact.frequencies![pair]!));
    expect(mlx!.differsFrom).toBe(Math.floor(0.01 / most) + 2);
  });

  test("rules by kinds of layers: transformers does not read truncate there", () => {
    const rule = { ...gptOss.config.rope_scaling, rope_theta: 150000 };
    const kinds = { sliding_attention: { rope_type: "default", rope_theta: 1e4 }, full_attention: rule };
    const nested = {
      ...gptOss.config,
      rope_scaling: undefined,
      rope_theta: undefined,
      rope_parameters: kinds,
    };
    const { transformers, exact } = columnsOf(nested);
    expect(ratio(transformers!, exact, 17)).toBeCloseTo(1.763, 3);
  });

  test("Ministral 3: 1.2773 against 1, scores 1.63 times too large", () => {
    const columns = columnsOf({
      model_type: "ministral3",
      rope_parameters: {
        rope_type: "yarn",
        rope_theta: 1e6,
        factor: 16,
        original_max_position_embeddings: 16384,
        mscale: 1,
        mscale_all_dim: 1,
        llama_4_scaling_beta: 0.1,
      },
    });
    for (const name of ["exact", "transformers", "vllm", "sglang", "mlx", "llama-cpp", "exllamav3"])
      expect(columns[name]!.attentionFactor, name).toBe(1);
    const before = columns["vllm@926c71f"]!;
    expect(before.attentionFactor).toBeCloseTo(1.2772588722239782, 14);
    expect(before.verdict).toContain("drops mscale and mscale_all_dim: scores are 1.63 times too large");
    expect(before.ignored).toEqual(["rope_parameters.mscale", "rope_parameters.mscale_all_dim"]);
    expect(before.unknown).toContain("queryScale");
    expect(columns.transformers!.queryScale).toEqual({ beta: 0.1, length: 16384, shift: 0 });
  });

  test("exllamav3 takes 1 for llama_4_scaling_beta, and no ratio for Mistral's numbers", () => {
    const rule = { rope_type: "yarn", factor: 16, original_max_position_embeddings: 16384 };
    const config = {
      ...llama,
      max_position_embeddings: 262144,
      rope_scaling: { ...rule, mscale: 1, mscale_all_dim: 1 },
    };
    expect(columnsOf(config).exllamav3!.attentionFactor).toBeCloseTo(1.2773, 4);
    const scaled = { ...config, rope_scaling: { ...rule, llama_4_scaling_beta: 0.1 } };
    expect(columnsOf(scaled).exllamav3!.attentionFactor).toBe(1);
  });

  test("attention_factor 1 with factor 64: 1.4159 where it is dropped", () => {
    const rule = {
      rope_type: "yarn",
      factor: 64,
      original_max_position_embeddings: 4096,
      attention_factor: 1,
    };
    const columns = columnsOf({ ...llama, max_position_embeddings: 262144, rope_scaling: rule });
    for (const name of ["vllm@926c71f", "vllm@ffdc985", "sglang", "llama-cpp", "mlx"]) {
      expect(columns[name]!.attentionFactor, name).toBeCloseTo(1.4158883083359672, 14);
      expect(columns[name]!.verdict, name).toContain(
        "drops attention_factor: scores are 2.00 times too large",
      );
    }
    for (const name of ["transformers", "vllm", "exllamav3"])
      expect(columns[name]!.attentionFactor, name).toBe(1);
  });

  test("a single mscale: MLX and ONNX Runtime GenAI use it, each in its way", () => {
    const rule = {
      rope_type: "yarn",
      factor: 16,
      original_max_position_embeddings: 16384,
      beta_fast: 32,
      mscale: 2,
    };
    const columns = columnsOf({
      ...llama,
      rope_theta: 1e6,
      max_position_embeddings: 262144,
      rope_scaling: rule,
    });
    expect(columns.mlx!.attentionFactor).toBeCloseTo(0.2 * Math.log(16) + 1, 14);
    const qwen2 = { ...llama, model_type: "qwen2", max_position_embeddings: 262144 };
    const genai = columnsOf({ ...qwen2, rope_scaling: { ...rule, beta_slow: 1 } })["onnxruntime-genai"]!;
    expect(genai.attentionFactor).toBe(2);
    expect(columns.transformers!.attentionFactor).toBeCloseTo(0.1 * Math.log(16) + 1, 14);
  });

  test("SGLang counts an mscale of 0", () => {
    const rule = {
      rope_type: "yarn",
      factor: 16,
      original_max_position_embeddings: 4096,
      mscale: 0,
      mscale_all_dim: 1,
    };
    const { sglang, exact } = columnsOf({ ...llama, rope_scaling: rule });
    expect(sglang!.attentionFactor).toBeCloseTo(1 / exact.attentionFactor!, 14);
  });

  test.each(fixture.growth)(
    "dynamic NTK with factor %d: the base at every length is %s times as large",
    (factor, times) => {
      const rule = { rope_type: "dynamic", factor };
      const columns = columnsOf(
        { ...llama, max_position_embeddings: 4096, rope_scaling: rule },
        { length: 100 },
      );
      for (const name of ["vllm@926c71f", "vllm@ffdc985", "sglang"]) {
        // f[1] = base^(−2/d)
        const grown = ratio(columns[name]!, columns.exact, 1) ** -64;
        expect(grown, name).toBeCloseTo(Number(times), 9);
        expect(columns[name]!.differsFrom).toBe(2);
      }
      for (const name of ["transformers", "mlx"]) expect(columns[name]!.differsFrom).toBeNull();
      for (const name of ["vllm", "llama-cpp", "onnxruntime-genai"]) {
        expect(columns[name]!.differsFrom, name).toBeGreaterThan(4096);
        expect(columns[name]!.verdict, name).toMatch(/in texts of \d+ tokens pair 63 turns/);
      }
      expect(columns.exllamav3!.serves).toBe(false);
      expect(columns.exllamav3!.verdict).toContain("raises an error");
    },
  );

  test("dynamic NTK that is asked for beyond its length is computed anew", () => {
    const { transformers, exact } = columnsOf(dynamic.config, { length: 16384 });
    expect(transformers!.frequencies).toEqual(exact.frequencies);
    const spec = { method: "rope", headDim: 64, pairing: "halves" } as const;
    const scaling = { type: "dynamic", factor: 2, originalLength: 8192 } as const;
    expectNear(exact.frequencies!, pe.frequencies({ ...spec, scaling, currentLength: 16384 }));
  });

  test("Qwen3-VL: ggml's pairs 61 and 62 never turn", () => {
    const config = { ...qwen3vl.config, max_position_embeddings: 262144 };
    const columns = columnsOf(config);
    for (const name of ["llama-cpp", "llama-cpp-cuda"]) {
      const { frequencies, phases, verdict } = columns[name]!;
      const still = frequencies!.flatMap((f, pair) => (f === 0 ? [pair] : []));
      expect(still).toEqual([61, 62]);
      expect(phases![61]).toBeCloseTo(-0.108, 3);
      expect(phases![62]).toBeCloseTo(-0.085, 3);
      expect(verdict).toContain("pairs 61 and 62 never turn");
    }
    const qwen35 = { ...config, head_dim: 64, hidden_size: 64 * config.num_attention_heads };
    const rule = { ...config.rope_scaling, mrope_section: [11, 11, 10] };
    const narrow = columnsOf({ ...qwen35, rope_scaling: rule });
    expect(narrow["llama-cpp"]!.frequencies).toEqual(narrow.exact.frequencies);
  });

  test("GLM: MLX rotates the whole head; MiniMax-M2: transformers does", () => {
    const glm = columnsOf({ model_type: "glm" });
    expect([glm.exact.width, glm.transformers!.width, glm.mlx!.width]).toEqual([64, 64, 128]);
    const minimax = { model_type: "minimax_m2", head_dim: 128, rotary_dim: 64, rope_theta: 5e6 };
    const columns = columnsOf(minimax);
    expect([columns.exact.width, columns.vllm!.width, columns.mlx!.width]).toEqual([64, 64, 64]);
    expect(columns.transformers!.width).toBe(128);
    expect(columns.transformers!.verdict).toContain(
      "drops rotary_dim: it rotates 128 channels of 128, not 64",
    );
  });

  test("LongRoPE: which list, from where", () => {
    const short = columnsOf(phi3.config, { length: 4096 });
    const long = columnsOf(phi3.config, { length: 4097 });
    const names = ["transformers", "vllm", "sglang", "llama-cpp", "mlx", "exllamav3", "onnxruntime-genai"];
    const listsIn = (columns: Record<string, EngineColumn>) => names.map((name) => columns[name]!.list!.list);
    // exllamav3 goes by the length in the config.
    expect(listsIn(short)).toEqual(["short", "short", "short", "short", "long", "long", "short"]);
    // In SGLang position 4096 is not over 4096.
    expect(listsIn(long)).toEqual(["long", "long", "short", "long", "long", "long", "long"]);
    const served = columnsOf(phi3.config);
    for (const name of ["vllm", "llama-cpp", "exllamav3", "mlx"]) {
      expect(served[name]!.differsFrom, name).toBe(2);
      expect(served[name]!.scores!.find(({ length }) => length === 4096)!.relative, name).toBeGreaterThan(
        0.5,
      );
      expect(served[name]!.scores!.find(({ length }) => length === 8192)!.relative, name).toBeLessThan(1e-3);
    }
    for (const name of ["transformers", "onnxruntime-genai"])
      expect(served[name]!.differsFrom, name).toBeNull();
    const tooEarly =
      "uses the long list for texts of up to 4096 tokens, too: in texts of 2 tokens pair 31 turns";
    expect(served.vllm!.verdict).toContain(tooEarly);
    expect(served.sglang!.verdict).toContain(
      "changes to the long list one token later: in texts of 4097 tokens",
    );
    expect(served.mlx!.attentionFactor).toBeCloseTo(Math.sqrt(1 + Math.log(32) / Math.log(4096)), 14);
  });

  test("YaRN without beta_fast: ONNX Runtime GenAI stops", () => {
    const columns = columnsOf({ ...qwen25.config, max_position_embeddings: 131072 });
    expect(columns["onnxruntime-genai"]!.serves).toBe(false);
    expect(columns.exllamav3!.frequencies).toEqual(columns.exact.frequencies);
  });

  test("a factor of null: the ratio of the lengths in transformers, no scaling in llama.cpp, an error in others", () => {
    const rule = { rope_type: "yarn", factor: null, beta_fast: 32, original_max_position_embeddings: 4096 };
    const columns = columnsOf({ ...llama, max_position_embeddings: 16384, rope_scaling: rule });
    for (const name of ["exact", "transformers", "exllamav3"])
      expect(columns[name]!.attentionFactor, name).toBeCloseTo(0.1 * Math.log(4) + 1, 14);
    expect(columns["llama-cpp"]!.attentionFactor).toBe(1);
    for (const name of ["vllm", "vllm@926c71f", "vllm@ffdc985", "sglang", "mlx"])
      expect(columns[name]!.verdict, name).toContain("raises an error, because factor is null");
  });

  test("exllamav3 takes the ratio of the lengths for factor", () => {
    const { exllamav3 } = columnsOf({ ...qwen25.config, max_position_embeddings: 65536 });
    expect(exllamav3!.attentionFactor).toBeCloseTo(0.1 * Math.log(2) + 1, 14);
  });

  test("proportional: vLLM and SGLang do not divide by factor", () => {
    const config = structuredClone(gemma4.config) as typeof gemma4.config;
    Object.assign(config.rope_parameters.full_attention, { factor: 8 });
    const { layers } = compare(config);
    const { exact, engines: columns } = layers.find(({ kind }) => kind === "full_attention")!;
    for (const column of columns) {
      if (["vllm", "sglang"].includes(column.engine)) expect(ratio(column, exact, 1)).toBeCloseTo(8, 12);
      if (["transformers", "mlx", "exllamav3"].includes(column.engine))
        expect(column.frequencies).toEqual(exact.frequencies);
      if (column.engine === "llama-cpp") expect(column.frequencies).toBeNull();
    }
  });
});
