/** Attention over more tokens than a matrix of weights would have room for. */
import { expect, test } from "vitest";
import { random } from "./harness/each-call.ts";
import { loadFaulty } from "./harness/faulty-module.ts";

test("32 768 causal tokens of one head grow memory by less than 64 MiB", async () => {
  let memory: WebAssembly.Memory | undefined;
  const { pe } = await loadFaulty((module) => {
    memory = module.wasmMemory;
    return {};
  });
  const [tokens, headDim] = [32_768, 64];
  const x = random(tokens * headDim);
  // The window saves the test half a minute on a busy machine; memory is taken by the shape alone.
  const window = { before: 127 };
  const shape = { heads: 1, headDim, causal: true, window, rotary: { pairing: "halves" } } as const;
  const before = memory!.buffer.byteLength;
  const { output } = pe.attention({ q: x, k: x, v: x, ...shape });
  // q, k, v, the output and two tables of angles are 48 MiB; the weights would be 4 GiB.
  expect(memory!.buffer.byteLength - before).toBeLessThan(2 ** 26);
  const last = (rows: Float32Array) => rows.slice((tokens - 1) * headDim);
  const alone = pe.attention({ q: last(x), k: x, v: x, ...shape, offset: tokens - 1 }).output;
  expect(alone).toEqual(last(output));
});
