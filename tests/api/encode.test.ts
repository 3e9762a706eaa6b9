/** Additive tables against independent numbers. */
import { load, type Spec } from "posenc/full";
import { describe, expect, test } from "vitest";
import { fixture, nearest } from "./harness/fixture.ts";

const pe = await load();

interface Convention {
  width: number;
  base: number;
  divisorShift: number;
  layout: string;
  oddWidth: string;
  start: number;
  positionScale: number;
  outputScale: string;
  paddingRow?: number;
}
interface Record_ {
  name: string;
  convention: Convention;
  entries: [position: number, column: number, value: string][];
}

function specOf({ name, convention }: Record_): Spec {
  const { width: dModel, base, layout, start } = convention;
  if (layout === "sines") return { method: "sine", dModel, base, start };
  return {
    method: "sinusoidal",
    dModel,
    base,
    start,
    layout: (layout === "flipped" ? "flipped-halves" : layout) as "halves",
    shift: convention.divisorShift,
    oddWidth: convention.oddWidth as "zero",
    divisor: name === "keras-hub-odd" ? "width" : "pairs",
    scale: convention.positionScale,
    outputScale: convention.outputScale === "1" ? 1 : "inverse-sqrt",
    paddingIndex: convention.paddingRow,
  };
}

describe("sinusoidal tables: every entry is the float nearest to the exact value", () => {
  const records: Record_[] = fixture("sinusoidal").records;
  const usable = records.filter(({ name }) => name !== "one-pair-shift-1");

  test.each(usable.map((record) => [record.name, record] as const))("%s", (_name, record) => {
    const spec = specOf(record);
    const width = record.convention.width;
    const positions = [...new Set(record.entries.map(([position]) => position))];
    const table = pe.encode(spec, { positions });
    for (const [position, column, value] of record.entries) {
      const got = table[positions.indexOf(position) * width + column];
      expect(got, `position ${position}, column ${column}`).toBe(nearest(value));
      const [alone] = [pe.encode(spec, { start: position, length: 1 })[column]];
      expect(alone, `start ${position}, column ${column}`).toBe(nearest(value));
    }
  });

  test("the listing's 2·(i//2) in float64 is within half an ULP of 1 of the table, at 10^6 too", () => {
    const row = pe.encode({ preset: "attention-is-all-you-need", dModel: 64 }, { positions: [1e6] });
    for (let i = 0; i < 64; i++) {
      const angle = 1e6 / 10000 ** ((2 * Math.floor(i / 2)) / 64);
      expect(Math.abs(row[i]! - (i % 2 === 0 ? Math.sin(angle) : Math.cos(angle)))).toBeLessThan(3.1e-8);
    }
  });

  test("the same bits each time, without parameters: a slice of 5000 rows is the rows themselves", () => {
    const spec = { preset: "annotated-transformer", dModel: 20 } as const;
    const table = pe.encode(spec, { length: 5000 });
    expect(pe.encode(spec, { length: 5000 })).toEqual(table);
    expect(pe.encode(spec, { length: 17 })).toEqual(table.slice(0, 17 * 20));
  });

  test("the formula has no last row: there are rows beyond any trained length", () => {
    const spec = { preset: "attention-is-all-you-need", dModel: 512 } as const;
    expect(pe.encode(spec, { start: 999999, length: 1 })[2]).toBe(nearest("-0.073379630759849555714"));
  });

  test("sines only: neighbours' ratio, the paper's sines in even columns, and steps that vary", () => {
    const spec = { preset: "simple-pe", dModel: 16, base: 10000 } as const;
    const frequencies = pe.frequencies(spec);
    for (let i = 1; i < 16; i++)
      expect(frequencies[i - 1]! / frequencies[i]!).toBeCloseTo(10000 ** (1 / 16), 12);
    const [simple, paper] = [pe.encode(spec, { length: 50 }), pe.sinusoidal({ dModel: 16, length: 50 })];
    for (let at = 0; at < simple.length; at += 2) expect(simple[at]).toBe(paper[at]);
    const steps = (table: Float32Array) =>
      Array.from({ length: 49 }, (_, t) =>
        Math.hypot(...Array.from({ length: 16 }, (_, i) => table[16 * t + 16 + i]! - table[16 * t + i]!)),
      );
    expect(Math.min(...steps(simple))).toBeLessThan(0.3);
    expect(Math.max(...steps(simple))).toBeGreaterThan(1.1);
    for (const step of steps(paper)) expect(step).toBeCloseTo(1.0147, 4);
  });
});

describe("the naive ways", () => {
  test("normalised index", () => {
    const [{ length, entries }] = fixture("sinusoidal").naive;
    const table = pe.encode({ method: "normalized-index", maxLength: length }, { length });
    for (const [t, value] of entries) expect(table[t]).toBe(nearest(value));
  });

  test("index and one-hot, in every channel and in one", () => {
    expect([...pe.encode({ method: "index", dModel: 2 }, { length: 2, start: 16777216 })]).toEqual([
      16777216, 16777216, 16777216, 16777216,
    ]);
    expect([...pe.encode({ method: "index" }, { positions: [-3, 0.1] })]).toEqual([-3, Math.fround(0.1)]);
    const rows = pe.encode({ method: "one-hot", dModel: 3 }, { positions: [2, 0] });
    expect([...rows]).toEqual([0, 0, 1, 1, 0, 0]);
  });

  test.each([
    [{ positions: [0, 3] }, "positions[1] must be an integer from 0 to 2"],
    [{ positions: [0.5] }, "positions[0] must be an integer from 0 to 2"],
    [{ length: 4 }, "the last position with a channel; got 3"],
    [{ length: 1, start: -1 }, "start must be an integer from 0 to 2"],
  ])("one-hot has no row without a channel of its own: %j", (rows, text) => {
    const encode = () => pe.encode({ method: "one-hot", dModel: 3 }, rows);
    expect(encode).toThrow(RangeError);
    expect(encode).toThrow(text);
  });

  test("learned rows are looked up, and there are none past the trained length", () => {
    const table = Float32Array.from({ length: 12 }, (_, i) => Math.fround(i / 7));
    const spec = { method: "learned", dModel: 3, maxLength: 4 } as const;
    expect([...pe.encode(spec, { positions: [3, 1], table })]).toEqual([
      ...table.slice(9),
      ...table.slice(3, 6),
    ]);
    expect(pe.encode(spec, { length: 4, table })).toEqual(table);
    expect(() => pe.encode(spec, { length: 5, table })).toThrow("the last learned position; got 4");
    expect(() => pe.encode(spec, { positions: [0, 0.5], table })).toThrow(RangeError);
  });
});

describe("points", () => {
  const { nerf, random } = fixture("fourier");
  test.each(nerf as { name: string; convention: object; point: number[]; output: string[] }[])(
    "NeRF, $name",
    ({ convention, point, output }) => {
      const spec = { method: "fourier", dimensions: point.length, ...convention } as Spec;
      const both = pe.encode(spec, { points: [...point, ...point] });
      expect(both).toEqual(Float32Array.from([...output, ...output], nearest));
    },
  );

  test.each(random as { layout: string; matrix: number[][]; point: number[]; output: string[] }[])(
    "random features of $point, $layout",
    ({ layout, matrix, point, output }) => {
      const spec = {
        method: "random-fourier",
        dimensions: point.length,
        features: matrix.length,
        layout: layout === "flipped" ? "flipped-halves" : layout,
      } as Spec;
      const got = pe.encode(spec, { points: point, matrix: matrix.flat() });
      const bounds = matrix.map((row) => row.reduce((sum, b, d) => sum + Math.abs(b * point[d]!), 0));
      // The records' interleaved rows have each cosine before its sine.
      const place = (i: number) => (layout === "interleaved" ? i ^ 1 : i);
      for (const [i, digits] of output.entries()) {
        const bound = 2 ** -25 + 2 ** -50 * 3 * Math.max(...bounds);
        expect(Math.abs(got[place(i)]! - Number(digits))).toBeLessThanOrEqual(bound);
      }
    },
  );

  test("random features are the same for the same seed, those of frequencies(), and normal with sigma", () => {
    const spec = { method: "random-fourier", dimensions: 2, features: 4096, sigma: 3, seed: 7 } as const;
    const points = [0.25, -0.5];
    const drawn = pe.frequencies(spec);
    const matrix = drawn.map((radians) => radians / (2 * Math.PI));
    const [seeded, given] = [pe.encode(spec, { points }), pe.encode(spec, { points, matrix })];
    for (const [i, value] of seeded.entries()) expect(value).toBeCloseTo(given[i]!, 6);
    expect(pe.encode(spec, { points })).toEqual(seeded);
    expect(pe.encode({ ...spec, seed: 8 }, { points })).not.toEqual(seeded);
    const [mean, square] = [0, 0].map((_, k) => matrix.reduce((sum, b) => sum + b ** (k + 1), 0) / 8192);
    expect(Math.abs(mean!)).toBeLessThan(4 * (3 / Math.sqrt(8192)));
    expect(Math.sqrt(square!)).toBeCloseTo(3, 0.5);
  });
});

describe("grids", () => {
  interface GridRecord {
    name: string;
    convention: { width: number; shape: number[]; classToken: boolean; normalise: boolean } & Record<
      string,
      unknown
    >;
    entries: (number | string)[][];
  }
  const records: GridRecord[] = fixture("grids").records;

  function expectEntries(table: Float32Array, { convention, entries }: GridRecord) {
    const { width, shape, classToken } = convention;
    for (const entry of entries) {
      const value = entry.at(-1) as string;
      const column = entry.at(-2) as number;
      const place = shape.reduce((row, size, axis) => row * size + (entry[axis] as number), 0);
      const at = (place + Number(classToken)) * width + column;
      expect(table[at], `place ${entry}`).toBe(nearest(value));
    }
    if (classToken) expect(table.slice(0, width).every((value) => value === 0)).toBe(true);
  }

  test.each(records)("$name", (record) => {
    const { width, axisWidth: _, normalise, ...rest } = record.convention;
    const truncated = width % (2 * record.convention.shape.length) !== 0;
    const oddWidth = truncated ? "truncate" : "error";
    const spec = {
      method: "grid",
      dModel: width,
      normalize: normalise,
      oddWidth,
      ...rest,
    } as unknown as Spec;
    const table = pe.encode(spec);
    expectEntries(table, record);
    const out = new Float32Array(table.length).fill(9);
    expect(pe.encode(spec, { out })).toBe(out);
    expect(out).toEqual(table);
  });

  test.each<[string, Spec]>([
    ["detr-256", { preset: "detr", dModel: 256, shape: [25, 34] }],
    ["detr-8-padded", { preset: "detr", dModel: 8, shape: [4, 6], valid: [3, 4] }],
    ["mae-1024", { preset: "mae", dModel: 1024, shape: [14, 14] }],
    ["mae-8", { preset: "mae", dModel: 8, shape: [2, 3] }],
    ["positional-encodings-2d-10", { preset: "positional-encodings-2d", dModel: 10, shape: [3, 5] }],
    ["positional-encodings-3d-7", { preset: "positional-encodings-3d", dModel: 7, shape: [3, 5, 7] }],
  ])("by name: %s", (name, spec) => {
    expectEntries(pe.encode(spec), records.find((record) => record.name === name)!);
  });
});
