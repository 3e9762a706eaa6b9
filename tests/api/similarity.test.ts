/** Similarity and distance against independent numbers. Titles name the items of the checklist. */
import { load, type Spec } from "posenc/full";
import { describe, expect, test, vi } from "vitest";
import { expectError } from "./harness/expect-error.ts";
import { fixture } from "./harness/fixture.ts";
import { expectDouble, paper, sines } from "./harness/plain-encodings.ts";

const pe = await load();
const { offsets, simplePeSteps } = fixture("properties");

describe("similarity and distance", () => {
  const list: [dModel: number, offset: number, similarity: string, distance: string][] =
    offsets.offsetSimilarityDistance;
  test.each(list)("d = %i, offset %i", (dModel, offset, similarity, distance) => {
    const bound = (dModel / 2 + 16) ** 2 * 2 ** -54;
    const [inner] = pe.similarity(paper(dModel), { offsets: [offset] });
    expect(Math.abs(inner! - Number(similarity))).toBeLessThanOrEqual(bound);
    const [apart] = pe.distance(paper(dModel), { offsets: [offset] });
    expectDouble(apart!, distance, dModel / 2 + 32);
  });

  test("the distance depends on the offset only, in every layout", () => {
    for (const layout of ["interleaved", "halves", "flipped-halves"] as const) {
      const spec: Spec = { method: "sinusoidal", dModel: 64, layout };
      const here = pe.distance(spec, { from: -5, to: 60 });
      expect(pe.distance(spec, { from: -5, to: 60, position: 12345.5 })).toEqual(here);
      expect(here[5]).toBe(0);
      const table = pe.encode(spec, { length: 61 });
      for (const k of [1, 7, 60]) {
        const apart = Math.hypot(...Array.from({ length: 64 }, (_, j) => table[64 * k + j]! - table[j]!));
        expect(apart / here[5 + k]!).toBeCloseTo(1, 6);
      }
    }
  });

  test.each(offsets.norms as [number, string][])("|P_t| at d = %i is %s", (dModel, norm) => {
    const [square] = pe.similarity(paper(dModel), { offsets: [0] });
    expect(Math.sqrt(square!)).toBe(Number(norm));
    for (const start of [0, 1, 999_999]) {
      const row = pe.encode(paper(dModel), { length: 1, start });
      expect(Math.hypot(...row) / Number(norm)).toBeCloseTo(1, 7);
    }
  });

  test("offsets beyond one call of the kernel are the ones asked for", () => {
    const far = 3 + 2 ** 12 + 7;
    const [alone] = pe.distance(paper(16), { offsets: [far] });
    expect(pe.distance(paper(16), { from: 3, to: far }).at(-1)).toBe(alone);
    const listed = Array.from({ length: far - 2 }, (_, n) => 3 + n);
    expect(pe.distance(paper(16), { offsets: listed }).at(-1)).toBe(alone);
  });

  test("a step of simple_pe has no constant length, a step of the paper's encoding has", () => {
    const { width, kappa, length, smallest, largest } = simplePeSteps;
    const steps = Array.from({ length }, (_, position) => {
      return pe.distance(sines(width, kappa), { offsets: [1], position })[0]!;
    });
    for (const [at, value] of [smallest, largest]) expectDouble(steps[at]!, value, 48);
    expect(steps.indexOf(Math.min(...steps))).toBe(smallest[0]);
    expect(steps.indexOf(Math.max(...steps))).toBe(largest[0]);
    const [step] = pe.distance(paper(16), { offsets: [1] });
    expect(step).toBeCloseTo(1.0147, 4);
  });

  test("a factor of the entries is also a factor of the distance", () => {
    const plain = pe.distance(paper(16), { from: 0, to: 5 });
    const scaled = pe.distance({ method: "sinusoidal", dModel: 16, outputScale: -2 }, { from: 0, to: 5 });
    expect([...scaled]).toEqual([...plain].map((value) => 2 * value));
    const inner = pe.similarity({ method: "sinusoidal", dModel: 16, outputScale: "inverse-sqrt" }, { to: 0 });
    expect(inner[0]).toBeCloseTo(0.5, 15);
  });

  test("lists and ranges agree, with cosines missing or not", () => {
    for (const spec of [paper(10), sines(7), { ...paper(9), oddWidth: "truncate" } as Spec]) {
      for (const ask of [pe.similarity, pe.distance]) {
        const range = ask(spec, { from: -2, to: 3, position: 4 });
        expect(ask(spec, { offsets: [-2, -1, 0, 1, 2, 3], position: 4 })).toEqual(range);
        expect(ask(spec, { offsets: [] })).toHaveLength(0);
      }
    }
  });
});

describe("bad input", () => {
  test("offsets", () => {
    const wrong = (options: object) => () => pe.similarity(paper(4), options);
    expectError(wrong({}), TypeError, "missing", "to");
    expectError(wrong({ to: -1 }), RangeError, "range", "to");
    expectError(wrong({ to: 1.5 }), RangeError, "range", "to");
    expectError(wrong({ offsets: [1], to: 3 }), TypeError, "conflict", "to");
    expectError(wrong({ offsets: "12" }), TypeError, "type", "offsets");
    expectError(wrong({ offsets: [0, "1"] }), TypeError, "type", "offsets[1]");
    expectError(wrong({ to: 2 ** 53, position: 1, from: 2 ** 53 }), RangeError, "range", "position");
    expectError(wrong({ to: 2 ** 32 }), RangeError, "memory-limit", "to");
  });

  test("specs", () => {
    for (const method of ["index", "alibi"] as const) {
      expectError(() => pe.distance({ method }, { to: 1 }), RangeError, "unsupported", "method");
      expectError(() => pe.periods({ method }), RangeError, "unsupported", "method");
    }
    expectError(() => pe.criteria({ method: "alibi" }, { length: 3 }), RangeError, "unsupported", "method");
  });

  test("a getter is read once, also of a table", () => {
    const read = vi.fn(() => new Float32Array(4));
    const own = Object.defineProperty({ dModel: 2 }, "table", { get: read, enumerable: true });
    pe.criteria(own as never);
    expect(read).toHaveBeenCalledTimes(1);
  });
});
