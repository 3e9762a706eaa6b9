/** What llama.cpp computes from fields that few files have, and what is left open where a type's own file was not read. */
import { describe, expect, test } from "vitest";
import { columnsOf, expectNear, llama } from "./harness/columns.ts";

const column = (config: object) => columnsOf({ ...llama, ...config })["llama-cpp"]!;

describe("llama.cpp", () => {
  const rule = {
    rope_type: "llama3",
    factor: 8,
    low_freq_factor: 1,
    high_freq_factor: 4,
    original_max_position_embeddings: 2048,
  };

  test("divides the frequencies of Llama 3 by float32 numbers, for the length in the file", () => {
    const config = { ...llama, rope_scaling: rule };
    const { frequencies } = column(config);
    const exact = columnsOf(config).exact.frequencies!;
    for (const [pair, f] of frequencies!.entries())
      expect(Math.abs(f / exact[pair]! - 1)).toBeLessThanOrEqual(2 ** -24); // the rounding of a divisor
    const plain = columnsOf(llama).exact.frequencies!;
    expectNear(frequencies!.slice(-1), [plain.at(-1)! / 8]);
  });

  test("drops the rule of Llama 3 in Qwen 2, and leaves it open for types that were not run with it", () => {
    const plain = columnsOf(llama).exact.frequencies!;
    expectNear(column({ model_type: "qwen2", rope_scaling: rule }).frequencies!, plain);
    expect(column({ model_type: "olmo2", rope_scaling: rule }).frequencies).toBeNull();
  });

  test("takes base 10000 and no scaling for Gemma 2", () => {
    const own = { model_type: "gemma2", rope_theta: 800, rope_scaling: { rope_type: "linear", factor: 4 } };
    expectNear(column(own).frequencies!.slice(0, 2), [1, 10000 ** (-2 / 128)]);
  });

  test("scales by LongRoPE's attention factor for Phi-3, and leaves it open for other types", () => {
    const list = new Array(64).fill(2);
    const scaling = { type: "longrope", short_factor: list, long_factor: list };
    const lengths = { max_position_embeddings: 131_072, original_max_position_embeddings: 4096 };
    const factorOf = (type: string) =>
      column({ model_type: type, ...lengths, rope_scaling: scaling }).attentionFactor;
    expect(factorOf("phi3")).toBeCloseTo(Math.sqrt(1 + Math.log(32) / Math.log(4096)), 6);
    expect(factorOf("llama")).toBeNull();
  });
});
