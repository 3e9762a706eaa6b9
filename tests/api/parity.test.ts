/** Two programs side by side: the differences of phase that `compare` sums up, position by position. */
import { compare, engines, parity } from "posenc/engines";
import { describe, expect, test } from "vitest";
import { expectError } from "./harness/expect-error.ts";

const gptOss = { model_type: "gpt_oss" };
const TURN = 2 * Math.PI;

/** An angle less whole turns. */
const reduced = (angle: number) => angle - TURN * Math.round(angle / TURN);

/** Configs with each rule, so that each order of operations has all of its steps. */
const configs = {
  plain: { model_type: "llama" },
  linear: { model_type: "llama", rope_scaling: { rope_type: "linear", factor: 4 } },
  dynamic: { model_type: "llama", rope_scaling: { rope_type: "dynamic", factor: 4 } },
  yarn: gptOss,
  sections: { model_type: "qwen3_vl" },
  longrope: {
    model_type: "phi3",
    max_position_embeddings: 131072,
    original_max_position_embeddings: 4096,
    rope_scaling: {
      type: "longrope",
      short_factor: new Array(48).fill(1.1),
      long_factor: new Array(48).fill(2.3),
    },
  },
} as const;

describe.each(Object.entries(configs))("%s", (_, config) => {
  const length = 8192;
  const { layers } = compare(config, { length });
  const columns = layers[0]!.engines.filter(({ phases }) => phases !== null);

  test.each(columns.map(({ engine }) => engine))(
    "%s has the phases of compare, less whole turns",
    (engine) => {
      const { phases } = columns.find((column) => column.engine === engine)!;
      const own = parity(config, { engines: [engine, "posenc"], length });
      expect(own.pairs).toBe(phases!.length);
      [...own.at(length)].forEach((difference, pair) => {
        // 1e-12: a turn of phases up to 8192 rad is taken off in two ways
        expect(Math.abs(reduced(difference - phases![pair]!))).toBeLessThan(1e-11);
      });
    },
  );
});

test("rounding YaRN's ramp moves pair 12 of gpt-oss by 0.90 rad at position 4096", () => {
  // vllm-project/vllm#27722; computed by hand from the ends of the ramp, 8.0928 and 17.398
  const { at } = parity(gptOss, { engines: ["vllm@ffdc985", "posenc"] });
  expect(at(4096)[12]).toBeCloseTo(0.9, 2);
});

test("a mean is that of the sizes at its positions", () => {
  const { at, mean, pairs } = parity(gptOss, { engines: ["llama-cpp-cuda", "mlx"], length: 4096 });
  const sums = new Float64Array(pairs);
  for (let position = 1000; position < 1100; position++)
    at(position).forEach((difference, pair) => {
      sums[pair]! += Math.abs(difference) / 100;
    });
  const means = mean(1000, 1100);
  sums.forEach((sum, pair) => {
    expect(means[pair]).toBeCloseTo(sum, 12);
  });
  expect(mean(0, 1)).toEqual(new Float64Array(pairs)); // no rotation at position 0
});

test("scores are those of compare if the second program is exact, and 0 between two of the same", () => {
  const [layer] = compare(gptOss).layers;
  const { scores } = layer!.engines.find(({ engine }) => engine === "vllm@ffdc985")!;
  expect(parity(gptOss, { engines: ["vllm@ffdc985", "posenc"] }).scores).toEqual(scores);
  for (const { rms } of parity(gptOss, { engines: ["vllm", "transformers"] }).scores) expect(rms).toBe(0);
});

test("kinds of layers are compared one by one", () => {
  const config = { model_type: "gemma3_text" };
  const both = { engines: ["mlx", "posenc"] };
  const first = parity(config, both);
  expect([first.kind, first.kinds]).toEqual(["sliding_attention", ["sliding_attention", "full_attention"]]);
  const other = parity(config, { ...both, kind: "full_attention" });
  expect(other.sides[1].frequencies).not.toEqual(first.sides[1].frequencies);
});

test("arguments are checked, and what is not served or not known is told", () => {
  const two = { engines: ["mlx", "posenc"] };
  expectError(() => parity(gptOss, { engines: ["mlx"] }), RangeError, "length", "engines");
  expectError(() => parity(gptOss, { engines: ["mlx", "mlxx"] }), RangeError, "range", "engines[1]");
  expectError(() => parity(gptOss, { ...two, kind: "global" }), RangeError, "range", "kind");
  expectError(() => parity(gptOss, { ...two, length: 0 }), RangeError, "range", "length");
  expectError(() => parity({ model_type: "bert" }, two), RangeError, "unsupported", "config");
  expectError(() => parity(gptOss, { engines: ["diffusers", "posenc"] }), Error, "unsupported", "engines");
  expectError(() => parity(gptOss, two).at(-1), RangeError, "range", "position");
  expectError(() => parity(gptOss, two).mean(8, 8), RangeError, "range", "to");
});

describe("compare says", () => {
  test("of each program whether it differs, as its sentence does", () => {
    for (const config of Object.values(configs))
      for (const { engines: columns } of compare(config).layers)
        for (const { differs, serves, known, verdict } of columns) {
          const isSame = /computes the same rotation/.test(verdict);
          expect(differs, verdict).toBe(serves && !isSame && !/has no answer|is not known for/.test(verdict));
          if (isSame) expect(known, verdict).toBe(true);
        }
  });

  test("all in one sentence", () => {
    expect(compare(gptOss).verdict).toMatch(/^Something differs in 4 of 10 engines; vLLM \(ffdc985/);
    expect(compare(gptOss, { engines: ["mlx"] }).verdict).toMatch(/^MLX .* rounds the ends of YaRN's ramp/);
    expect(compare(gptOss, { engines: ["vllm"] }).verdict).toBe(
      "1 engine computes the same rotation, up to rounding.",
    );
    expect(compare({ model_type: "llama" }).verdict).toBe(
      `${engines().length - 1} engines compute the same rotation, up to rounding.`,
    );
    expect(compare({ model_type: "bert" }).verdict).toBe(
      "No layer has a rotation that is understood, so there is nothing to compare.",
    );
  });
});
