import { atlas } from "posenc/atlas";
import { compare } from "posenc/engines";
import { load, specFromConfig } from "posenc/full";
import { describe, expect, test } from "vitest";
import dynamic from "../fixtures/configs/dynamic.json" with { type: "json" };
import gemma4 from "../fixtures/configs/gemma-4.json" with { type: "json" };
import gptOss from "../fixtures/configs/gpt-oss.json" with { type: "json" };
import phi3 from "../fixtures/configs/phi-3.json" with { type: "json" };
import qwen25 from "../fixtures/configs/qwen-2.5-yarn.json" with { type: "json" };
import qwen3vl from "../fixtures/configs/qwen-3-vl.json" with { type: "json" };
import fixture from "../fixtures/engines.json" with { type: "json" };
import { columnsOf, expectNear, largest, llama } from "./harness/columns.ts";
import { expectError } from "./harness/expect-error.ts";

const pe = await load();

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

  test("scores differ by the largest norm of the difference of both matrices", () => {
    const minimax = { model_type: "minimax_m2", head_dim: 128, rotary_dim: 64, rope_theta: 5e6 };
    const rule = { rope_type: "yarn", factor: 64, attention_factor: 1 };
    // The ramp of YaRN is beyond all pairs, so that frequencies are plain.
    const beyond = { ...rule, original_max_position_embeddings: 1e9 };
    const plain = { ...llama, rope_theta: 500000 };
    const columns = {
      width: columnsOf(minimax).transformers!,
      factor: columnsOf({ ...plain, max_position_embeddings: 2 ** 26, rope_scaling: beyond })[
        "vllm@926c71f"
      ]!,
      ramp: columnsOf(gptOss.config)["vllm@ffdc985"]!,
      rounding: columnsOf(plain).transformers!,
    };
    for (const { case: name, length, distance, rms } of fixture.scores) {
      const got = columns[name as keyof typeof columns].scores!.find((row) => row.length === length)!;
      const most = Number(rms);
      const what = `${name} at ${length}`;
      // Rounding of phases in float32, which only one of the cases has in its numbers, adds 1e-3 at most at these lengths.
      const slack = name === "rounding" ? 1e-7 * most : 1e-3;
      expect(got.rms, what).toBeLessThan(most + slack);
      expect(got.distance, what).toBeLessThan(length);
      // What is said of distances that are not looked at.
      const share = length <= 1024 ? 1 : name === "rounding" ? 0.8 : 0.97;
      expect(got.rms, what).toBeGreaterThan(share * most - slack);
      if (name === "rounding" && length <= 1024) expect(got.distance, what).toBe(distance);
    }
  });

  test("is plain JSON with a version, the same at each call", () => {
    const result = compare(gptOss.config);
    expect(JSON.parse(JSON.stringify(result))).toEqual(result);
    expect(JSON.stringify(compare(JSON.stringify(gptOss.config)))).toBe(JSON.stringify(result));
    expect(result).toMatchObject({ version: 2, modelType: "gpt_oss", dtype: "bfloat16", epsilon: 0.01 });
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
