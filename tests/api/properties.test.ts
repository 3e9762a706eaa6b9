/** What encodings do, against independent numbers. Titles name the items of the checklist that they cover. */
import { load, type NearestRepeatOptions, type RepeatProgress, type Spec } from "posenc";
import { describe, expect, test, vi } from "vitest";
import { errorOf, expectError, rejectionOf } from "./expect-error.ts";
import { fixture } from "./fixture.ts";

const pe = await load();
const { periods, offsets, repeats, means, rotations, fits, simplePeSteps, tables, picture } =
  fixture("properties");

const paper = (dModel: number): Spec => ({ method: "sinusoidal", dModel });
const sines = (dModel: number, base = 10000): Spec => ({ method: "sine", dModel, base });

/** Within some units in the last place of a double. */
function expectDouble(value: number, digits: string, units = 1): void {
  expect(Math.abs(value - Number(digits))).toBeLessThanOrEqual(units * 2 ** -52 * Math.abs(Number(digits)));
}

describe("periods", () => {
  const list: [dModel: number, column: number, period: string][] = periods.periods;
  test.each(list)("S0.10, S0.13, S3.5, S3.7, S3.10, E7: d = %i, column %i", (dModel, column, period) => {
    expectDouble(pe.periods(paper(dModel))[column >> 1]!, period);
  });

  test("S0.11: run from 2π to almost 20000π", () => {
    for (const dModel of [2, 20, 50, 512, 4096]) {
      const all = pe.periods(paper(dModel));
      expect(all[0]).toBe(2 * Math.PI);
      expect(all.at(-1)).toBeLessThan(Number(periods.supremum));
      for (const [i, period] of all.subarray(1).entries()) expect(period).toBeGreaterThan(all[i]!);
    }
  });

  test.each(periods.unfinishedPairs as [number, number, number][])(
    "S0.14: d = %i, in %i positions %i pairs do not finish a turn",
    (dModel, length, pairs) => {
      expect(pe.unfinishedPairs(paper(dModel), { length })).toBe(pairs);
    },
  );

  test.each(periods.simplePe as [number, number, number, string][])(
    "S2.3: simple_pe of D = %i, κ = %i, column %i",
    (dModel, base, column, period) => {
      expectDouble(pe.periods(sines(dModel, base))[column]!, period);
    },
  );

  test("S2.3, E9: neighbours' periods have the ratio κ^(1/D)", () => {
    const [dModel, base, ratio] = periods.simplePeRatio;
    const all = pe.periods(sines(dModel, base));
    for (let i = 1; i < dModel; i++) expectDouble(all[i]! / all[i - 1]!, ratio, 4);
  });

  test("E7: the 6 of S3 is the vector index; without its π the formula gives 6.04", () => {
    const [withoutPi, sixthPair] = tables.E7;
    const all = pe.periods(paper(50));
    expectDouble(all[3]! / Math.PI, withoutPi, 2);
    expectDouble(all[6]!, sixthPair);
  });

  test("of RoPE are those of its schedule, and pairs that do not turn have none", () => {
    const rope = { method: "rope", headDim: 64, pairing: "halves" } as const;
    expect(pe.periods(rope)).toEqual(pe.periods(paper(64)));
    const scaling = { type: "proportional", partialRotaryFactor: 0.25 } as const;
    const partial = pe.periods({ ...rope, scaling });
    expect([...partial.subarray(8)]).toEqual(new Array(24).fill(Infinity));
    expect(pe.unfinishedPairs({ ...rope, scaling }, { length: 2 ** 53 })).toBe(24);
  });
});

describe("similarity and distance", () => {
  const list: [dModel: number, offset: number, similarity: string, distance: string][] =
    offsets.offsetSimilarityDistance;
  test.each(list)("S0.5: d = %i, offset %i", (dModel, offset, similarity, distance) => {
    const bound = (dModel / 2 + 16) ** 2 * 2 ** -54;
    const [inner] = pe.similarity(paper(dModel), { offsets: [offset] });
    expect(Math.abs(inner! - Number(similarity))).toBeLessThanOrEqual(bound);
    const [apart] = pe.distance(paper(dModel), { offsets: [offset] });
    expectDouble(apart!, distance, dModel / 2 + 32);
  });

  test("S0.5: the distance depends on the offset alone, whatever the layout", () => {
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

  test.each(offsets.norms as [number, string][])("S0.20: |P_t| at d = %i is %s", (dModel, norm) => {
    const [square] = pe.similarity(paper(dModel), { offsets: [0] });
    expect(Math.sqrt(square!)).toBe(Number(norm));
    for (const start of [0, 1, 999_999]) {
      const row = pe.encode(paper(dModel), { length: 1, start });
      expect(Math.hypot(...row) / Number(norm)).toBeCloseTo(1, 7);
    }
  });

  test("S2.6: a step of simple_pe has no constant length, a step of the paper's encoding has", () => {
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

  test("a factor of the entries is one of the distance, too", () => {
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

describe("nearest repeats", () => {
  type Row = [dModel: number, from: number, to: number, offset: number, distance: string];
  test.each(repeats.widthFirstLastAtDistance as Row[])(
    "S0.4, S0.15, E2: d = %i, offsets %i to %i: nearest at %i, %s",
    async (dModel, from, to, offset, distance) => {
      const found = await pe.nearestRepeat(paper(dModel), { from, to });
      expect(found.offset).toBe(offset);
      expectDouble(found.distance, distance, dModel + 64);
      expect(found.distance).toBeGreaterThan(0);
    },
    60_000,
  );

  test("S0.4: two rows are never closer than neighbours within 1000 positions of d = 512", () => {
    expect(pe.nearestRepeatSync(paper(512), { to: 1000 }).offset).toBe(1);
  });

  test("S0.15: shows how far it is, and what it has found", async () => {
    const seen: RepeatProgress[] = [];
    const options = { from: 2, to: 300_000, onProgress: (progress: RepeatProgress) => seen.push(progress) };
    const found = await pe.nearestRepeat(paper(128), options);
    expect(found).toEqual(pe.nearestRepeatSync(paper(128), { from: 2, to: 300_000 }));
    expect(seen.length).toBeGreaterThan(1);
    for (const [i, { next, done, distance }] of seen.entries()) {
      expect(done).toBeCloseTo((next - 2) / 299_999, 12);
      if (i > 0) {
        expect(next).toBeGreaterThan(seen[i - 1]!.next);
        expect(distance).toBeLessThanOrEqual(seen[i - 1]!.distance);
      }
    }
    expect(seen.at(-1)).toEqual({ ...found, next: 300_001, done: 1 });
  });

  test("S0.15: leaves time for others, and ends when told to", async () => {
    const controller = new AbortController();
    const reason = new Error("seen enough");
    const long = pe.nearestRepeat(paper(512), { to: 2 ** 53 - 128, signal: controller.signal });
    setTimeout(() => controller.abort(reason), 50);
    await expect(long).rejects.toBe(reason);
    await expect(pe.nearestRepeat(paper(2), { to: 10, signal: controller.signal })).rejects.toBe(reason);
    expect(await pe.nearestRepeat(paper(2), { to: 44 })).toMatchObject({ offset: 44 });
  });

  test("an error of the caller's own ends it", async () => {
    const error = new Error("mine");
    const onProgress = () => {
      throw error;
    };
    await expect(pe.nearestRepeat(paper(2), { to: 10, onProgress })).rejects.toBe(error);
  });

  test("equals looking at every offset", () => {
    const all = pe.distance({ ...paper(24), base: 500 } as Spec, { from: 1, to: 5000 });
    const best = Math.min(...all);
    const found = pe.nearestRepeatSync({ ...paper(24), base: 500 } as Spec, { to: 5000 });
    expect(found).toEqual({ offset: all.indexOf(best) + 1, distance: best });
  });

  test("bad input rejects", async () => {
    const wrong = (options: object) =>
      rejectionOf(pe.nearestRepeat(paper(8), options as NearestRepeatOptions));
    expect(await wrong({})).toMatchObject({ code: "missing", param: "to" });
    expect(await wrong({ to: 0 })).toMatchObject({ code: "range", param: "to" });
    expect(await wrong({ to: 5, from: 6 })).toMatchObject({ code: "range", param: "to" });
    expect(await wrong({ to: 2 ** 53 })).toMatchObject({ code: "range", param: "to" });
    expect(await wrong({ to: 5, onProgress: {} })).toMatchObject({ code: "type", param: "onProgress" });
    expect(await wrong({ to: 5, signal: true })).toMatchObject({ code: "type", param: "signal" });
    expect(await wrong({ to: 5, signal: {} })).toMatchObject({ code: "type", param: "signal" });
    expect(await rejectionOf(pe.nearestRepeat(sines(4), { to: 5 }))).toMatchObject({ code: "unsupported" });
  });
});

describe("shifts", () => {
  test("S0.16, S0.17: R(k) is a rotation for each pair", () => {
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

  test("S0.17, S1.6: P_{t+k} = R(k) P_t for every t, in every layout, and R(a) R(b) = R(a + b)", () => {
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
  test.each(few)(
    "S0.18, S0.19, E11: d = %i, %i rows, k = %i",
    (dModel, length, k, sinesOnly, cosinesOnly) => {
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
    },
  );

  test("S0.18: the matrix fitted from rows is R(k) where the rows determine it", () => {
    const { matrix, rank } = pe.fitShift(paper(8), { k: 5, length: 300 });
    expect(rank).toBe(8);
    expectClose(matrix, pe.shiftMatrix(paper(8), { k: 5 }), 1e-6);
  });

  test("S0.19, E11: sines alone have no such matrix, but a best one", () => {
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

describe("means", () => {
  test.each(means.widthLengthMean as [number, number, string][])(
    "S0.6, E1: d = %i over %i positions",
    (dModel, length, mean) => {
      expect(Math.abs(pe.mean(paper(dModel), { length }) - Number(mean))).toBeLessThanOrEqual(2 ** -50);
    },
  );

  test("of odd widths, other starts, sines alone and factors equal those of the entries", () => {
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
  test("S0.4 to S0.7: the paper's encoding", () => {
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

  test("S0.8: the naive ways, and why each fails", () => {
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

  test("S0.19, S2.6, E11: sines alone", () => {
    const { consistent } = pe.criteria(sines(16), { length: 512 });
    expect(consistent.holds).toBe(false);
    expect(consistent.largestSpread).toBeGreaterThan(0.9);
  });

  test("S0.21: learned rows have no offsets in them, and end", () => {
    const table = Float32Array.from({ length: 40 * 8 }, (_, n) => Math.sin(n * n));
    const spec: Spec = { method: "learned", dModel: 8, maxLength: 40 };
    const learned = pe.criteria(spec, { length: 40, table });
    expect(learned.consistent.holds).toBe(false);
    expect(learned.extends).toEqual({ holds: false, rows: 40 });
    expect(pe.criteria({ table, dModel: 8 })).toEqual(learned);
  });

  test("conventions that only encode has are judged by its floats", () => {
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

describe("tables of the posts", () => {
  test.each(tables["S3.3"] as [number, number, number, string][])(
    "S3.3: d = %i, position %i, index %i",
    (dModel, position, column, value) => {
      const entry = pe.encode(paper(dModel), { positions: [position] })[column];
      expect(entry).toBe(Math.fround(Number(value)));
    },
  );

  test("S3.4: indices 0 and 1 depend on the position alone", () => {
    for (const t of [1, 7, 20]) {
      const [first, ...others] = [2, 20, 50, 512].map((dModel) =>
        pe.encode(paper(dModel), { positions: [t] }).slice(0, 2),
      );
      for (const other of others) expect(other).toEqual(first);
    }
  });

  test.each(tables["S3.8"] as [number, string][])(
    "S3.8: column %i barely changes in 20 positions",
    (column, sine) => {
      expect(pe.encode(paper(50), { positions: [19] })[column]).toBe(Math.fround(Number(sine)));
    },
  );
});

describe("45 000 positions on 670 pixels", () => {
  const { width, length, height } = picture;
  const draw = (mode: "exact" | "nearest" | "difference") =>
    pe.heatmap(paper(width), {
      view: { positions: [0, length], dimensions: [0, width] },
      width,
      height,
      mode,
      as: "values",
    });

  test("S3.10, S3.11: exact means and nearest samples", () => {
    const [exact, nearest] = [draw("exact"), draw("nearest")];
    for (const [row, column, mean, sample] of picture.rowColumnMeanNearest as [
      number,
      number,
      string,
      string,
    ][]) {
      expect(exact[row * width + column]).toBeCloseTo(Number(mean), 6);
      expect(nearest[row * width + column]).toBe(Math.fround(Number(sample)));
    }
  });

  test("S3.11, E8: where the nearest sample is wrong, and by how much", () => {
    const difference = draw("difference");
    for (const [column, expected] of picture.columnRootMeanSquareError as [number, string][]) {
      let sum = 0;
      for (let row = 0; row < height; row++) sum += difference[row * width + column]! ** 2;
      expect(Math.sqrt(sum / height)).toBeCloseTo(Number(expected), 5);
    }
    const perPixel = pe.periods(paper(width)).map((period) => period / Number(picture.positionsPerPixel));
    const columnsUnder = (pixels: number) => 2 * perPixel.filter((period) => period < pixels).length - 1;
    expect(columnsUnder(1)).toBe(picture.lastColumnUnderOnePixel);
    expect(columnsUnder(2)).toBe(picture.lastColumnUnderTwoPixels);
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
    expectError(wrong({ to: 2 ** 30 }), RangeError, "memory-limit", "to");
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
