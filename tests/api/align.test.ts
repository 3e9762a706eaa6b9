/** Biases of queries at either end of their keys. */
import { type BiasOptions, load, type Spec } from "posenc/full";
import { describe, expect, test } from "vitest";
import { expectError } from "./harness/expect-error.ts";

const pe = await load();

const perceptron = {
  hiddenWeight: Float32Array.of(1, -0.5),
  hiddenBias: Float32Array.of(0, 0.25),
  outputWeight: Float32Array.of(1, 2, 3, 4),
};
/** One by relative position, one from a table, and one by the query's position as well. */
const methods: [Spec, Partial<BiasOptions>][] = [
  [{ method: "alibi" }, {}],
  [{ method: "t5" }, { table: Float32Array.from({ length: 64 }, (_, i) => i) }],
  [{ method: "fire" }, { perceptron }],
];

describe.each(methods)("%o", (spec, more) => {
  const few = { heads: 2, queries: 4, keys: 6, ...more };

  test.each([false, true])("align is the offset that it stands for, causal %s", (causal) => {
    const masked = { ...few, causal };
    expect(pe.bias(spec, { ...masked, align: "end" })).toEqual(pe.bias(spec, { ...masked, offset: 2 }));
    expect(pe.bias(spec, { ...masked, align: "start" })).toEqual(pe.bias(spec, { ...masked, offset: 0 }));
  });

  test.each(["start", "end"] as const)("without keys there are as many as queries, align %s", (align) => {
    const square = { ...few, keys: undefined, causal: true };
    expect(pe.bias(spec, { ...square, align })).toEqual(pe.bias(spec, square));
  });

  test("causal queries that are fewer than keys need it, or an offset", () => {
    expectError(() => pe.bias(spec, { ...few, causal: true }), TypeError, "missing", "offset");
    expect(pe.bias(spec, few)).toEqual(pe.bias(spec, { ...few, align: "start" }));
    expect(pe.bias(spec, { ...few, queries: 0, causal: true })).toHaveLength(0);
  });
});
