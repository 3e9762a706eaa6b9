/** Means and criteria against independent numbers. Titles name the items of the checklist. */
import { load, type Spec } from "posenc/full";
import { describe, expect, test } from "vitest";
import { errorOf, expectError } from "./harness/expect-error.ts";
import { fixture } from "./harness/fixture.ts";
import { expectDouble, paper, sines } from "./harness/plain-encodings.ts";

const pe = await load();
const { means } = fixture("properties");

describe("means", () => {
  test.each(means.widthLengthMean as [number, number, string][])(
    "d = %i over %i positions",
    (dModel, length, mean) => {
      expect(Math.abs(pe.mean(paper(dModel), { length }) - Number(mean))).toBeLessThanOrEqual(2 ** -50);
    },
  );

  test("equal the means of the entries for odd widths, other starts, sines only and factors", () => {
    const specs: Spec[] = [
      sines(7),
      { method: "sinusoidal", dModel: 9, oddWidth: "zero", start: 3 },
      { method: "sinusoidal", dModel: 9, oddWidth: "truncate", layout: "flipped-halves" },
      { method: "sinusoidal", dModel: 8, outputScale: 3 },
    ];
    for (const spec of specs) {
      const table = pe.encode(spec, { length: 100 });
      const mean = table.reduce((sum, entry) => sum + entry, 0) / table.length;
      expect(pe.mean(spec, { length: 100 })).toBeCloseTo(mean, 7);
    }
  });

  test("bad input", () => {
    expectError(() => pe.mean(paper(4), { length: 0 }), RangeError, "range", "length");
    expectError(() => pe.mean(paper(4), { length: 2 ** 53 }), RangeError, "range", "length");
    expectError(() => pe.mean({ method: "index" }, { length: 1 }), RangeError, "unsupported", "method");
    expect(errorOf(() => pe.mean({ ...paper(4), precision: "float32" } as Spec, { length: 1 })).code).toBe(
      "unsupported",
    );
  });
});

describe("criteria", () => {
  test("the paper's encoding", () => {
    const { unique, consistent, bounded, extends: more } = pe.criteria(paper(512), { length: 512 });
    expect(unique.holds).toBe(true);
    expect(unique.rows).toEqual([0, 1]);
    expectDouble(unique.smallestDistance, "3.714270365128803881618728", 1024);
    expect(consistent.holds).toBe(true);
    expect(consistent.largestSpread).toBeLessThan(1e-12);
    expect(bounded.holds).toBe(true);
    expect(bounded.mean).toBeCloseTo(0.2672597416993949, 12);
    expect(more).toEqual({ holds: true, rows: Infinity });
  });

  test("the naive ways, and why each fails", () => {
    const index = pe.criteria({ method: "index" }, { length: 50 });
    expect(index).toMatchObject({
      unique: { holds: true, smallestDistance: 1 },
      consistent: { holds: true, largestSpread: 0 },
      bounded: { holds: false, smallest: 0, largest: 49, mean: 24.5 },
      extends: { holds: true },
    });
    const normalized = pe.criteria({ method: "normalized-index", maxLength: 50 }, { length: 50 });
    expect(normalized.bounded).toMatchObject({ holds: true, smallest: -1, largest: 1 });
    expect(normalized.extends).toEqual({ holds: false, rows: 50 });
    const shorter = pe.criteria({ method: "normalized-index", maxLength: 5 }, { length: 5 });
    expect(shorter.unique.smallestDistance).toBeGreaterThan(10 * normalized.unique.smallestDistance);
    const oneHot = pe.criteria({ method: "one-hot", dModel: 50 }, { length: 50 });
    expect(oneHot.unique.smallestDistance).toBe(Math.SQRT2);
    expect(oneHot.extends).toEqual({ holds: false, rows: 50 });
  });

  test("sines only", () => {
    const { consistent } = pe.criteria(sines(16), { length: 512 });
    expect(consistent.holds).toBe(false);
    expect(consistent.largestSpread).toBeGreaterThan(0.9);
  });

  test("learned rows know no offsets, and end", () => {
    const table = Float32Array.from({ length: 40 * 8 }, (_, n) => Math.sin(n * n));
    const spec: Spec = { method: "learned", dModel: 8, maxLength: 40 };
    const learned = pe.criteria(spec, { length: 40, table });
    expect(learned.consistent.holds).toBe(false);
    expect(learned.extends).toEqual({ holds: false, rows: 40 });
    expect(pe.criteria({ table, dModel: 8 })).toEqual(learned);
  });

  test("for conventions that only encode supports, its floats are judged", () => {
    const scaled = pe.criteria({ preset: "x-transformers", dModel: 32 }, { length: 100 });
    expect(scaled.unique.smallestDistance).toBeGreaterThan(0);
    const padded = pe.criteria({ preset: "fairseq", dModel: 32 }, { length: 100, start: 0 });
    expect(padded.consistent.holds).toBe(false);
    const places = pe.criteria({ preset: "mae", dModel: 32, shape: [4, 4] } as Spec);
    expect(places.unique.holds).toBe(true);
  });

  test("rows that repeat are found", () => {
    const table = Float32Array.of(1, 2, 3, 4, 5, 6, 3, 4);
    const { unique } = pe.criteria({ table, dModel: 2 });
    expect(unique).toEqual({ holds: false, smallestDistance: 0, rows: [1, 3] });
  });

  test("a single row, none, and too many", () => {
    expect(pe.criteria(paper(4), { length: 1 }).unique).toEqual({ holds: true, smallestDistance: Infinity });
    expectError(() => pe.criteria(paper(4), { length: 0 }), RangeError, "range", "length");
    expectError(() => pe.criteria(paper(4), { length: 8193 }), RangeError, "range", "length");
    expectError(() => pe.criteria(paper(4)), TypeError, "missing", "length");
    expectError(
      () => pe.criteria({ table: new Float32Array(4), dModel: 2 }, { length: 2 }),
      TypeError,
      "unknown-option",
      "length",
    );
  });
});
