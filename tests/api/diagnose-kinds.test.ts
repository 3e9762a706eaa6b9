/** Kinds of numbers beside tables that begin at 0: Fourier features, xPos, grids, timesteps, distances, learned tables, biases. Long: a case for each kind. */
import { type DiagnoseOptions, diagnose, type ToDiagnose } from "posenc/diagnose";
import { load, presets } from "posenc/full";
import { describe, expect, test } from "vitest";
import { bfloat16 } from "../fuzz/typescript/rows.ts";

const pe = await load();

const rowsOf = (values: ArrayLike<number>, width: number) =>
  Array.from({ length: values.length / width }, (_, row) =>
    Array.from({ length: width }, (_, column) => values[row * width + column]!),
  );
const ask = (x: unknown, expected?: unknown) =>
  diagnose(x as ToDiagnose, (expected === undefined ? {} : { expected }) as DiagnoseOptions);
const namesIn = (x: unknown, expected?: unknown) => ask(x, expected).findings.map(({ name }) => name);
function expectEqual(x: unknown, expected: unknown, compared: number) {
  const found = ask(x, expected);
  expect(found.findings, found.verdict).toEqual([]);
  expect(found.comparison, found.verdict).toMatchObject({ equal: true, compared });
  return found;
}

describe("Fourier features", () => {
  const ROWS = 12;
  const points = Array.from({ length: 3 * ROWS }, (_, k) => Math.fround(Math.sin(k * k + 1)));
  const positions = [0, 1, 2].map((axis) => points.filter((_, k) => k % 3 === axis));
  const nerf = { method: "fourier", dimensions: 3, octaves: 6 } as const;
  const code = { ...nerf, pi: false, order: "octave", includeInput: true } as const;
  const tableOf = (spec: object, width: number) =>
    rowsOf(pe.encode(spec as never, { points } as never), width);

  test("of given points are all compared, with π and without", () => {
    expectEqual({ table: tableOf(nerf, 36), positions }, nerf, 36 * ROWS);
    expectEqual({ table: tableOf(code, 39), positions }, code, 39 * ROWS);
    expect(namesIn({ table: tableOf(nerf, 36), positions }, { ...nerf, pi: false })).toEqual([
      "positions-scaled",
    ]);
    expect(namesIn({ table: tableOf(code, 39), positions }, { ...code, order: "coordinate" })).toEqual([
      "wrong-layout",
    ]);
  });

  test("of a preset have the octaves and the coordinates of their width", () => {
    expectEqual({ table: tableOf(nerf, 36), positions }, "nerf", 36 * ROWS);
    expectEqual({ table: tableOf(code, 39) }, "nerf-code", 39 * ROWS);
  });

  test("of unknown points show their octaves, and what they do not show is said", () => {
    const found = expectEqual({ table: tableOf(nerf, 36) }, nerf, 36 * ROWS);
    expect(found.comparison!.notCompared.join()).toMatch(/points.*π/);
    const named = ask({ table: tableOf(code, 39) });
    expect(named, named.verdict).toMatchObject({
      is: { method: "fourier", dimensions: 3, octaves: 6, order: "octave", includeInput: true, pi: false },
      models: ["nerf-code"],
      findings: [],
      comparison: { equal: true, compared: 39 * ROWS },
    });
    const broken = tableOf(nerf, 36);
    broken[5]![20]! += 0.01;
    const wrong = ask({ table: broken }, nerf);
    expect(wrong.findings.length).toBeGreaterThan(0);
    expect(wrong.comparison).toMatchObject({ equal: false });
  });
});

describe("random Fourier features", () => {
  const spec = { method: "random-fourier", dimensions: 2, features: 9, sigma: 3, seed: 7 } as const;
  const points = Array.from({ length: 24 }, (_, k) => Math.fround(Math.sin(k * k + 1)));
  const positions = [0, 1].map((axis) => points.filter((_, k) => k % 2 === axis));
  const table = rowsOf(pe.encode(spec, { points }), 18);

  test("of a seed and of given points are all compared", () => {
    expectEqual({ table, positions }, spec, 12 * 18);
    expectEqual({ table, positions }, JSON.stringify(spec), 12 * 18);
    expect(namesIn({ table, positions }, { ...spec, layout: "interleaved" })).toEqual(["wrong-layout"]);
    expect(namesIn({ table, positions }, { ...spec, seed: 8 })).not.toEqual([]);
    const plain = points.map((x) => x / (2 * Math.PI));
    const slow = rowsOf(pe.encode(spec, { points: plain }), 18);
    expect(namesIn({ table: slow, positions }, spec)).toEqual(["positions-scaled"]);
    const wrong = table.map((row) => [...row]);
    wrong[7]![11]! += 0.01;
    expect(ask({ table: wrong, positions }, spec).comparison).toMatchObject({
      outside: 1,
      worst: { row: 7, column: 11 },
    });
  });

  test("need their points", () => {
    const found = ask({ table }, spec);
    expect(found).toMatchObject({ is: null, findings: [], comparison: null });
    expect(found.verdict).toContain("give them as `positions`");
  });
});

describe("xPos", () => {
  const spec = { method: "xpos", headDim: 32, pairing: "halves" } as const;

  test.each(["query", "key"] as const)("of a %s: cosines and sines, and vectors", (side) => {
    const { cos, sin } = pe.rotaryTable(spec, { start: 30, length: 16, side });
    const cache = { cos: rowsOf(cos, 16), sin: rowsOf(sin, 16) };
    const found = expectEqual(cache, spec, 2 * 16 * 16);
    expect(found.comparison).toMatchObject({
      start: 30,
      layout: `one column for each pair, of ${side === "query" ? "queries" : "keys"}`,
    });
    expect(ask(cache)).toMatchObject({
      is: { method: "xpos", headDim: 32 },
      findings: [],
      comparison: { equal: true },
    });
    cache.cos[7]![3]! += 0.01;
    expect(ask(cache, spec).comparison).toMatchObject({ outside: 1, worst: { row: 7, column: 3 } });
    const before = Float32Array.from({ length: 10 * 32 }, (_, k) => Math.sin(k * k + 1));
    const after = pe.rotate(before, { ...spec, heads: 1, start: 200, side });
    const positions = Array.from({ length: 10 }, (_, k) => 200 + k);
    const vectors = { before: rowsOf(before, 32), after: rowsOf(after, 32), positions };
    expectEqual(vectors, spec, 10 * 32);
    expect(ask(vectors)).toMatchObject({ is: { method: "xpos", pairing: "halves" }, findings: [] });
    expect(namesIn(vectors, { ...spec, method: "rope" })).not.toEqual([]);
  });

  test("with another γ and another length is named with them", () => {
    const own = { ...spec, gamma: 0.7, scaleBase: 300 };
    const { cos, sin } = pe.rotaryTable(own, { length: 16, side: "key" });
    const cache = { cos: rowsOf(cos, 16), sin: rowsOf(sin, 16) };
    expect(ask(cache).is).toMatchObject({ method: "xpos", gamma: 0.7, scaleBase: 300 });
    expect(namesIn(cache, spec)).not.toEqual([]);
  });
});

describe("grids", () => {
  test.each([
    ["mae", { shape: [4, 6], dModel: 32 }, 25],
    ["detr", { shape: [4, 6], dModel: 32 }, 24],
    ["positional-encodings-3d", { shape: [2, 3, 4], dModel: 24 }, 24],
  ] as const)("of %s, by its name, its shape and the order of its axes", (preset, own, rows) => {
    const spec = { preset, ...own };
    const table = rowsOf(pe.encode(spec as never, {} as never), own.dModel);
    expect(table.length).toBe(rows);
    expectEqual({ table }, spec, rows * own.dModel);
    expectEqual({ table }, preset, rows * own.dModel); // shape and width by the file
    const named = ask({ table });
    expect([named.is, named.findings], named.verdict).toEqual([preset, []]);
    if (own.shape.length === 2 && rows === 24) {
      const channels = table[0]!.map((_, c) =>
        [0, 1, 2, 3].map((y) => table.slice(6 * y, 6 * y + 6).map((row) => row[c]!)),
      );
      for (const given of [channels, [channels]]) {
        expectEqual({ table: given }, preset, rows * own.dModel);
        expect(ask({ table: given })).toMatchObject({ is: preset, findings: [] });
      }
      channels[3]![2]![1]! += 0.01;
      expect(ask({ table: channels }, preset).comparison?.equal ?? false).toBe(false);
    }
    const axes = own.shape.length === 3 ? [0, 1, 2] : [0, 1];
    const exchanged = rowsOf(
      pe.encode(
        { ...presets[preset].spec, ...own, axes: preset === "mae" ? axes : [...axes].reverse() } as never,
        {} as never,
      ),
      own.dModel,
    );
    expect(namesIn({ table: exchanged }, spec)).toEqual(["axes-exchanged"]);
  });

  test("of a preset with a class token may be stored without it", () => {
    const { dModel, shape } = { dModel: 32, shape: [6, 6] };
    const table = rowsOf(pe.encode({ preset: "mae", dModel, shape }), dModel);
    expectEqual({ table }, "mae", 37 * dModel);
    const found = expectEqual({ table: table.slice(1) }, "mae", 36 * dModel);
    expect(found.comparison!.with).toBe("mae without a class token");
    const exchanged = table.slice(1).map((row) => [...row.slice(16), ...row.slice(0, 16)]);
    expect(namesIn({ table: exchanged }, "mae")).toEqual(["axes-exchanged"]);
  });
});

describe("rows at other positions", () => {
  test("timesteps that are not whole, times a scale", () => {
    const spec = {
      method: "sinusoidal",
      dModel: 32,
      layout: "flipped-halves",
      shift: 1,
      scale: 1000,
    } as const;
    const positions = Array.from({ length: 12 }, (_, k) => Math.fround(0.5 + 0.4 * Math.sin(k * k)));
    const table = rowsOf(pe.encode(spec, { positions }), 32);
    expectEqual({ table, positions }, spec, 12 * 32);
    const { is, findings } = diagnose({ table, positions });
    expect([is, findings]).toMatchObject([{ method: "sinusoidal", scale: 1000 }, []]);
    expect(namesIn({ table, positions }, { ...spec, scale: 1 })).toEqual(["positions-scaled"]);
  });

  test.each([
    [15, 0],
    [15, -15],
    [-15, 15],
  ])("distances from %d to %d, given and not given", (from, to) => {
    const count = Math.abs(to - from) + 1;
    const positions = Array.from({ length: count }, (_, k) => from + Math.sign(to - from) * k);
    const spec = { method: "sinusoidal", dModel: 32, base: 2000, layout: "halves" } as const;
    const table = rowsOf(pe.encode(spec, { positions }), 32);
    for (const given of [{ table, positions }, { table }]) {
      const found = expectEqual(given, spec, 32 * count);
      if (!("positions" in given)) expect(found.comparison!.start).toBe(from);
      const named = ask(given);
      expect(named, named.verdict).toMatchObject({ is: { base: 2000, layout: "halves" }, findings: [] });
    }
    const { layout } = ask({ table }, spec).comparison!;
    expect(layout!.includes("positions fall")).toBe(from > to);
  });
});

test("a learned table is not a formula, and its spectrum is said", () => {
  const noise = (row: number, column: number) => Math.fround(0.1 * Math.sin((row * 64 + column) ** 2));
  const table = Array.from({ length: 40 }, (_, row) =>
    Array.from({ length: 16 }, (_, column) => noise(row, column)),
  );
  const rough = ask({ table });
  expect(rough).toMatchObject({ is: null, findings: [] });
  expect(rough.verdict).toMatch(/\d+ % of their variation along the rows is slower than 10 rows/);
  expect(rough.comparison).toMatchObject({ equal: false });
  expect(rough.comparison!.first).not.toBeNull();
  expect(rough.picture!.found.length).toBe(rough.picture!.expected.length);
  const expected = ask({ table }, { method: "learned", dModel: 16, maxLength: 40 });
  expect(expected).toMatchObject({ is: null, comparison: null });
  expect(expected.verdict).toContain("do not follow from its spec");
});

test("one wrong entry is found wherever it is in a long table", () => {
  const ROWS = 20_000;
  const values = pe.encode({ method: "sinusoidal", dModel: 16 }, { length: ROWS });
  for (const [row, expected] of [
    [12_345, { method: "sinusoidal", dModel: 16 }],
    [19_998, { method: "sinusoidal", dModel: 16 }],
    [777, undefined],
  ] as const) {
    const table = Float32Array.from(values);
    table[16 * row + 5]! += 0.01;
    const { comparison, verdict } = ask({ table, width: 16 }, expected);
    expect(comparison, verdict).toMatchObject({ equal: false, outside: 1, worst: { row, column: 5 } });
  }
});

describe("a bias that only looks like another one", () => {
  const linear = (of: (distance: number) => number) =>
    Array.from({ length: 24 }, (_, i) => Array.from({ length: 24 }, (__, j) => of(i - j)));

  test("is not ALiBi with a slope of no head, a slope of 0, or one that grows", () => {
    const alibi = { method: "alibi" };
    expect(ask({ bias: linear((distance) => -0.5 * Math.abs(distance)) }, alibi).comparison!.equal).toBe(
      true,
    );
    for (const slope of [0.3, 0, -0.5, 3]) {
      const found = ask({ bias: linear((distance) => -slope * Math.abs(distance)) }, alibi);
      expect(found.comparison, found.verdict).toMatchObject({ equal: false });
      expect(found.findings.length).toBeGreaterThan(0);
    }
    expect(namesIn({ bias: linear((distance) => 0.5 * Math.abs(distance)) }, alibi)).toEqual(["bias-sign"]);
  });

  test("is not T5's if no two distances share a number", () => {
    const values = pe.bias(
      { method: "kerple" },
      { heads: 1, queries: 28, causal: true, r1: [1.5], r2: [0.5] },
    );
    expect(ask({ bias: rowsOf(values, 28) })).toMatchObject({ is: null, findings: [] });
  });

  test("is not T5's if a smooth rule shares numbers because it was rounded", () => {
    for (const queries of [33, 34, 36, 40, 47]) {
      const settings = { heads: 1, queries, causal: true, r1: [1.5], r2: [0.5] };
      const values = Array.from(pe.bias({ method: "kerple" }, settings), bfloat16);
      expect(ask({ bias: rowsOf(values, queries) }), `${queries}`).toMatchObject({ is: null, findings: [] });
    }
  });
});

test("buckets of T5 are told as soon as two distances share one", () => {
  const t5 = (queries: number, spec: object) =>
    rowsOf(
      pe.bias(
        { method: "t5", maxDistance: 128, ...spec } as never,
        {
          heads: 1,
          queries,
          table: Float32Array.from({ length: 16 }, (_, k) => Math.sin(k * k + 1)),
        } as never,
      ),
      queries,
    );
  const spec = { method: "t5", buckets: 16, maxDistance: 128 };
  for (const bidirectional of [true, false])
    expect(ask({ bias: t5(14, { buckets: 16, bidirectional }) }).is).toEqual({ ...spec, bidirectional });
});

test("slopes that are sorted or inverted are named", () => {
  const slopes = (heads: number) => [...pe.alibiSlopes({ heads })];
  for (const heads of [12, 20, 112]) {
    const sorted = slopes(heads).sort((a, b) => b - a);
    expect(namesIn({ slopes: sorted }, "bloom")).toEqual(["slopes-sorted"]);
    expect(namesIn({ slopes: sorted.reverse() }, "bloom")).toEqual(["slopes-sorted"]);
    expect(namesIn({ slopes: slopes(heads).reverse() }, "bloom")).toEqual(["slopes-reversed"]);
  }
  expect(namesIn({ slopes: slopes(8).map((slope) => 1 / slope) }, "bloom")).toEqual(["slopes-inverted"]);
});

test("one wrong entry of a table with a base of its own is found without an expectation", () => {
  const spec = { method: "sinusoidal", dModel: 40, base: 3000 } as const;
  const table = rowsOf(pe.encode(spec, { length: 30 }), 40);
  table[11]![23]! += 0.01;
  expect(ask({ table })).toMatchObject({
    is: { method: "sinusoidal", base: 3000 },
    findings: [{ name: "values-differ" }],
    comparison: { outside: 1, worst: { row: 11, column: 23 } },
  });
  const { cos, sin } = pe.rotaryTable(
    { method: "rope", headDim: 64, base: 7000, pairing: "halves" },
    { length: 30 },
  );
  const cache = { cos: rowsOf(cos, 32), sin: rowsOf(sin, 32) };
  cache.sin[20]![9]! += 0.01;
  expect(ask(cache)).toMatchObject({
    is: { base: 7000 },
    findings: [{ name: "values-differ" }],
    comparison: { outside: 1 },
  });
});

describe("in words", () => {
  const spec = { method: "sinusoidal", dModel: 16 } as const;
  const table = rowsOf(pe.encode(spec, { length: 12 }), 16);

  test("a column that is off by a number does not turn at another pace", () => {
    const moved = table.map((row) => row.map((x, column) => (column === 3 ? x + 0.01 : x)));
    expect(namesIn({ table: moved })).toEqual(["values-differ"]);
    const faster = table.map((row, p) =>
      row.map((x, column) => (column === 2 ? Math.sin(0.4 * p) : column === 3 ? Math.cos(0.4 * p) : x)),
    );
    expect(ask({ table: faster }).findings).toMatchObject([
      { name: "pair-differs", evidence: [{ value: 1 }, { value: expect.closeTo(0.4, 6), unit: "rad" }, {}] },
    ]);
  });

  test("another convention is named by its own facts", () => {
    const { cos, sin } = pe.rotaryTable({ preset: "llama-3.1" }, { length: 16 });
    const { verdict } = ask({ cos: rowsOf(cos, 64), sin: rowsOf(sin, 64) }, "llama-2");
    expect(verdict).toContain("Found: llama-3.1.");
    expect(verdict).not.toContain("is llama-2");
  });

  test("a sentence ends once", () => {
    const before = Float32Array.from({ length: 8 * 32 }, (_, k) => Math.sin(k * k + 1));
    const after = pe.rotate(before, { heads: 1, headDim: 32, pairing: "interleaved" });
    const { verdict } = ask(
      { before: rowsOf(before, 32), after: rowsOf(after, 32) },
      { method: "rope", headDim: 32, pairing: "halves" },
    );
    expect(verdict).toContain("expected (0, 16), (1, 17) … Found: ");
    expect(verdict).not.toMatch(/…\.|\.\./);
  });
});
