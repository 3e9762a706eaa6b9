/** What a shift does to an encoding, against independent numbers. Titles name the items of the checklist. */
import { load, type Spec } from "posenc/full";
import { describe, expect, test } from "vitest";
import { expectError } from "./harness/expect-error.ts";
import { fixture } from "./harness/fixture.ts";
import { paper, sines } from "./harness/plain-encodings.ts";

const pe = await load();
const { rotations, fits } = fixture("properties");

describe("shifts", () => {
  test("R(k) is a rotation for each pair", () => {
    const { width } = rotations;
    for (const [k, pair, cosine, sine] of rotations.offsetPairCosineSine as [
      number,
      number,
      string,
      string,
    ][]) {
      const matrix = pe.shiftMatrix(paper(width), { k });
      const at = (row: number, column: number) => matrix[(2 * pair + row) * width + 2 * pair + column];
      const [c, s] = [Math.fround(Number(cosine)), Math.fround(Number(sine))];
      expect([at(0, 0), at(0, 1), at(1, 0), at(1, 1)]).toEqual([c, s, -s, c]);
      expect(matrix.filter((entry) => entry !== 0).length).toBeLessThanOrEqual(2 * width);
    }
  });

  test("P_{t+k} = R(k) P_t for every t, in every layout, and R(a) R(b) = R(a + b)", () => {
    const dModel = 12;
    const specs: Spec[] = [
      paper(dModel),
      { method: "sinusoidal", dModel, layout: "halves", shift: 1 },
      { method: "sinusoidal", dModel, layout: "flipped-halves", scale: 0.5 },
      { method: "sinusoidal", dModel: 13, oddWidth: "zero" },
    ];
    for (const spec of specs) {
      const width = (spec as { dModel: number }).dModel;
      const [a, b, both] = [3, 40, 43].map((k) => pe.shiftMatrix(spec, { k }));
      for (const start of [0, 17, 70_000]) {
        const [from, to] = [start, start + 40].map((t) => pe.encode(spec, { length: 1, start: t }));
        expectClose(product(b!, from!, width), to!, 1e-6);
      }
      expectClose(product(a!, b!, width), both!, 1e-6);
      const transposed = b!.map((_, n) => b![(n % width) * width + Math.floor(n / width)]!);
      expectClose(product(b!, transposed, width), identity(width), 1e-6);
    }
  });

  type Fit = [dModel: number, length: number, k: number, sinesOnly: string, cosinesOnly: string];
  const few = (fits.widthLengthShiftSinesCosines as Fit[]).filter(
    ([dModel, length]) => dModel * length <= 160_000,
  );
  test.each(few)("d = %i, %i rows, k = %i", (dModel, length, k, sinesOnly, cosinesOnly) => {
    expect(pe.fitShift(paper(dModel), { k, length }).residual).toBeLessThan(1e-13);
    const rows = Array.from({ length: length + k }, (_, t) => t);
    const frequencies = pe.frequencies(paper(dModel));
    for (const [f, expected] of [
      [Math.sin, sinesOnly],
      [Math.cos, cosinesOnly],
    ] as const) {
      const table = Float64Array.from(rows.flatMap((t) => [...frequencies].map((w) => f(t * w))));
      const { residual, rank } = pe.fitShift({ table, dModel: dModel / 2 }, { k, length });
      // Where doubles cannot tell the slowest columns apart, their directions get nothing: a little more is missed.
      expect(residual).toBeGreaterThan(Number(expected) - 5e-8);
      expect(residual).toBeLessThan(Number(expected) + (rank < dModel / 2 ? 0.01 : 5e-8));
      if (length > 1000) expect(rank).toBe(dModel / 2);
    }
  });

  test("the matrix fitted to rows is R(k) if the rows determine it", () => {
    const { matrix, rank } = pe.fitShift(paper(8), { k: 5, length: 300 });
    expect(rank).toBe(8);
    expectClose(matrix, pe.shiftMatrix(paper(8), { k: 5 }), 1e-6);
  });

  test("sines only have no such matrix, only a best approximation", () => {
    expectError(() => pe.shiftMatrix(sines(8), { k: 1 }), RangeError, "unsupported", "spec");
    const { residual } = pe.fitShift(sines(16), { k: 1, length: 512 });
    expect(residual).toBeGreaterThan(0.2);
  });

  test("bad input", () => {
    const table = Float64Array.from({ length: 12 }, (_, i) => i);
    const own = { table, dModel: 4 };
    expect(pe.fitShift(own, { k: 1 }).matrix).toHaveLength(16);
    expectError(() => pe.fitShift(own, { k: 3 }), RangeError, "range", "k");
    expectError(() => pe.fitShift(own, { k: 1, length: 3 }), RangeError, "range", "length");
    expectError(() => pe.fitShift(own, { k: 1, start: 3 }), TypeError, "unknown-option", "start");
    expectError(() => pe.fitShift({ table, dModel: 5 }, { k: 1 }), RangeError, "length", "table");
    table[7] = Number.NaN;
    expectError(() => pe.fitShift(own, { k: 1 }), RangeError, "range", "table[7]");
    expectError(() => pe.fitShift(paper(4), { k: 1 }), TypeError, "missing", "length");
    expectError(
      () => pe.fitShift({ method: "alibi" }, { k: 1, length: 3 }),
      RangeError,
      "unsupported",
      "method",
    );
    expectError(() => pe.shiftMatrix(paper(65536), { k: 1 }), RangeError, "memory-limit", "dModel");
    expectError(() => pe.shiftMatrix(paper(4), { k: Infinity }), RangeError, "range", "k");
  });
});

function product(matrix: ArrayLike<number>, right: ArrayLike<number>, width: number): number[] {
  const columns = right.length / width;
  return Array.from({ length: right.length }, (_, n) => {
    const [row, column] = [Math.floor(n / columns), n % columns];
    let sum = 0;
    for (let i = 0; i < width; i++) sum += matrix[row * width + i]! * right[i * columns + column]!;
    return sum;
  });
}

const identity = (width: number) =>
  Float32Array.from({ length: width ** 2 }, (_, n) => Number(n % (width + 1) === 0));

function expectClose(values: ArrayLike<number>, expected: ArrayLike<number>, bound: number): void {
  expect(values.length).toBe(expected.length);
  const worst = Math.max(...Array.from(expected, (value, n) => Math.abs(values[n]! - value)));
  expect(worst).toBeLessThan(bound);
}
