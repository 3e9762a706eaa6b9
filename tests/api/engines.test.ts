import { atlas } from "posenc/atlas";
import { compare, type EngineColumn, engines, type NumberType, safeLength } from "posenc/engines";
import { load, specFromConfig } from "posenc/full";
import { describe, expect, test } from "vitest";
import dynamic from "../fixtures/configs/dynamic.json" with { type: "json" };
import gemma4 from "../fixtures/configs/gemma-4.json" with { type: "json" };
import gptOss from "../fixtures/configs/gpt-oss.json" with { type: "json" };
import phi3 from "../fixtures/configs/phi-3.json" with { type: "json" };
import qwen25 from "../fixtures/configs/qwen-2.5-yarn.json" with { type: "json" };
import qwen3vl from "../fixtures/configs/qwen-3-vl.json" with { type: "json" };
import fixture from "../fixtures/engines.json" with { type: "json" };
import { expectError } from "./harness/expect-error.ts";

const pe = await load();

/** The columns of the first kind of layer, by the names of programs, and the exact one. */
function columnsOf(config: object, options: Parameters<typeof compare>[1] = {}) {
  const layer = compare(config, options).layers.at(-1)!;
  const columns = Object.fromEntries(layer.engines.map((column) => [column.engine, column]));
  return { exact: layer.exact, headDim: layer.headDim, ...columns } as Record<string, EngineColumn> & {
    exact: EngineColumn;
  };
}

const ratio = (column: EngineColumn, exact: EngineColumn, pair: number) =>
  column.frequencies![pair]! / exact.frequencies![pair]!;

const llama = { model_type: "llama", num_hidden_layers: 1, head_dim: 128, hidden_size: 4096 };
const largest = (numbers: readonly number[]) => Math.max(...numbers.map(Math.abs));

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
        expect(source.commit).toMatch(/^[0-9a-f]{7,40}$/);
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
    expect(columns["onnxruntime-genai"]!.attentionFactor).toBe(2);
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
        expect(columns[name]!.verdict, name).toMatch(/first in texts of \d+ tokens/);
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
    expect(listsIn(short)).toEqual(["short", "short", "short", "short", "long", "short", "short"]);
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
    expect(served.mlx!.attentionFactor).toBeCloseTo(Math.sqrt(1 + Math.log(32) / Math.log(4096)), 14);
  });

  test("YaRN without beta_fast: ONNX Runtime GenAI skips it", () => {
    const columns = columnsOf({ ...qwen25.config, max_position_embeddings: 131072 });
    const genai = columns["onnxruntime-genai"]!;
    expect(genai.attentionFactor).toBe(1);
    expectNear(
      genai.frequencies!,
      pe.frequencies({ method: "rope", headDim: 128, base: 1e6, pairing: "halves" }),
    );
    expect(genai.verdict).toContain("skips YaRN, because the rule has no beta_fast");
    expect(columns.exllamav3!.frequencies).toEqual(columns.exact.frequencies);
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

const names = { torch: "transformers", chain: "llama-cpp", powers: "llama-cpp-cuda" } as const;

describe("float32", () => {
  test.each(fixture.precision)("width $width, base $base: the largest error", (row) => {
    const config = { ...llama, head_dim: row.width, rope_theta: row.base };
    const columns = columnsOf(config, { length: row.position });
    for (const [way, name] of Object.entries(names)) {
      const { phases } = columns[name]!;
      const { errors, angles } = row as { errors: Record<string, string>; angles: Record<string, number[]> };
      expect(largest(phases!), name).toBeCloseTo(Number(errors[way]), 9);
      // Exact angles in float64 are off by 2^-53 of 131072.
      const own = phases!.map(
        (difference, pair) => difference + columns.exact.frequencies![pair]! * row.position,
      );
      own.forEach((angle, pair) => {
        expect(Math.abs(angle - angles[way]![pair]!), `${name} ${pair}`).toBeLessThan(1e-9);
      });
    }
  });

  const rules: Record<string, object> = {
    yarn: { ...gptOss.config },
    llama3: {
      ...llama,
      rope_theta: 500000,
      rope_scaling: {
        rope_type: "llama3",
        factor: 8,
        low_freq_factor: 1,
        high_freq_factor: 4,
        original_max_position_embeddings: 8192,
      },
    },
    linear: { ...llama, head_dim: 64, rope_scaling: { rope_type: "linear", factor: 3 } },
    longrope: {
      ...llama,
      head_dim: 64,
      max_position_embeddings: 131072,
      rope_scaling: {
        rope_type: "longrope",
        original_max_position_embeddings: 4096,
        short_factor: new Array(32).fill(1),
        long_factor: Array.from({ length: 32 }, (_, pair) => 1 + pair / 8),
      },
    },
  };

  test.each(fixture.orders)(
    "$rule in $program, operation by operation",
    ({ rule, program, position, angles }) => {
      const columns = columnsOf(rules[rule]!, { length: position, engines: [program] });
      const { phases } = columns[program]!;
      phases!.forEach((difference, pair) => {
        const angle = difference + columns.exact.frequencies![pair]! * position;
        expect(Math.abs(angle - angles[pair]!), `pair ${pair}`).toBeLessThan(1e-9);
      });
    },
  );
});

/** Frequencies of two computations in float64: each is a few units of the last place from the real number. */
function expectNear(own: readonly number[], right: ArrayLike<number>) {
  expect(own.length).toBe(right.length);
  own.forEach((f, pair) => {
    expect(Math.abs(f - right[pair]!)).toBeLessThanOrEqual(1e-14 * right[pair]!);
  });
}

describe("compare", () => {
  test("the exact column has the frequencies and the factor of posenc", () => {
    const models = [gptOss, phi3, qwen25, qwen3vl, dynamic, gemma4].map(({ config }) => config);
    for (const config of models) {
      for (const { exact, kind } of compare(config, { engines: [] }).layers) {
        const { layers } = specFromConfig(config);
        const spec = { ...(layers[kind] ?? layers.all)!, currentLength: 131072 };
        const length = compare(config).length;
        const own = { ...spec, pairing: "halves", currentLength: length } as never;
        expectNear(exact.frequencies!, pe.frequencies(own));
        expect(exact.attentionFactor).toBeCloseTo(pe.attentionFactor(own), 14);
        expect(exact.phases!.every((difference) => difference === 0)).toBe(true);
        expect(exact.scores!.every(({ rms }) => rms === 0)).toBe(true);
      }
    }
  });

  test("scores differ by the norm of the difference of both matrices", () => {
    const minimax = { model_type: "minimax_m2", head_dim: 128, rotary_dim: 64, rope_theta: 5e6 };
    const rule = {
      rope_type: "yarn",
      factor: 64,
      original_max_position_embeddings: 2 ** 20,
      attention_factor: 1,
    };
    const columns = {
      width: columnsOf(minimax).transformers!,
      // The ramp of YaRN is beyond all pairs, so that frequencies are plain.
      factor: columnsOf({
        ...llama,
        rope_theta: 500000,
        max_position_embeddings: 2 ** 26,
        rope_scaling: { ...rule, original_max_position_embeddings: 1e9 },
      })["vllm@926c71f"]!,
    };
    for (const { case: name, length, rms } of fixture.scores) {
      const got = columns[name as keyof typeof columns].scores!.find((row) => row.length === length)!;
      // Rounding of phases in float32 adds some 1e-4 at these lengths.
      expect(Math.abs(got.rms - Number(rms)), name).toBeLessThan(1e-3);
    }
  });

  test("is plain JSON with a version, the same at each call", () => {
    const result = compare(gptOss.config);
    expect(JSON.parse(JSON.stringify(result))).toEqual(result);
    expect(JSON.stringify(compare(JSON.stringify(gptOss.config)))).toBe(JSON.stringify(result));
    expect(result).toMatchObject({ version: 1, modelType: "gpt_oss", dtype: "bfloat16", epsilon: 0.01 });
    expect(result.layers.map(({ kind, count }) => [kind, count])).toEqual([
      ["sliding_attention", 18],
      ["full_attention", 18],
    ]);
  });

  test("the cache has the type of the activations, or float32", () => {
    const half = columnsOf(llama, { dtype: "float16" });
    expect(half.transformers!.cache).toEqual({ dtype: "float16", error: 2 ** -12 });
    expect(half.sglang!.cache).toEqual({ dtype: "float32", error: 2 ** -25 });
    expect(half.mlx!.cache).toEqual({ dtype: "none", error: 0 });
    expect(columnsOf(llama).vllm!.cache).toEqual({ dtype: "bfloat16", error: 2 ** -9 });
    expect(columnsOf(gptOss.config).vllm!.cache!.error).toBe(2 ** -8);
  });

  test("models of diffusion are those of diffusers", () => {
    const columns = columnsOf({ _class_name: "FluxTransformer2DModel" }, { length: 4096 });
    expect(columns.diffusers!.frequencies).toEqual(columns.exact.frequencies);
    expect(columns.diffusers!.cache!.dtype).toBe("float32");
    expect(columns.transformers!.serves).toBe(false);
    expect(columnsOf(llama).diffusers!.serves).toBe(false);
  });

  test("answers that are not known are null, and named", () => {
    const rule = {
      rope_type: "yarn",
      factor: 40,
      original_max_position_embeddings: 4096,
      mscale: 1,
      mscale_all_dim: 1,
    };
    const columns = columnsOf({ model_type: "deepseek_v3", rope_scaling: rule });
    for (const column of Object.values(columns)) {
      for (const question of column.unknown ?? []) expect(column[question]).toBeNull();
    }
    expect(columns.vllm!.unknown).toContain("softmaxScale");
    expect(columns.vllm!.verdict).toContain("their source was not read");
    expect(
      columnsOf({ model_type: "unheard_of", head_dim: 64, rope_theta: 1e4, num_hidden_layers: 1 }).mlx!
        .serves,
    ).toBe(false);
  });

  test("every type of the atlas is compared, to numbers", () => {
    const chosen = { engines: ["transformers", "llama-cpp", "mlx"], length: 1024 };
    let compared = 0;
    for (const { type } of atlas()) {
      for (const { engines: columns, exact } of compare({ model_type: type }, chosen).layers) {
        for (const column of [exact, ...columns]) {
          const numbers = [...(column.frequencies ?? []), ...(column.phases ?? [])];
          expect(numbers.every(Number.isFinite), `${type} ${column.engine}`).toBe(true);
          expect(column.verdict, type).toMatch(/^\S.*\.$/);
          expect(column.verdict, type).not.toMatch(/undefined|NaN|null|Infinity/);
          compared++;
        }
      }
    }
    expect(compared).toBeGreaterThan(1000);
  });

  test("refuses other arguments", () => {
    expectError(() => compare(5 as never), TypeError, "type", "config");
    expectError(() => compare("{"), TypeError, "type", "config");
    expectError(() => compare(llama, { engines: "vllm" as never }), TypeError, "type", "engines");
    const error = expectError(() => compare(llama, { engines: ["vlm"] }), RangeError, "range", "engines[0]");
    expect(error.message).toContain('did you mean "vllm"');
    expectError(() => compare(llama, { length: 0 }), RangeError, "range", "length");
    expectError(() => compare(llama, { length: 1.5 }), RangeError, "range", "length");
    expectError(() => compare(llama, { dtype: "int8" as never }), RangeError, "range", "dtype");
    expectError(() => compare(llama, { epsilon: 0 }), RangeError, "range", "epsilon");
    expectError(() => compare(llama, { pairing: "third" as never }), RangeError, "range", "pairing");
    expectError(() => compare(llama, { lenght: 5 } as never), TypeError, "unknown-option", "lenght");
  });
});

/** A number rounded to a type, ties to even. Without overflow. */
function rounded(x: number, type: NumberType): number {
  if (type === "float64" || x === 0) return x;
  if (type === "float32") return Math.fround(x);
  const [bits, least] = type === "bfloat16" ? [8, -126] : [11, -14];
  let exponent = Math.max(Math.floor(Math.log2(Math.abs(x))), least);
  if (2 ** exponent > Math.abs(x)) exponent--;
  const unit = 2 ** (Math.max(exponent, least) - bits + 1);
  const steps = x / unit;
  const down = Math.floor(steps);
  const rest = steps - down;
  return unit * (rest > 0.5 || (rest === 0.5 && down % 2 !== 0) ? down + 1 : down);
}

describe("safeLength", () => {
  const spec = { method: "rope", headDim: 16, pairing: "halves" } as const;

  test.each([
    ["bfloat16", 256],
    ["float16", 2048],
    ["float32", 2 ** 24],
    ["float64", 2 ** 53],
  ] as const)("positions in %s collide from %d on", (type, first) => {
    expect(safeLength(spec, { positions: type }).collision).toBe(first);
    if (type === "float64") return;
    expect(rounded(first, type)).toBe(rounded(first + 1, type));
    expect(rounded(first - 1, type)).not.toBe(rounded(first, type));
  });

  const pipelines: Record<
    string,
    Partial<Record<"positions" | "frequencies" | "phase" | "cache", NumberType>>
  > = {
    "float32 throughout": {},
    "a cache in bfloat16": { cache: "bfloat16" },
    "a cache in float16": { cache: "float16" },
    "positions in bfloat16": { positions: "bfloat16" },
    "frequencies in bfloat16": { frequencies: "bfloat16" },
    "phases in float16": { phase: "float16" },
    "bfloat16 throughout": {
      positions: "bfloat16",
      frequencies: "bfloat16",
      phase: "bfloat16",
      cache: "bfloat16",
    },
  };

  test.each(Object.entries(pipelines))("the bound holds, and is not far off: %s", (_, types) => {
    const { positions = "float32", frequencies = "float32", phase = "float32", cache = "float32" } = types;
    const exact = pe.frequencies(spec);
    for (const length of [16, 300, 5000]) {
      const entryOf = (position: number, pair: number) => {
        const angle = rounded(rounded(position, positions) * rounded(exact[pair]!, frequencies), phase);
        return [rounded(Math.cos(angle), cache), rounded(Math.sin(angle), cache)] as const;
      };
      let worst = 0;
      for (let trial = 0; trial < 3000; trial++) {
        const [m, n] = [length - 1 - (trial % 7), (trial * 131) % length];
        const pair = trial % exact.length;
        const [a, b] = [entryOf(m, pair), entryOf(n, pair)];
        // Query and key of norm 1 in one pair, where errors are not diluted.
        const [s, t] = [trial * 0.7, trial * 1.3];
        const q = [Math.cos(s), Math.sin(s)] as const;
        const k = [Math.cos(t), Math.sin(t)] as const;
        const turn = ([x, y]: readonly [number, number], [c, w]: readonly [number, number]) =>
          [x * c - y * w, x * w + y * c] as const;
        const [u, v] = [turn(q, a), turn(k, b)];
        const score = u[0] * v[0] + u[1] * v[1];
        const right = Math.cos(s - t + (m - n) * exact[pair]!);
        worst = Math.max(worst, Math.abs(score - right));
      }
      const { error } = safeLength(spec, { ...types, length });
      expect(worst).toBeLessThanOrEqual(error! + 1e-12);
      // Errors of both sides rarely add up, and all parts of the bound at once never.
      expect(error!).toBeLessThan(15 * worst);
    }
  });

  test("the safe length is the last one within the tolerance", () => {
    const options = { positions: "bfloat16", tolerance: 0.5 } as const;
    const { safe } = safeLength(spec, options);
    expect(safe).toBeGreaterThanOrEqual(256);
    expect(safeLength(spec, { ...options, length: safe }).error).toBeLessThanOrEqual(0.5);
    expect(safeLength(spec, { ...options, length: safe + 1 }).error).toBeGreaterThan(0.5);
    expect(safeLength(spec, { cache: "bfloat16", tolerance: 1e-3 }).safe).toBe(0);
    const double = {
      positions: "float64",
      frequencies: "float64",
      phase: "float64",
      cache: "float64",
    } as const;
    expect(safeLength(spec, double).safe).toBe(2 ** 24);
  });

  test("angles and positions beyond float16 have no bound", () => {
    const { error, errors } = safeLength(spec, { phase: "float16", length: 100000 });
    expect(error).toBeNull();
    expect(errors.find(({ length }) => length === 32768)!.error).not.toBeNull();
    expect(safeLength(spec, { positions: "float16", length: 65520 }).error).not.toBeNull();
    expect(safeLength(spec, { positions: "float16", length: 65521 }).error).toBeNull();
  });

  test("an attention factor multiplies the error", () => {
    const yarn = {
      ...spec,
      scaling: { type: "yarn", factor: 1, originalLength: 4096, attentionFactor: 2 },
    } as const;
    const [plain, twice] = [spec, yarn].map((own) => safeLength(own, { length: 100000 }).error!);
    expect(twice! / plain!).toBeCloseTo(4, 3);
  });

  test("refuses other arguments", () => {
    expectError(() => safeLength({ method: "alibi" } as never), RangeError, "range", "method");
    expectError(() => safeLength(spec, { cache: "int8" as never }), RangeError, "range", "cache");
    expectError(() => safeLength(spec, { length: 0 }), RangeError, "range", "length");
    expectError(() => safeLength(spec, { tolerance: 5 }), RangeError, "range", "tolerance");
    expectError(() => safeLength(spec, { types: "float16" } as never), TypeError, "unknown-option", "types");
  });
});
