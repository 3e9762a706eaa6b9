/** Answers that real engines gave to small probes: `npm run engines` wrote the files. */
import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { makeProbe, readProbe } from "posenc/probe";
import { describe, expect, test } from "vitest";

const folder = new URL("../fixtures/engines/", import.meta.url);

interface File {
  engine: string;
  version: string;
  length: number;
  answers: Record<string, { config: object; file?: string; rows?: string; error?: string }>;
}

const files: File[] = readdirSync(folder)
  .filter((name) => name.startsWith("answers-") && name !== "answers-planted.json")
  .map((name) => JSON.parse(readFileSync(new URL(name, folder), "utf8")));

function read(file: File, name: string) {
  const { config, rows } = file.answers[name]!;
  const { plan } = makeProbe(config, { length: file.length });
  const bytes = Buffer.from(rows!, "base64");
  const values = new Float32Array(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length));
  const logprobs = plan.prompt.map((_, t) => {
    const from = Math.max(0, t - plan.headDim) * plan.vocab;
    return values.subarray(from, from + plan.vocab);
  });
  return { ...readProbe(plan, { tokens: plan.prompt, logprobs }), plan };
}

/** What each engine does otherwise than the config, seen when it was run. */
const differences: Record<string, Record<string, RegExp>> = {
  "llama-cpp": {
    // It has no windows in Mistral, takes 32 and 1 for YaRN's betas, and does not rotate every fourth layer of SmolLM3.
    "stored-window": /^Layer 0: window none, not 24\.$/,
    "stored-yarn": /^Layer 0: 2 pairs turn at another speed, the worst 0\.5000 times as fast\.$/,
    "stored-layers": /^Layer 0: it rotates, and the config does not\.$/,
  },
  // It takes 10000 for the base of Llama in files of transformers 5, and has no window in Mistral.
  mlx: {
    "stored-llama": /^Layer 0: base 10000, not 3000\.$/,
    "stored-window": /^Layer 0: window none, not 24\.$/,
  },
  // It never rounds the ends of YaRN's ramp.
  "onnxruntime-genai": {
    "stored-yarn": /^Layer 0: 2 pairs turn at another speed, the worst 0\.8035 times as fast\.$/,
  },
};

describe.each(files)("$engine $version", (file) => {
  test.each(Object.keys(file.answers).filter((name) => file.answers[name]!.rows !== undefined))(
    "%s",
    (name) => {
      const { same, verdict } = read(file, name);
      const expected = differences[file.engine.replace(/-(float16-cache|bfloat16|gguf)$/, "")]?.[name];
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
