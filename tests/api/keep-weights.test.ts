/** keepWeights: the bits of a layer that is given arrays, its memory, and errors. */
import { type ErrorCode, load, type PosencError, type TransformerWeights } from "posenc/full";
import { describe, expect, test } from "vitest";
import { errorOf, expectError } from "./harness/expect-error.ts";
import { Allocations, loadFaulty } from "./harness/faulty-module.ts";
import { changed, problem, shapes } from "./harness/transformer-problem.ts";

const pe = await load();
const { x, options } = problem(shapes[3]!);
const { weights } = options;

describe("kept weights", () => {
  test("give the bits of their arrays, in any number of calls with any options", () => {
    for (const norm of ["layer", "rms"] as const)
      for (const gated of [false, true]) {
        const full = changed(options, { norm, gated, causal: true });
        const expected = pe.transformerLayer(x, full);
        const kept = pe.keepWeights(full.weights);
        for (let n = 0; n < 3; n++)
          expect(pe.transformerLayer(x, { ...full, weights: kept })).toEqual(expected);
        kept.free();
      }
  });

  test("give the bits of their arrays in either layout, one after the other", () => {
    const kept = pe.keepWeights(weights);
    for (const weightLayout of ["out-in", "in-out", "out-in", "in-out"] as const) {
      const one = { ...options, weightLayout };
      expect(pe.transformerLayer(x, { ...one, weights: kept })).toEqual(pe.transformerLayer(x, one));
    }
    kept.free();
  });

  test("give the bits of their arrays for another width of the model, which their lengths allow", () => {
    const linear = (seed: number) => ({
      weight: Float32Array.from({ length: 16 }, (_, n) => Math.sin(seed + n)),
    });
    const own = {
      query: linear(1),
      key: linear(2),
      value: linear(3),
      output: linear(4),
      up: linear(5),
      down: linear(6),
    };
    const kept = pe.keepWeights(own);
    const rows = Float32Array.from({ length: 8 }, (_, n) => n);
    for (const dModel of [4, 2, 4, 8]) {
      const given = (weights: TransformerWeights | typeof kept) =>
        pe.transformerLayer(rows, { dModel, heads: 1, weights });
      expect(given(kept)).toEqual(given(own));
    }
    kept.free();
  });

  test("are copies, and several can be kept at a time", () => {
    const own = structuredClone(weights);
    const [first, second] = [pe.keepWeights(own), pe.keepWeights(weights)];
    const expected = pe.transformerLayer(x, options);
    own.query.weight.fill(9);
    first.free();
    expect(pe.transformerLayer(x, { ...options, weights: second })).toEqual(expected);
    second.free();
  });

  test("take memory once, which free gives back", async () => {
    const allocations = new Allocations();
    const { pe } = await loadFaulty(allocations.sabotage);
    const level = () => [...allocations.live.values()].reduce((sum, bytes) => sum + bytes, 0);
    pe.transformerLayer(x, options);
    const before = level();
    const floats = Object.values(weights).flatMap((each) => Object.values(each) as Float32Array[]);
    const bytes = floats.reduce((sum, { byteLength }) => sum + Math.ceil(byteLength / 16) * 16, 0);
    for (let round = 0; round < 1000; round++) {
      const kept = pe.keepWeights(weights);
      expect(level() - before).toBe(bytes);
      if (round % 100 === 0) {
        pe.transformerLayer(x, { ...options, weights: kept });
        const withPanels = level();
        expect(withPanels - before).toBeGreaterThan(bytes);
        pe.transformerLayer(x, { ...options, weights: kept });
        expect(level()).toBe(withPanels);
      }
      kept.free();
      kept.free();
      expect(level()).toBe(before);
    }
  });

  test("that were freed are an error, and nothing else is", () => {
    const kept = pe.keepWeights(weights);
    kept.free();
    const out = new Float32Array(x.length).fill(9);
    const call = () => pe.transformerLayer(x, { ...options, weights: kept, out });
    const error = expectError(call, Error, "freed", "weights");
    expect(error.message).toBe("weights were freed; keep them again");
    expect(out.every((entry) => entry === 9)).toBe(true);
    expect(pe.transformerLayer(x, options)).toHaveLength(x.length);
  });

  test("are lost if the module stops", async () => {
    let armed = false;
    const { pe: broken } = await loadFaulty((module) => ({
      relu: (slots, count) => module.relu(armed ? module.wasmMemory.buffer.byteLength : slots, count),
    }));
    const plain = { ...options, activation: "relu" } as const;
    const kept = broken.keepWeights(weights);
    const expected = broken.transformerLayer(x, { ...plain, weights: kept });
    armed = true;
    expect((errorOf(() => broken.relu(x)) as PosencError).code).toBe("trap");
    armed = false;
    const error = expectError(
      () => broken.transformerLayer(x, { ...plain, weights: kept }),
      Error,
      "freed",
      "weights",
    );
    expect(error.message).toContain("were lost when the WebAssembly module stopped");
    kept.free();
    const again = broken.keepWeights(weights);
    expect(broken.transformerLayer(x, { ...plain, weights: again })).toEqual(expected);
  });

  test("out of memory is an error, and leaves the module as it was", async () => {
    const allocations = new Allocations();
    const { pe } = await loadFaulty(allocations.sabotage);
    pe.transformerLayer(x, options);
    const keep = () =>
      allocations.during(
        () => true,
        () => pe.keepWeights(weights),
      );
    expectError(keep, Error, "out-of-memory", "memory");
    expect(allocations.live.size, "but for the small block: schedules were given up").toBe(1);
    const kept = pe.keepWeights(weights);
    expect(pe.transformerLayer(x, { ...options, weights: kept })).toEqual(pe.transformerLayer(x, options));
  });

  test("belong to the object that kept them", async () => {
    const [{ pe }, { pe: other }] = [await loadFaulty(() => ({})), await loadFaulty(() => ({}))];
    const kept = pe.keepWeights(weights);
    const call = () => other.transformerLayer(x, { ...options, weights: kept });
    expectError(call, RangeError, "conflict", "weights");
    kept.free();
  });

  test.each<[string, unknown, ErrorCode, string]>([
    ["no object", 3, "type", "weights"],
    ["an unknown name", { ...weights, query2: 1 }, "unknown-option", "query2"],
    ["a missing layer", { ...weights, key: undefined }, "type", "weights.key"],
    ["an array of doubles", { ...weights, up: { weight: new Float64Array(4) } }, "type", "weights.up.weight"],
  ])("wrong ones: %s", (_, given, code, param) => {
    expectError(() => pe.keepWeights(given as TransformerWeights), TypeError, code, param);
  });

  test("lengths are checked by the layer, with the names of the arrays", () => {
    const kept = pe.keepWeights({ ...weights, key: { weight: new Float32Array(3) } });
    const call = () => pe.transformerLayer(x, { ...options, weights: kept });
    expectError(call, RangeError, "length", "weights.key.weight");
    const rms = pe.keepWeights(weights);
    expectError(
      () => pe.transformerLayer(x, { ...options, weights: rms, norm: "rms" }),
      TypeError,
      "unknown-option",
      "bias",
    );
    for (const each of [kept, rms]) each.free();
  });
});
