/** One object for a spec and the options: the same results as two arguments, in both ways to give the spec. */
import { load as loadSmall } from "posenc";
import { load, type Spec } from "posenc/full";
import { expect, test } from "vitest";
import { expectError } from "./harness/expect-error.ts";

const pe = await load();
const small = await loadSmall();

const sinusoidal = { method: "sinusoidal", dModel: 8 } as const;
const calls: Record<string, [spec: Spec, options: object]> = {
  encode: [sinusoidal, { length: 3, start: 2 }],
  blocks: [{ method: "index" }, { length: 5, rows: 2 }],
  rotaryTable: [{ preset: "llama-3.1" }, { start: 7, length: 2 }],
  heatmap: [
    { preset: "fairseq", dModel: 6 },
    { view: { positions: [0, 9], dimensions: [0, 6] }, width: 4, height: 3 },
  ],
  bias: [{ method: "alibi" }, { heads: 2, queries: 3 }],
  relativeIndex: [{ method: "t5" }, { queries: 1, keys: 5, offset: 2 }],
  relativeScores: [
    { method: "shaw", clip: 1 },
    { q: Float32Array.of(2), table: Float32Array.of(1, 0, 5), heads: 1, headDim: 1, keys: 2 },
  ],
  relativeValues: [
    { method: "shaw", clip: 1 },
    { weights: Float32Array.of(0.5, 0.5), table: Float32Array.of(1, 2, 6), heads: 1, headDim: 1, queries: 1 },
  ],
  mean: [sinusoidal, { length: 10 }],
  shiftMatrix: [sinusoidal, { k: 3 }],
  nearestRepeatSync: [sinusoidal, { from: 1, to: 50 }],
  similarity: [sinusoidal, { from: 0, to: 5 }],
  distance: [sinusoidal, { offsets: [0, 3] }],
  unfinishedPairs: [sinusoidal, { length: 100 }],
  criteria: [sinusoidal, { length: 12 }],
  fitShift: [
    { method: "sine", dModel: 16 },
    { k: 1, length: 64 },
  ],
};

/** The result, the blocks one by one, or the error. */
function outcome(name: string, args: readonly unknown[]): unknown {
  const functions = pe as unknown as Record<string, (...args: readonly unknown[]) => unknown>;
  try {
    const result = functions[name]!(...args);
    if (name !== "blocks") return result;
    return Array.from(result as Iterable<{ first: number; table: Float32Array }>, ({ first, table }) => [
      first,
      ...table,
    ]);
  } catch (error) {
    return { ...(error as object), message: (error as Error).message };
  }
}

test.each(Object.entries(calls))("%s takes both in one object", (name, [spec, options]) => {
  const apart = outcome(name, [spec, options]);
  expect(outcome(name, [{ ...spec, ...options }])).toEqual(apart);
  expect(outcome(name, [{ spec, ...options }])).toEqual(apart);
});

test("a repeat is searched for from one object, too", async () => {
  const options = { from: 1, to: 50 };
  expect(await pe.nearestRepeat({ ...sinusoidal, ...options })).toEqual(
    await pe.nearestRepeat(sinusoidal, options),
  );
});

test("the small entry takes one object", () => {
  expect(small.encode({ preset: "fairseq", dModel: 4, length: 2 })).toEqual(
    small.encode({ preset: "fairseq", dModel: 4 }, { length: 2 }),
  );
});

test("rows may start elsewhere, where a preset fixes the start of the encoding", () => {
  const spec = { preset: "fairseq", dModel: 4 } as const;
  expect(pe.encode({ ...spec, start: 9, length: 2 })).toEqual(pe.encode(spec, { start: 9, length: 2 }));
});

test("a wrong name is an error that says what there is", () => {
  const misspelt = () => pe.encode({ ...sinusoidal, lenght: 3 } as never);
  expect(expectError(misspelt, TypeError, "unknown-option", "lenght").message).toContain("length");
  const field = () => pe.encode({ ...sinusoidal, length: 3, basse: 100 } as never);
  expect(expectError(field, TypeError, "unknown-option", "basse").message).toContain('did you mean "base"?');
  expectError(() => pe.encode({ length: 3 } as never), TypeError, "missing", "method");
  expectError(
    () => pe.encode({ spec: { method: "sine" }, length: 3 } as never),
    TypeError,
    "missing",
    "dModel",
  );
  expectError(() => pe.periods({ ...sinusoidal, length: 3 } as never), TypeError, "unknown-option", "length");
});

test("an object without options says which option is missing", () => {
  expectError(() => pe.rotaryTable({ preset: "llama-2" } as never), TypeError, "missing", "length");
  expectError(() => pe.bias({ method: "alibi" } as never), TypeError, "missing", "heads");
});
