/** Training in the lab: the losses of an independent program, bits, saving, and what it answers. */
import { type LabEncoding, labMethods, load, taskNames } from "posenc/lab";
import { describe, expect, test } from "vitest";
import fixture from "../fixtures/training.json" with { type: "json" };
import hashes from "../fixtures/training_bits.json" with { type: "json" };
import { errorOf, expectError } from "./harness/expect-error.ts";
import { tiny } from "./harness/tiny-model.ts";

const lab = await load();
const { cases, seed, batch, lengths, model, optimiser } = fixture;
const settings = { task: { name: "reverse", lengths: lengths as [number, number] }, batch, seed } as const;

describe("200 steps have the losses of float64 in NumPy", () => {
  test.each(cases)("$encoding, $norm, $activation", ({ encoding, norm, activation, firstNorm, losses }) => {
    const training = lab.start({
      ...settings,
      encoding: encoding as LabEncoding,
      model: { ...model, norm: norm as "layer", activation: activation as "gelu" },
      optimiser,
    });
    const first = training.step();
    expect(Math.abs(first.gradientNorm / firstNorm - 1)).toBeLessThan(1e-6);
    const all = [first.loss, ...training.step(199).losses];
    // 2e-6 was seen; float32 steps may drift apart faster on another path.
    for (const [i, loss] of all.entries())
      expect(Math.abs(loss / losses[i]! - 1), `step ${i + 1}`).toBeLessThan(1e-4);
    training.free();
  });
});

/** FNV-1a over 64 bits. */
function hashOf(bytes: Uint8Array): bigint {
  let hash = 0xcbf29ce484222325n;
  for (const byte of bytes) hash = ((hash ^ BigInt(byte)) * 0x100000001b3n) & 0xffffffffffffffffn;
  return hash;
}

/** The floats of a saved model, as bytes. */
function stateOf(saved: Uint8Array): Uint8Array {
  return saved.subarray(4 + new DataView(saved.buffer).getUint32(0, true));
}

test.each(hashes)(
  "$steps steps of $encoding have the bits of the native build",
  ({ encoding, steps, hash }) => {
    const training = lab.start({ ...settings, encoding: encoding as LabEncoding, model, optimiser });
    training.step(steps);
    // The numbers of tests/kernels/training/training_test.cpp.
    expect(hashOf(stateOf(training.save())).toString(16)).toBe(hash);
  },
);

test("a saved model goes on with equal bits, however the steps are cut", () => {
  const whole = lab.start(tiny);
  const { losses } = whole.step(9);
  const parts = lab.start(tiny);
  parts.step(4);
  parts.evaluate({ lengths: [12], count: 3 });
  const resumed = lab.resume(parts.save());
  expect(resumed.steps).toBe(4);
  expect(resumed.options).toEqual(parts.options);
  expect(resumed.step(5).losses).toEqual(losses.subarray(4));
  expect(resumed.save()).toEqual(whole.save());
  expect(resumed.step().step).toBe(10);
});

test.each(labMethods)("%s is saved and resumed", (encoding) => {
  const training = lab.start({ ...tiny, encoding });
  training.step(2);
  expect(lab.resume(training.save()).step(2)).toMatchObject({
    ...training.step(2),
    time: expect.any(Number),
  });
});

test("another seed is another model", () => {
  expect(lab.start({ ...tiny, seed: 1 }).step().loss).not.toBe(
    lab.start({ ...tiny, seed: 2 ** 33 + 1 }).step().loss,
  );
});

test.each(taskNames)("a model gets better at %s", (task) => {
  const training = lab.start({ ...tiny, task, model: { width: 16, heads: 2 }, optimiser: { warmup: 5 } });
  const { losses } = training.step(60);
  const mean = (values: Float64Array) => values.reduce((sum, value) => sum + value / values.length, 0);
  expect(mean(losses.subarray(50))).toBeLessThan(mean(losses.subarray(0, 5)));
});

describe("evaluate", () => {
  const training = lab.start({
    ...tiny,
    task: { name: "copy", lengths: [1, 2] },
    model: { width: 32, heads: 2 },
    optimiser: { rate: 0.003, warmup: 50 },
  });
  training.step(250);

  test("gives the share of right words by length and by position", () => {
    const [short, long] = training.evaluate({ lengths: [2, 40], count: 300 });
    expect(short!.accuracy).toBeGreaterThan(0.9);
    expect(long!.accuracy).toBeLessThan(short!.accuracy);
    expect(long!.exact).toBeLessThanOrEqual(long!.accuracy);
    expect(long!.tokens).toBe(80);
    expect(long!.byPosition.subarray(0, 40).every(Number.isNaN)).toBe(true);
    const mean = long!.byPosition.subarray(40).reduce((sum, share) => sum + share / 40, 0);
    expect(mean).toBeCloseTo(long!.accuracy, 10);
  });

  test("is the same however often it is asked, and changes nothing", () => {
    const before = training.save();
    const ask = () => training.evaluate({ lengths: [3, 5], count: 20 });
    expect(ask()).toEqual(ask());
    expect(training.save()).toEqual(before);
  });

  test("changes the encoding, or cuts the context", () => {
    const ask = (change: object) => training.evaluate({ lengths: [20], count: 40, ...change })[0]!.loss;
    const rope = (fields: object) => ask({ encoding: { method: "rope", ...fields } });
    const plain = ask({});
    const other = [
      ...["linear", "ntk", "yarn", "dynamic"].map((type) => rope({ scaling: { type, factor: 4 } })),
      rope({ scaling: { type: "llama3", factor: 4, originalLength: 64 } }),
      rope({ scaling: { type: "proportional", partialRotaryFactor: 0.5 } }),
      rope({ base: 500 }),
      rope({ rotaryDim: 8 }),
      rope({ queryScale: { beta: 1 } }),
      ask({ window: 5 }),
    ];
    expect(new Set([plain, ...other]).size).toBe(11);
    for (const same of [
      ask({ window: 100 }),
      ask({ encoding: "rope" }),
      rope({ scaling: { type: "linear", factor: 1 } }),
      rope({ queryScale: { beta: 1, length: 40 } }),
    ])
      expect(same).toBe(plain);
    // Angles are relative: another start rounds other sines, and no more.
    expect(rope({ start: 1000 })).toBeCloseTo(plain, 4);
  });

  test("keeps the fields of the training that are left out", () => {
    const scaled = lab.start({
      ...tiny,
      encoding: {
        method: "rope",
        base: 50,
        scaling: { type: "linear", factor: 3 },
        queryScale: { beta: 0.5 },
      },
    });
    const ask = (encoding?: LabEncoding) =>
      scaled.evaluate({ lengths: [20], count: 4, ...(encoding && { encoding }) })[0]!.loss;
    expect(ask("rope")).toBe(ask());
    expect(ask({ method: "rope", base: 50, scaling: { type: "linear", factor: 3 } })).toBe(ask());
    expect(ask({ method: "rope", base: 51 })).not.toBe(ask());
  });

  test("says which lengths a learned table has no rows for", () => {
    const learned = lab.start({ ...tiny, encoding: { method: "learned", positions: 20 } });
    expect(learned.evaluate({ lengths: [10], count: 2 })).toHaveLength(1);
    const error = expectError(
      () => learned.evaluate({ lengths: [10, 11] }),
      RangeError,
      "range",
      "lengths[1]",
    );
    expect(error.message).toMatch(/22 tokens; the limit is 20/);
  });
});

test("attention shows weights that sum to 1, of tokens before only", () => {
  const training = lab.start(tiny);
  const { words, weights } = training.attention([3, 1, 2, 0, 2]);
  expect(words).toHaveLength(5);
  expect(weights).toHaveLength(2 * 2 * 25);
  for (let row = 0; row < weights.length; row += 5) {
    const values = weights.subarray(row, row + 5);
    expect(values.reduce((sum, value) => sum + value, 0)).toBeCloseTo(1, 6);
    expect(values.subarray(((row / 5) % 5) + 1).every((value) => value === 0)).toBe(true);
  }
});

test("probe reads positions that are added, and finds none where there are none", () => {
  const r2 = (encoding: LabEncoding) =>
    lab.start({ ...tiny, encoding, model: { width: 32, heads: 2 } }).probe("position").r2;
  expect(r2("learned")[0]).toBeGreaterThan(0.9);
  expect(r2("none")[0]).toBeLessThan(0.1);
  expect(r2("none")).toHaveLength(3);
});

describe("train", () => {
  test("takes all steps, in slices that it reports", async () => {
    const training = lab.start(tiny);
    const steps: number[] = [];
    const last = await training.train({ steps: 30, onProgress: ({ step }) => steps.push(step) });
    expect(last.step).toBe(30);
    expect(steps.at(-1)).toBe(30);
    expect(training.steps).toBe(30);
  });

  test("ends at a signal, and the model can go on", async () => {
    const training = lab.start(tiny);
    const controller = new AbortController();
    const stop = ({ step }: { step: number }) => step >= 3 && controller.abort();
    const promise = training.train({ steps: 1e6, signal: controller.signal, onProgress: stop });
    await expect(promise).rejects.toThrow(/abort/);
    const { steps } = training;
    expect(training.step().step).toBe(steps + 1);
  });
});

test("a model that diverges stays at its last finite state", () => {
  const training = lab.start({ ...tiny, optimiser: { rate: 10, clip: 0, warmup: 0, decay: 10 } });
  const error = errorOf(() => training.step(2000));
  expect(error.code).toBe("diverged");
  const saved = new Float32Array(stateOf(training.save()).slice().buffer);
  expect(saved.every(Number.isFinite)).toBe(true);
  expect(training.steps).toBeLessThan(2000);
});

test("a model that was freed says so", () => {
  const training = lab.start(tiny);
  training.free();
  training.free();
  for (const call of [() => training.step(), () => training.save(), () => training.attention([1])])
    expectError(call, Error, "freed", "model");
});

test("a learned table starts with uniform rows of the given deviation, and changes as it is trained", () => {
  const start = (deviation: number) =>
    lab.start({ ...tiny, encoding: { method: "learned", positions: 200, deviation } });
  const [small, usual] = [start(0.02), start(0.5)];
  const rows = small.positions();
  expect(rows).toHaveLength(200 * small.options.model.width);
  const variance = rows.reduce((sum, value) => sum + value ** 2, 0) / rows.length;
  expect(Math.abs(Math.sqrt(variance) / 0.02 - 1)).toBeLessThan(0.05); // of 1600 draws or more, three deviations
  expect(Math.max(...rows.map(Math.abs))).toBeLessThanOrEqual(0.02 * Math.sqrt(3) * (1 + 1e-6));
  expect(usual.positions()).toEqual(
    lab.start({ ...tiny, encoding: { method: "learned", positions: 200 } }).positions(),
  );
  expect([...rows]).toEqual([...usual.positions().map((value) => value * 0.04)]);
  small.step(3);
  expect(small.positions()).not.toEqual(rows);
  expect(lab.resume(small.save()).positions()).toEqual(small.positions());
  expect(lab.start(tiny).positions()).toHaveLength(0);
});
