/** The module's memory: given back by dispose, and not shared after load({ fresh: true }). */
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { load as loadSmall } from "posenc";
import { load } from "posenc/full";
import { describe, expect, test } from "vitest";
import { expectError, rejectionOf } from "./harness/expect-error.ts";
import { loadFaulty } from "./harness/faulty-module.ts";
import { problem, shapes } from "./harness/transformer-problem.ts";

setFlagsFromString("--expose-gc");
const collect = runInNewContext("gc") as () => void;
const row = Float32Array.of(0, 1, 0, 1);

describe("dispose", () => {
  test("lets the memory of the module be collected, and the next call starts another", async () => {
    const memories: WeakRef<ArrayBufferLike>[] = [];
    const { pe, instances } = await loadFaulty((module) => {
      memories.push(new WeakRef(module.wasmMemory.buffer));
      return {};
    });
    const table = pe.sinusoidal({ length: 1000, dModel: 512 });
    expect(instances()).toBe(1);
    pe.dispose();
    pe.dispose();
    // A WeakRef keeps its target until the turn ends. On a busy machine one collection was not enough.
    for (let turn = 0; turn < 50 && memories[0]!.deref(); turn++) {
      await new Promise((resolve) => setTimeout(resolve, 10));
      collect();
    }
    expect(memories[0]!.deref()).toBeUndefined();
    expect(instances()).toBe(1);
    expect(pe.sinusoidal({ length: 1000, dModel: 512 })).toEqual(table);
    expect(instances()).toBe(2);
  });

  test("is there in the small entry as well", async () => {
    const pe = await loadSmall();
    pe.dispose();
    expect(pe.sinusoidal({ length: 1, dModel: 4 })).toEqual(row);
  });

  test("takes kept weights with it", async () => {
    const { pe } = await loadFaulty(() => ({}));
    const { x, options } = problem(shapes[3]!);
    const kept = pe.keepWeights(options.weights);
    pe.dispose();
    expectError(() => pe.transformerLayer(x, { ...options, weights: kept }), Error, "freed", "weights");
  });
});

describe("load({ fresh: true })", () => {
  test("shares its module with no other load", async () => {
    const [shared, again, fresh] = [await load(), await load(), await load({ fresh: true })];
    expect(again).toBe(shared);
    expect(fresh).not.toBe(shared);
    fresh.dispose();
    expect(shared.sinusoidal({ length: 1, dModel: 4 })).toEqual(row);
  });

  test("refuses what is neither true nor false", async () => {
    const error = await rejectionOf(load({ fresh: 1 as never }));
    expectError(
      () => {
        throw error;
      },
      TypeError,
      "type",
      "fresh",
    );
  });
});
