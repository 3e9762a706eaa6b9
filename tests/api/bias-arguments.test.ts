/** Wrong arguments of biases. */
import { type BiasOptions, load, type Spec } from "posenc/full";
import { describe, expect, test } from "vitest";
import { expectError } from "./harness/expect-error.ts";

const pe = await load();

const learned = {
  perceptron: {
    hiddenWeight: Float32Array.of(1),
    hiddenBias: Float32Array.of(0),
    outputWeight: Float32Array.of(1, 2),
  },
};
describe("bad input", () => {
  const alibiSpec: Spec = { method: "alibi" };
  const right = { heads: 2, queries: 3 };
  const wrong = (spec: Spec, options: object) => () => pe.bias(spec, options as BiasOptions);

  test("methods that are no bias are refused, and where to go is said", () => {
    for (const method of ["shaw", "deberta", "transformer-xl"] as const) {
      const spec = (method === "shaw" ? { method, clip: 1 } : { method, dModel: 4 }) as Spec;
      const given = method === "deberta" ? ({ method } as Spec) : spec;
      const error = expectError(wrong(given, right), RangeError, "unsupported", "method");
      expect(error.message).toContain("relativeScores");
    }
    expectError(wrong({ method: "sinusoidal", dModel: 4 }, right), RangeError, "unsupported", "method");
    expectError(() => pe.relativeIndex(alibiSpec, right), RangeError, "unsupported", "method");
  });

  test("options of other methods are unknown", () => {
    const table = new Float32Array(64);
    expectError(wrong(alibiSpec, { ...right, table }), TypeError, "unknown-option", "table");
    expectError(wrong({ method: "t5" }, { ...right, r1: [1] }), TypeError, "unknown-option", "r1");
    expectError(wrong({ method: "fire" }, { ...right, as: "vector" }), TypeError, "unknown-option", "as");
    expectError(wrong({ method: "swin" }, { heads: 1, offset: 1 }), TypeError, "unknown-option", "offset");
  });

  test("learned numbers must be there, and as many as there should be", () => {
    expectError(wrong({ method: "t5" }, right), TypeError, "type", "table");
    const table = new Float32Array(63);
    expectError(wrong({ method: "t5" }, { ...right, table }), RangeError, "length", "table");
    expectError(wrong({ method: "kerple" }, { ...right, r1: [1, 2] }), TypeError, "type", "r2");
    expectError(wrong({ method: "kerple" }, { ...right, r1: [1], r2: [1, 1] }), RangeError, "length", "r1");
    expectError(
      wrong({ method: "kerple" }, { ...right, r1: [1, 0], r2: [1, 1] }),
      RangeError,
      "range",
      "r1[1]",
    );
    const { perceptron } = learned;
    const bent = (change: object) => ({ ...right, perceptron: { ...perceptron, ...change } });
    const none = new Float32Array(0);
    expectError(wrong({ method: "fire" }, right), TypeError, "type", "perceptron");
    expectError(
      wrong({ method: "fire" }, bent({ hiddenBias: none })),
      RangeError,
      "length",
      "perceptron.hiddenBias",
    );
    expectError(
      wrong({ method: "fire" }, bent({ outputWeight: new Float32Array(3) })),
      RangeError,
      "length",
      "perceptron.outputWeight",
    );
    expectError(wrong({ method: "fire" }, bent({ units: 1 })), TypeError, "unknown-option", "units");
  });

  test("positions and windows have limits", () => {
    expectError(wrong(alibiSpec, { ...right, offset: 0.5 }), RangeError, "range", "offset");
    expectError(wrong(alibiSpec, { ...right, offset: 2 ** 53 }), RangeError, "range", "offset");
    expectError(
      wrong({ method: "fire" }, { ...right, offset: -1, ...learned }),
      RangeError,
      "range",
      "offset",
    );
    expectError(wrong({ method: "swin" }, { heads: 1, queries: 48 }), RangeError, "range", "queries");
    expectError(wrong(alibiSpec, { heads: 0, queries: 1 }), RangeError, "range", "heads");
    expectError(() => pe.alibiSlopes({ heads: 65537 }), RangeError, "range", "heads");
    const large: Spec = { method: "swin", window: [4096, 4096] };
    expectError(() => pe.relativeIndex(large, {}), RangeError, "memory-limit", "window");
    expectError(wrong(alibiSpec, { heads: 16, queries: 65536 }), RangeError, "memory-limit", "queries");
  });
});
