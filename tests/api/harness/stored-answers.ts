/** Answers that engines gave to small probes: `npm run engines` wrote them to tests/fixtures/engines. */
import { readdirSync, readFileSync } from "node:fs";
import { gunzipSync } from "node:zlib";
import { makeProbe, type ProbeAnswers } from "posenc/probe";

export interface StoredRuns {
  engine: string;
  version: string;
  length: number;
  /** The log-probabilities at each position; left out if there is one for each token. */
  top?: number;
  answers: Record<string, { config: Record<string, unknown>; file?: string; rows?: string; error?: string }>;
}

const folder = new URL("../../fixtures/engines/", import.meta.url);

/** The files whose names begin so, by the names of their engines. */
export const storedRuns = (start: "answers" | "largest"): StoredRuns[] =>
  readdirSync(folder)
    .filter((name) => name.startsWith(`${start}-`) && name !== "answers-planted.json")
    .map((name) => JSON.parse(readFileSync(new URL(name, folder), "utf8")));

/** A probe and an engine's answers to it. */
export function storedAnswers({ engine, length, top, answers }: StoredRuns, name: string) {
  const { config, rows } = answers[name]!;
  const format = engine === "llama-cpp-gguf" ? "gguf" : "safetensors";
  const probe = makeProbe(config, { length, format, top });
  const bytes = gunzipSync(Buffer.from(rows!, "base64"));
  const floats = (from: number) =>
    new Float32Array(bytes.buffer.slice(bytes.byteOffset + from, bytes.byteOffset + bytes.length));
  const { prompt, prompts, vocab } = probe.plan;
  const given: ProbeAnswers | ProbeAnswers[] =
    prompts === undefined
      ? {
          tokens: prompt,
          logprobs: prompt.map((_, t) => [...floats(0).subarray(t * vocab, (t + 1) * vocab)]),
        }
      : prompts.map((tokens, i) => {
          const values = floats(prompts.length * length * top!);
          return {
            tokens,
            logprobs: tokens.map((_, t) => largestAt(bytes, values, (i * length + t) * top!, top!)),
          };
        });
  return { ...probe, config, answers: given };
}

/** As servers give them: by ids of tokens. */
const largestAt = (ids: Uint8Array, values: Float32Array, from: number, count: number) =>
  Object.fromEntries(Array.from({ length: count }, (_, i) => [ids[from + i]!, values[from + i]!]));
