/** A text that arrives in chunks, with a cache of rotated keys, as in Llama 3.1, against independent numbers. */
import { load } from "posenc/full";
import { expect, test } from "vitest";
import { fixture } from "./harness/fixture.ts";

const pe = await load();
const text = fixture("cache");
const { tokens, heads, kvHeads, headDim, first, base, scaling } = text;
const floats = (timesEight: number[]) => Float32Array.from(timesEight, (value) => value / 8);
const [q, k, v] = [floats(text.qTimes8), floats(text.kTimes8), floats(text.vTimes8)];
const rotary = { base, scaling, headDim, pairing: "halves" } as const;

/** The output for all tokens. Each chunk rotates its own keys and appends them to the cache. */
function inChunks(chunks: number[], place: (past: number) => object): Float32Array {
  const [keys, output] = [new Float32Array(k.length), new Float32Array(q.length)];
  let past = 0;
  for (const count of chunks) {
    const end = past + count;
    const part = (x: Float32Array, width: number) => x.subarray(past * width, end * width);
    const [wide, narrow] = [heads * headDim, kvHeads * headDim];
    const start = first + past;
    pe.rotate(part(k, narrow), { ...rotary, heads: kvHeads, start, out: part(keys, narrow) });
    pe.attention({
      q: pe.rotate(part(q, wide), { ...rotary, heads, start }),
      k: keys.subarray(0, end * narrow),
      v: v.subarray(0, end * narrow),
      ...{ heads, kvHeads, headDim, causal: true, ...place(past), out: part(output, wide) },
    });
    past = end;
  }
  return output;
}

// A score is off by at most (36 + 3.5) · 2^-24 · scale · |q| |k|, with |q| |k| ≤ 16 and scale 1/4; a weight by twice that, of
// its size; and the sum of values, which are at most 1, by 39 · 2^-24.
const bound = (2 * 39.5 * 4 + 39) * 2 ** -24;

test.each<[name: string, chunks: number[]]>([
  ["two chunks and a decoded token", [4, 3, 1]],
  ["one token at a time", new Array(tokens).fill(1)],
  ["all at once", [tokens]],
])("%s", (_, chunks) => {
  const output = inChunks(chunks, (offset) => ({ offset }));
  for (const [n, digits] of (text.output as string[]).entries())
    expect(Math.abs(output[n]! - Number(digits))).toBeLessThan(bound);
  expect(inChunks(chunks, () => ({ align: "end" }))).toEqual(output);
});
