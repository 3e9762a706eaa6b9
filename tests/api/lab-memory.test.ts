/** Memory of the lab: level however long a model trains, and an error, not a fault, where there is none. */
import type { StartOptions } from "posenc/lab";
import { describe, expect, test } from "vitest";
import { errorOf, expectError } from "./harness/expect-error.ts";
import { loadFaultyLab } from "./harness/faulty-lab.ts";
import { Allocations } from "./harness/faulty-module.ts";

const tiny = {
  encoding: "kerple",
  task: { name: "copy", lengths: [1, 3] },
  model: { width: 8, heads: 2, layers: 1 },
  batch: 2,
  seed: 7,
} as const satisfies StartOptions;

/** What a reader may ask of a model, right and wrong. */
function useAll(training: ReturnType<Awaited<ReturnType<typeof loadFaultyLab>>["lab"]["start"]>): void {
  training.evaluate({ lengths: [1, 6], count: 2 });
  training.attention([1, 2, 3]);
  training.probe("position");
  training.save();
  expectError(() => training.evaluate({ lengths: [0] }), RangeError, "range", "lengths[0]");
}

test("ten thousand steps, questions, errors and aborts leave memory level", async () => {
  const allocations = new Allocations();
  const { lab, modules } = await loadFaultyLab(allocations.sabotage);
  const training = lab.start(tiny);
  const { wasmMemory } = modules.at(-1)!;
  training.step(10);
  useAll(training);
  const bytes = wasmMemory.buffer.byteLength;
  const live = [...allocations.live.values()];
  for (let n = 0; n < 20; n++) {
    training.step(500);
    useAll(training);
    const signal = AbortSignal.abort();
    await expect(training.train({ steps: 5, signal })).rejects.toThrow(/abort/);
    expect([...allocations.live.values()]).toEqual(live);
    expect(wasmMemory.buffer.byteLength).toBe(bytes);
  }
  expect(training.steps).toBe(10_010);
});

test("each model that starts again takes the same memory, and lets it go", async () => {
  const { lab, modules } = await loadFaultyLab(() => ({}));
  const sizes = new Set<number>();
  for (let n = 0; n < 50; n++) {
    const training = lab.start({ ...tiny, seed: n });
    training.step(2);
    const resumed = lab.resume(training.save());
    resumed.step(2);
    sizes.add(modules.at(-1)!.wasmMemory.buffer.byteLength);
    training.free();
    resumed.free();
    modules.length = 0;
  }
  expect(sizes.size).toBe(1);
});

describe("if the n-th allocation and all later ones fail", () => {
  test("a model does not start, says what it needs, and starts afterwards", async () => {
    const allocations = new Allocations();
    const { lab } = await loadFaultyLab(allocations.sabotage);
    allocations.during(
      () => false,
      () => lab.start(tiny),
    );
    const { count } = allocations;
    expect(count).toBeGreaterThan(1);
    for (let n = 0; n < count; n++) {
      const fail = () =>
        allocations.during(
          (k) => k >= n,
          () => lab.start(tiny),
        );
      const error = expectError(fail, Error, "out-of-memory", "memory");
      expect(error.message).toMatch(/needs [\d.]+ MiB/);
    }
    expect(lab.start(tiny).step().step).toBe(1);
  });

  const asked = {
    step: (training) => training.step(2).loss,
    evaluate: (training) => training.evaluate({ lengths: [2, 9], count: 3 }),
    attention: (training) => training.attention([1, 2, 3]),
    probe: (training) => training.probe("position"),
    save: (training) => training.save(),
  } satisfies Record<string, (training: ReturnType<typeof startedFor>) => unknown>;
  const startedFor = (lab: Awaited<ReturnType<typeof loadFaultyLab>>["lab"]) => {
    const training = lab.start(tiny);
    training.step(3);
    return training;
  };

  test.each(Object.entries(asked))(
    "%s fails as a whole, and the model goes on with equal bits",
    async (_, ask) => {
      const { lab: sound } = await loadFaultyLab(() => ({}));
      const due = ask(startedFor(sound));
      const allocations = new Allocations();
      const { lab } = await loadFaultyLab(allocations.sabotage);
      const first = startedFor(lab);
      allocations.during(
        () => false,
        () => ask(first),
      );
      const { count } = allocations;
      for (let n = 0; n < count; n++) {
        const training = startedFor(lab);
        const error = errorOf(() =>
          allocations.during(
            (k) => k >= n,
            () => ask(training),
          ),
        );
        expect(error.code).toBe("out-of-memory");
        expect(ask(training)).toEqual(due);
      }
      expect(ask(startedFor(lab))).toEqual(due);
    },
  );
});
