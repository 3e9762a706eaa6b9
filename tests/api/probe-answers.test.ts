/** Answers that real engines gave to small probes, with all log-probabilities and with the 20 largest. */
import { createHash } from "node:crypto";
import { compare } from "posenc/engines";
import { makeProbe, readProbe } from "posenc/probe";
import { modelPositions } from "posenc/spec";
import { describe, expect, test } from "vitest";
import { agreementOf, factsOf } from "../measure/engines/measured.mjs";
import { expectError } from "./harness/expect-error.ts";
import { storedAnswers, storedRuns } from "./harness/stored-answers.ts";

const files = storedRuns("answers");

/** What each engine does otherwise than the config, seen when it was run. */
const differences: Record<string, Record<string, RegExp>> = {
  "llama-cpp": {
    // It has no windows in Mistral, takes 32 and 1 for YaRN's betas, and does not rotate every fourth layer of SmolLM3.
    "stored-window": /^Layer 0: window none, not 24\.$/,
    "stored-yarn": /^Layer 0: YaRN's betas are 32 and 1, not 4 and 0\.5\.$/,
    "stored-layers": /^Layer 0: it rotates, and the config does not\.$/,
  },
  // It takes 10000 for the base of Llama in files of transformers 5, and has no window in Mistral.
  mlx: {
    "stored-llama": /^Layer 0: base 10000, not 3000\.$/,
    "stored-window": /^Layer 0: window none, not 24\.$/,
  },
  // It never rounds the ends of YaRN's ramp.
  "onnxruntime-genai": {
    "stored-yarn": /^Layer 0: the ends of YaRN's ramp are not rounded\.$/,
  },
};

describe.each(files)("$engine $version", (file) => {
  test.each(Object.keys(file.answers).filter((name) => file.answers[name]!.rows !== undefined))(
    "%s",
    (name) => {
      const { plan, answers } = storedAnswers(file, name);
      // Q8_0 has blocks of 32 weights. The rows of the other configs do not fill whole blocks, and stay float16.
      if (file.engine === "llama-cpp-q8-0" && name === "stored-layers") {
        const error = expectError(() => readProbe(plan, answers), Error, "unsupported", "logprobs");
        expect(error.message).toMatch(/no window hides: the file is quantised, or the answers lack small/);
        return;
      }
      const { same, verdict } = readProbe(plan, answers);
      const expected = differences[file.engine.replace(/-(float16-cache|bfloat16|gguf|q8-0)$/, "")]?.[name];
      if (expected === undefined) expect(same, verdict).toBe(true);
      else expect(verdict).toMatch(expected);
    },
  );
});

test("llama.cpp answered to the very .gguf files that are written now", () => {
  const { answers, length } = files.find(({ engine }) => engine === "llama-cpp-gguf")!;
  expect(Object.keys(answers)).toHaveLength(6);
  for (const { config, file } of Object.values(answers)) {
    const bytes = makeProbe(config, { length, format: "gguf" }).files["model.gguf"]!;
    expect(createHash("sha256").update(bytes).digest("hex")).toBe(file);
  }
});

/** What engines do otherwise with the configs whose 20 largest log-probabilities are stored. */
const fromLargest: Record<string, Record<string, RegExp>> = {
  transformers: {},
  mlx: {
    mistral: /^Layer 0: window none, not 24\. /,
    gemma2: /^Layer 0: window none, not 24\. /,
    glm: /^Layer 0: it rotates 16 channels, not 8\. /,
    olmo3: /^Layer 0: base 800, not 500000\. /,
  },
  "llama-cpp": {
    mistral: /^Layer 0: window none, not 24\. /,
    qwen3: /^Layer 0: YaRN's betas are 32 and 1, not 4 and 0\.5\. /,
    smollm3: /^Layer 0: it rotates, and the config does not\. /,
    // Its converter writes base 10000 for GLM.
    glm: /^Layer 0: base 10000, not 300\. /,
    // Its converter writes no base for Gemma 2, whose default there is 10000.
    gemma2: /^Layer 0: 7 pairs turn at another speed, the worst 0\.1096 times as fast\. Layer 1: 7 pairs/,
    // OLMo 3 has one base for all layers there. It takes two layers of EXAONE 4 for a model without windows.
    olmo3: /^Layer 0: base 800, not 500000\. /,
    exaone4: /^Layer 0: window none, not 24\. Layer 1: it rotates, and the config does not\. /,
  },
};

describe.each(storedRuns("largest"))("20 log-probabilities of $engine $version", (file) => {
  const names = Object.keys(file.answers);

  test("are there for all 18 types", () => {
    expect(new Set(names.map((name) => file.answers[name]!.config.model_type)).size).toBe(18);
  });

  test.each(names)("%s", (name) => {
    const { config: given, error } = file.answers[name]!;
    if (error !== undefined) {
      // The engine's own error; mlx-lm loads the experts of gpt-oss only if they are quantised, as in the published files.
      const { layers } = compare(given, { engines: [file.engine] });
      expect(name === "gpt_oss" || layers.every(({ engines }) => !engines[0]!.serves), error).toBe(true);
      return;
    }
    const { plan, answers, config } = storedAnswers(file, name);
    const result = readProbe(plan, answers);
    const { same, known, verdict } = result;
    const expected = fromLargest[file.engine]![name];
    if (expected === undefined) expect([same, known], verdict).toEqual([true, true]);
    else expect(verdict).toMatch(expected);
    const comparison = compare(config, { engines: [file.engine], length: file.length, dtype: "float32" });
    const positions = modelPositions(config).layers;
    const { differs } = agreementOf({ comparison, positions, measured: { layers: factsOf(result) }, plan });
    expect(differs, verdict).toEqual([]);
  });
});

describe("each type, among 20 log-probabilities", () => {
  const file = storedRuns("largest").find(({ engine }) => engine === "transformers")!;
  const readOf = (name: string) => {
    const { plan, answers } = storedAnswers(file, name);
    return { plan, answers: answers as { tokens: number[]; logprobs: Record<string, number>[] }[] };
  };

  test.each(Object.keys(file.answers))("%s: a temperature and another probe are named", (name) => {
    const { plan, answers } = readOf(name);
    const other = makeProbe(
      { ...plan.config, max_position_embeddings: 12345 },
      { length: file.length, top: 20 },
    );
    expect([other.plan.vocab, other.plan.prompts]).toEqual([plan.vocab, plan.prompts]);
    const refusal = expectError(() => readProbe(other.plan, answers), RangeError, "range", "logprobs");
    expect(refusal.message).toContain("the answers are of another probe or prompt");
    for (const temperature of [0.8, 1.1]) {
      const warm = answers.map(({ tokens, logprobs }) => ({
        tokens,
        logprobs: logprobs.map((row) => {
          const values = Object.values(row).map((x) => x / temperature);
          const others = (plan.vocab - values.length) * Math.exp(Math.min(...values));
          const rest = Math.log(values.reduce((sum, x) => sum + Math.exp(x), others));
          return Object.fromEntries(Object.keys(row).map((token, i) => [token, values[i]! - rest]));
        }),
      }));
      const error = expectError(() => readProbe(plan, warm), RangeError, "range", "logprobs");
      expect(error.message).toContain(`as at temperature ${temperature}`);
    }
  });
});
