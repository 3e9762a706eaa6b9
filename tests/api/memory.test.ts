import type { PosencError } from "posenc/full";
import { describe, expect, test, vi } from "vitest";
import { attended, calls, random, specOf, view } from "./harness/each-call.ts";
import { fills } from "./harness/each-fill.ts";
import { errorOf, expectError } from "./harness/expect-error.ts";
import { Allocations, loadFaulty, wasmBytes } from "./harness/faulty-module.ts";

/** What takes no slots. */
const noCall = /^(allocate|release)$/;

describe.each(Object.entries(calls))("%s", (_, call) => {
  test("throws if the n-th allocation and all later ones fail, for every n, and works afterwards", async () => {
    const { pe: sound } = await loadFaulty(() => ({}));
    const first = new Allocations();
    const { pe: whole } = await loadFaulty(first.sabotage, false);
    call(whole, 50);
    expect(first.count).toBeGreaterThan(0);
    for (let n = 0; n < first.count; n++) {
      const allocations = new Allocations();
      const { pe, instances } = await loadFaulty(allocations.sabotage, false);
      const fail = () =>
        allocations.during(
          (k) => k >= n,
          () => call(pe, 50),
        );
      const error = expectError(fail, Error, "out-of-memory", "memory");
      expect(error.message).toMatch(/needs [\d.]+ MiB/);
      expect(allocations.live.size, "but for the small block").toBeLessThanOrEqual(1);
      expect(call(pe, 50)).toEqual(call(sound, 50));
      expect(instances()).toBe(1);
    }
  });

  test("releases kept schedules if an allocation fails", async () => {
    const allocations = new Allocations();
    const { pe } = await loadFaulty(allocations.sabotage);
    const { pe: sound } = await loadFaulty(() => ({}));
    for (let n = 0; n < 3; n++) {
      pe.frequencies(specOf(60));
      const result = allocations.during(
        (k) => k === n,
        () => call(pe, 100 + n),
      );
      expect(result).toEqual(call(sound, 100 + n));
    }
  });

  test("gives the same result if memory grows, and moves, at every allocation", async () => {
    const { pe: plain } = await loadFaulty(() => ({}));
    const { pe: growing } = await loadFaulty((module) => ({
      allocate: (bytes) => {
        module.wasmMemory.grow(1);
        const address = module.allocate(bytes);
        module.wasmMemory.grow(1);
        return address;
      },
    }));
    for (const base of [10, 20, 10]) expect(call(growing, base)).toEqual(call(plain, base));
  });

  test("runs on a new instance after a trap", async () => {
    const { pe: plain } = await loadFaulty(() => ({}));
    let armed = false;
    const { pe, instances } = await loadFaulty((module) => {
      const trap = (run: (slots: number, count: number) => unknown) => (slots: number, count: number) => {
        // Slots out of bounds: the call reads there and the engine stops it.
        const at = armed ? module.wasmMemory.buffer.byteLength : slots;
        armed = false;
        return run(at, count);
      };
      const kernels = Object.entries(module).filter(
        ([name, value]) => typeof value === "function" && !noCall.test(name),
      );
      return Object.fromEntries(kernels.map(([name, run]) => [name, trap(run as never)]));
    });
    for (let round = 1; round <= 2; round++) {
      armed = true;
      const error = errorOf(() => call(pe, 10)) as PosencError & { cause: unknown };
      expect(error.code).toBe("trap");
      expect(error.cause).toBeInstanceOf(WebAssembly.RuntimeError);
      expect(call(pe, 10)).toEqual(call(plain, 10));
      expect(instances()).toBe(1 + round);
    }
  });

  test("releases all its memory, except for the schedules", async () => {
    const allocations = new Allocations();
    const { pe } = await loadFaulty(allocations.sabotage);
    const kept = () => allocations.live.size;
    const atFirst = kept();
    for (const base of [10, 20, 30]) call(pe, base);
    const after = kept();
    expect(after - atFirst, "one or two for each base").toBeLessThanOrEqual(6);
    for (const base of [10, 20, 30]) call(pe, base);
    expect(kept()).toBe(after);
  });
});

test("schedules are kept up to a number, whatever their size", async () => {
  const allocations = new Allocations();
  const { pe } = await loadFaulty(allocations.sabotage);
  for (let base = 2; base < 200; base++) pe.frequencies({ method: "sinusoidal", dModel: 2, base });
  expect(allocations.live.size, "and the small block").toBe(64 + 1);
});

test("schedules are kept up to 8 MiB, the latest used ones", async () => {
  const allocations = new Allocations();
  const { pe } = await loadFaulty(allocations.sabotage);
  const wide = (base: number) => pe.frequencies({ method: "sinusoidal", dModel: 65536, base });
  for (let base = 2; base < 12; base++) wide(base);
  const bytes = [...allocations.live.values()].reduce((sum, each) => sum + each, 0);
  expect(bytes).toBeGreaterThan(2 ** 22);
  expect(bytes).toBeLessThanOrEqual(2 ** 23);
  allocations.during(
    () => false,
    () => wide(11),
  );
  expect(allocations.count, "a kept schedule is not made again").toBe(0);
  allocations.during(
    () => false,
    () => wide(2),
  );
  expect(allocations.count).toBe(1);
});

test.each(fills)("out of %s stays as it was if memory runs out, at any point", async (_, count, fill) => {
  const fillWhere = async (fails: (n: number) => boolean) => {
    const allocations = new Allocations();
    const { pe } = await loadFaulty(allocations.sabotage, false);
    const out = new Float32Array(count).fill(9);
    const call = () => allocations.during(fails, () => fill(pe, out as never));
    return { allocations, out, call };
  };
  const { allocations, call } = await fillWhere(() => false);
  call();
  for (let n = 0; n < allocations.count; n++) {
    const failing = await fillWhere((k) => k >= n);
    expectError(failing.call, Error, "out-of-memory", "memory");
    expect(failing.out.every((entry) => entry === 9)).toBe(true);
  }
});

test("out stays as it was if there is no memory for the new array beside it", async () => {
  const allocations = new Allocations();
  const { pe } = await loadFaulty(allocations.sabotage);
  const out = new Float32Array(64).fill(9);
  const large = new Float32Array(1e6); // a row is one part, so that the small block does not hold it
  const construct = (type: typeof Float32Array, given: unknown[]) => {
    if (typeof given[0] === "number") throw new RangeError("Array buffer allocation failed");
    return Reflect.construct(type, given);
  };
  vi.stubGlobal("Float32Array", new Proxy(Float32Array, { construct }));
  try {
    expectError(() => pe.attention({ ...attended, out }), Error, "out-of-memory", "memory");
    expectError(() => pe.softmax(large), Error, "out-of-memory", "memory");
  } finally {
    vi.unstubAllGlobals();
  }
  expect(out.every((entry) => entry === 9)).toBe(true);
  expect(allocations.live.size, "but for the small block: kept schedules were given up as well").toBe(1);
  expect(pe.attention({ ...attended, out }).output).toBe(out);
});

describe("a call that needs too much memory", () => {
  const limit = 2 ** 31 - 2 ** 24;
  const resultLimit = 2 ** 34;

  test("is refused before anything is allocated, with the MiB needed and allowed", async () => {
    const allocations = new Allocations();
    const { pe } = await loadFaulty(allocations.sabotage);
    const refused: [() => unknown, string, number][] = [
      [() => pe.sinusoidal({ length: 2 ** 31, dModel: 512 }), "length", resultLimit],
      [() => pe.sinusoidal({ length: 2 ** 53 - 1, dModel: 65536 }), "length", resultLimit],
      [
        () => pe.sinusoidal({ positions: new Array(2 ** 32 - 1), dModel: 2 }),
        "positions.length",
        resultLimit,
      ],
      [
        () =>
          pe.attention({
            ...attended,
            q: random(2 ** 20),
            k: random(2 ** 20),
            v: random(2 ** 20),
            heads: 1,
            headDim: 1,
          }),
        "queries",
        limit,
      ],
      [
        () =>
          pe.attention({
            ...attended,
            q: random(2 ** 19),
            k: random(2 ** 20),
            v: random(2 ** 20),
            heads: 1,
            headDim: 1,
          }),
        "keys",
        limit,
      ],
    ];
    for (const [call, param, most] of refused) {
      allocations.count = 0;
      const error = expectError(call, RangeError, "memory-limit", param);
      expect(error.message).toContain(
        most === limit ? `the limit is ${limit / 2 ** 20} MiB` : `the limit is ${most / 2 ** 30} GiB`,
      );
      expect(allocations.count).toBe(0);
    }
  });

  test("the limit is below the size of the module's own memory", () => {
    expect(memoryLimits(wasmBytes())).toEqual([2 ** 31]);
    expect(limit).toBeLessThan(2 ** 31);
  });

  test("if the machine has too little memory, the engine's refusal to grow is an error, and the instance works afterwards", async () => {
    const { pe, instances } = await loadFaulty(() => ({}));
    const long = new Float32Array(10 ** 7);
    const grow = vi.spyOn(WebAssembly.Memory.prototype, "grow").mockImplementation(() => {
      throw new RangeError("WebAssembly.Memory.grow(): Maximum memory size exceeded");
    });
    try {
      const error = expectError(() => pe.softmax(long), Error, "out-of-memory", "memory");
      expect(error.message).toContain("76.3 MiB"); // a row of 10^7 floats, twice
      expect(grow).toHaveBeenCalled();
      expect(pe.encode(specOf(10), { length: 5 })).toHaveLength(40);
    } finally {
      grow.mockRestore();
    }
    expect(pe.softmax(long)[0]).toBe(Math.fround(1e-7));
    expect(instances()).toBe(1);
  });
});

/** The most bytes that each memory of a WebAssembly module may have. */
function memoryLimits(bytes: Uint8Array): number[] {
  let at = 8;
  const leb = () => {
    let [value, shift, byte] = [0, 0, 0];
    do {
      byte = bytes[at++]!;
      value += (byte & 127) * 2 ** shift;
      shift += 7;
    } while (byte & 128);
    return value;
  };
  for (;;) {
    const [section, size] = [bytes[at++], leb()];
    if (section !== 5) {
      at += size;
      continue;
    }
    return Array.from({ length: leb() }, () => {
      const hasMost = leb() === 1;
      leb();
      return hasMost ? leb() * 65536 : Number.POSITIVE_INFINITY;
    });
  }
}

test("100 000 calls, some of which fail, do not use up memory", async () => {
  const { pe } = await loadFaulty((module) => {
    memory = module.wasmMemory;
    return {};
  });
  let failures = 0;
  const mustFail = (call: () => unknown) => {
    try {
      call();
    } catch {
      failures++;
    }
  };
  const mixed = (i: number) => {
    const base = 2 + (i % 300);
    if (i % 10 === 3) mustFail(() => pe.encode(specOf(base), { length: -i }));
    else if (i % 10 === 5) mustFail(() => pe.encode(specOf(base), { length: 2 ** 40 }));
    else if (i % 10 === 7) pe.heatmap(specOf(base), { view, width: 1 + (i % 16), height: 4 });
    else if (i % 10 === 8) pe.attention(attended);
    else pe.encode(specOf(base), { length: i % 64 });
  };
  for (let i = 0; i < 20_000; i++) mixed(i);
  const warm = memory!.buffer.byteLength;
  for (let i = 0; i < 80_000; i++) mixed(i);
  expect(memory!.buffer.byteLength).toBe(warm);
  expect(failures).toBe(20_000);
});

let memory: WebAssembly.Memory | undefined;
