/** The programs of the guide to Llama 3.1 with a cache, against independent numbers. */
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { load, type Posenc } from "posenc/full";
import { expect, test } from "vitest";
import { runNumpy } from "../browser/harness/numpy.ts";
import { fixture } from "./harness/fixture.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));
const source = (name: string) => readFileSync(join(root, "web/site/reference/guides", name), "utf8");

const text = fixture("cache");
const { tokens, heads, kvHeads, headDim, first, base, scaling } = text;
const expected = (text.output as string[]).map(Number);
const floats = (timesEight: number[]) => Float32Array.from(timesEight, (value) => value / 8);
const [q, k, v] = [floats(text.qTimes8), floats(text.kTimes8), floats(text.vTimes8)];

/** A config.json of Llama 3.1, with the small shape of the fixture. */
const config = JSON.stringify({
  model_type: "llama",
  num_attention_heads: heads,
  num_key_value_heads: kvHeads,
  head_dim: headDim,
  max_position_embeddings: 131072,
  rope_theta: base,
  rope_scaling: {
    rope_type: scaling.type,
    factor: scaling.factor,
    low_freq_factor: scaling.lowFreqFactor,
    high_freq_factor: scaling.highFreqFactor,
    original_max_position_embeddings: scaling.originalLength,
  },
});

interface Guide {
  shapeOf(config: string): object;
  run(pe: Posenc, shape: object, chunks: object[], room: number, first: number): Float32Array[];
}

async function guide(): Promise<Guide> {
  const folder = join(root, "build/guide"); // within the package, so that its public name resolves
  mkdirSync(folder, { recursive: true });
  const file = join(folder, "llama-cache.mjs");
  writeFileSync(file, source("llama-cache.js"));
  return import(/* @vite-ignore */ pathToFileURL(file).href);
}

// The reason for this size is in cache.test.ts.
const bound = (2 * 36.5 * 4 + 35) * 2 ** -24;

test.each<[name: string, chunks: number[]]>([
  ["a prompt in two chunks and a decoded token", [4, 3, 1]],
  ["one token at a time", new Array(tokens).fill(1)],
  ["all at once", [tokens]],
])("%s", async (_, counts) => {
  const [pe, { shapeOf, run }] = [await load(), await guide()];
  let past = 0;
  const chunks = counts.map((count) => {
    const part = (x: Float32Array, of: number) => x.slice(past * of * headDim, (past + count) * of * headDim);
    const chunk = { q: part(q, heads), k: part(k, kvHeads), v: part(v, kvHeads) };
    past += count;
    return chunk;
  });
  const output = run(pe, shapeOf(config), chunks, tokens, first).flatMap((part) => [...part]);
  expect(output).toHaveLength(expected.length);
  for (const [n, value] of expected.entries()) expect(Math.abs(output[n]! - value)).toBeLessThan(bound);
});

test("the program in NumPy gives the same numbers", async () => {
  const array = (name: string, timesEight: number[], of: number) =>
    `${name} = np.array(${JSON.stringify(timesEight)}).reshape(${tokens}, ${of}, ${headDim}) / 8`;
  const { factor, lowFreqFactor, highFreqFactor, originalLength } = scaling;
  const program = `${source("llama-cache.py")}
${array("q", text.qTimes8, heads)}
${array("k", text.kTimes8, kvHeads)}
${array("v", text.vTimes8, kvHeads)}
rule = frequencies(${base}, ${headDim}, ${factor}, ${lowFreqFactor}, ${highFreqFactor}, ${originalLength})
output = attention(q, k, v, ${first}, rule)
`;
  const { shape, values } = await runNumpy(program, "output");
  expect(shape).toEqual([tokens, heads, headDim]);
  // Angles of doubles near 20 000 are off by 2^-39 at most, and outputs by some tens of that.
  for (const [n, value] of expected.entries()) expect(Math.abs(values[n]! - value)).toBeLessThan(2 ** -33);
});
