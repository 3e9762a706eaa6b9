/** With `expected`, every entry is compared: equal tables pass in each layout, and whatever differs is found. Long: a case for each kind. */
import { type DiagnoseOptions, diagnose, type ToDiagnose } from "posenc/diagnose";
import { load, presets, type Spec } from "posenc/full";
import { describe, expect, test } from "vitest";
import { slips } from "../fuzz/typescript/mistakes.ts";

const pe = await load();

const rowsOf = (values: ArrayLike<number>, width: number) =>
  Array.from({ length: values.length / width }, (_, row) =>
    Array.from({ length: width }, (_, column) => values[row * width + column]!),
  );
type Rows = number[][];
const tiled = (rows: Rows) => rows.map((row) => [...row, ...row]);
const repeated = (rows: Rows) => rows.map((row) => row.flatMap((value) => [value, value]));

function cacheOf(spec: Spec | string, length = 24, start = 0) {
  const of = typeof spec === "string" ? { preset: spec } : spec;
  const { cos, sin } = pe.rotaryTable(of as never, { start, length });
  return { cos: rowsOf(cos, cos.length / length), sin: rowsOf(sin, sin.length / length) };
}

const both = ({ cos, sin }: { cos: Rows; sin: Rows }, of: (rows: Rows) => unknown) => ({
  cos: of(cos),
  sin: of(sin),
});
const ask = (x: unknown, options: unknown = {}) => diagnose(x as ToDiagnose, options as DiagnoseOptions);
const faultsIn = (x: unknown, options: unknown = {}) =>
  ask(x, options)
    .findings.filter(({ severity }) => severity === "fault")
    .map(({ name }) => name);

function expectEqual(x: unknown, expected: unknown, compared?: number) {
  const found = ask(x, { expected });
  expect(
    found.findings.filter(({ severity }) => severity === "fault"),
    found.verdict,
  ).toEqual([]);
  expect(found.comparison, found.verdict).toMatchObject({ equal: true, outside: 0 });
  if (compared !== undefined) expect(found.comparison!.compared).toBe(compared);
  return found;
}

describe("a full-width cache shows its pairing", () => {
  const rotary = Object.entries(presets).filter(
    ([, { spec }]) =>
      spec.method === "rope" &&
      !("sections" in spec) &&
      !("shortFactor" in ((spec as { scaling?: object }).scaling ?? {})),
  );

  test.each(rotary)("of %s", (name, { spec }) => {
    const cache = cacheOf(name);
    const isHalves = (spec as { pairing: string }).pairing === "halves";
    const [right, wrong] = isHalves ? [tiled, repeated] : [repeated, tiled];
    const pairs = cache.cos[0]!.length;
    expectEqual(both(cache, right), name, 4 * 24 * pairs);
    const once = expectEqual(cache, name, 2 * 24 * pairs);
    expect(once.comparison!.notCompared.join()).toContain("pairing");
    const found = ask(both(cache, wrong), { expected: name });
    expect(found.findings[0]).toMatchObject({ name: "wrong-pairing", severity: "fault" });
    const { worst } = found.comparison!;
    expect(Math.abs(worst!.found - worst!.expected)).toBeGreaterThan(0.5);
    expect(found.is).toBe(name);
    expect(found.models).toEqual([]);
  });

  test("in words", () => {
    const { verdict } = ask(both(cacheOf("llama-2"), repeated), { expected: "llama-2" });
    expect(verdict).toContain("channels (0, 1), (2, 3) … are rotated together; expected (0, 64), (1, 65) …");
  });
});

test("a table is equal in each way to store it", () => {
  const cache = cacheOf("llama-3.1", 20, 5000);
  const { cos, sin } = cache;
  const beside = cos.map((row, k) => [...row, ...sin[k]!]);
  const pairs = cos.map((row, k) => row.map((value, pair) => [value, sin[k]![pair]!]));
  const matrices = cos.map((row, k) =>
    row.map((c, pair) => [
      [c, -sin[k]![pair]!],
      [sin[k]![pair]!, c],
    ]),
  );
  const transposed = beside[0]!.map((_, column) => beside.map((row) => row[column]!));
  const ways = {
    "cos beside sin": beside,
    "sin beside cos": cos.map((row, k) => [...sin[k]!, ...row]),
    complex: pairs,
    matrices,
    "cos alone": cos,
    "sin alone": sin,
    "cos alone, tiled": tiled(cos),
    "a batch of 1": [beside],
    "equal copies": [beside, beside],
    transposed,
    "both tiled": tiled(cos).map((row, k) => [...row, ...tiled(sin)[k]!]),
  };
  for (const [way, table] of Object.entries(ways)) {
    const found = ask({ table }, { expected: "llama-3.1" });
    expect(
      [found.comparison?.equal, faultsIn({ table }, { expected: "llama-3.1" })],
      `${way}: ${found.verdict}`,
    ).toEqual([true, []]);
  }
  for (const way of [[cos], [tiled(cos)], cos.map((row) => [row])]) expectEqual({ cos: way }, "llama-3.1");
  expect(ask({ table: beside }, { expected: "llama-3.1" }).comparison).toMatchObject({
    start: 5000,
    layout: "cosines, then sines",
  });
});

describe("what differs is found", () => {
  const expected = { method: "sinusoidal", dModel: 64 };
  const table = rowsOf(pe.encode(expected as never, { length: 50 }), 64);
  const changed = (change: (rows: Rows) => void) => {
    const rows = table.map((row) => [...row]);
    change(rows);
    return { table: rows };
  };

  test("rows of zeros at the end, of a table and of a cache", () => {
    const zero = changed((rows) => {
      for (const row of rows.slice(45)) row.fill(0);
    });
    expect(faultsIn(zero, { expected })).toEqual(["rows-zero"]);
    expect(faultsIn(zero)).toEqual(["rows-zero"]);
    const cache = both(cacheOf("llama-2"), (rows) =>
      tiled(rows).map((row, k) => (k > 20 ? row.map(() => 0) : row)),
    );
    expect(faultsIn(cache, { expected: "llama-2" })).toEqual(["rows-zero"]);
    expect(faultsIn(cache)).toEqual(["rows-zero"]);
  });

  test.each([
    [7, 5],
    [0, 0],
    [49, 63],
  ])("one entry, in row %d and column %d", (row, column) => {
    const off = changed((rows) => {
      rows[row]![column]! += 0.01;
    });
    for (const options of [{ expected }, {}]) {
      const { findings, comparison } = ask(off, options);
      expect(findings.map(({ name }) => name)).toEqual(["values-differ"]);
      expect(comparison).toMatchObject({
        equal: false,
        outside: 1,
        worst: {
          row,
          column,
          found: off.table[row]![column],
          expected: expect.closeTo(table[row]![column]!, 7),
        },
      });
    }
  });

  test("one entry of a cache and of vectors", () => {
    const cache = cacheOf("llama-2");
    cache.cos[20]![33]! += 0.01;
    expect(ask(cache, { expected: "llama-2" })).toMatchObject({
      findings: [{ name: "values-differ" }],
      comparison: { outside: 1, worst: { row: 20, column: 33 } },
    });
    const before = rowsOf(
      Float32Array.from({ length: 8 * 128 }, (_, k) => Math.sin(k * k + 1)),
      128,
    );
    const after = rowsOf(
      pe.rotate(Float32Array.from(before.flat()), { heads: 1, headDim: 128, pairing: "halves" }),
      128,
    );
    expectEqual({ before, after }, "llama-2");
    after[5]![70]! += 0.01;
    expect(ask({ before, after }, { expected: "llama-2" }).comparison).toMatchObject({
      outside: 1,
      worst: { row: 5, column: 70 },
    });
    expect(faultsIn({ before, after }, { expected: "llama-2" })).toEqual(["values-differ"]);
  });

  test("the factor of entries and of positions", () => {
    expect(faultsIn({ table }, { expected: { ...expected, scale: 1000 } })).toEqual(["positions-scaled"]);
    expect(faultsIn({ table }, { expected: { ...expected, outputScale: 0.5 } })).toEqual(["wrong-scale"]);
    expect(faultsIn({ table }, { expected: { ...expected, outputScale: "inverse-sqrt" } })).toEqual([
      "scale-on-table",
    ]);
    const scaled = {
      table: rowsOf(pe.encode({ ...expected, outputScale: 0.5 } as never, { length: 50 }), 64),
    };
    expect(faultsIn(scaled, { expected })).toEqual(["wrong-scale"]);
    expectEqual(scaled, { ...expected, outputScale: 0.5 });
  });

  test("NaN at a place, and the rest is compared", () => {
    const broken = changed((rows) => {
      rows[4]![3] = Number.NaN;
    });
    for (const options of [{ expected }, {}]) {
      const { findings, comparison } = ask(broken, options);
      expect(findings[0]).toMatchObject({
        name: "not-a-number",
        evidence: [{ value: 1 }, { what: "row", value: 4 }, { what: "column", value: 3 }],
      });
      expect(comparison!.compared).toBe(50 * 64 - 1);
    }
  });

  test("a pair, a column, an embedding, positions of its own", () => {
    const pair = changed((rows) =>
      rows.forEach((row, p) => {
        [row[10], row[11]] = [Math.sin(0.1 * p), Math.cos(0.1 * p)];
      }),
    );
    expect(ask(pair, { expected }).findings[0]).toMatchObject({
      name: "pair-differs",
      evidence: [{ value: 5 }, { value: expect.closeTo(0.1, 5) }, {}],
    });
    expect(faultsIn({ table: table.map((row) => row.filter((_, c) => c !== 5)) }, { expected })).toEqual([
      "column-missing",
    ]);
    const added = changed((rows) => {
      for (const row of rows) row.splice(0, 64, ...row.map((value, c) => value + Math.sin(c * c)));
    });
    expect(faultsIn(added, { expected })).toEqual(["embedding-added"]);
    expect(
      faultsIn({ table: table.map((_, p) => table[2 * Math.round(p / 2)] ?? table[48]!) }, { expected }),
    ).toEqual(["positions-other"]);
  });

  test("a corner of a wider table is named as one", () => {
    const corner = table.map((row) => row.slice(0, 20));
    const found = expectEqual({ table: corner }, expected, 50 * 20);
    expect(found.comparison!.notCompared.join()).toContain("44 columns");
  });
});

describe("slips of a table are named", () => {
  test.each(Object.keys(slips))("%s", (name) => {
    for (const [d, base] of [
      [32, 10_000],
      [64, 3000],
    ] as const) {
      const found = ask(slips[name]!(d, base), { expected: { method: "sinusoidal", dModel: d, base } });
      expect(
        found.findings.map((each) => each.name),
        found.verdict,
      ).toContain(name);
    }
  });
});

describe("what may be expected", () => {
  const cache = cacheOf("llama-3.1");
  const llama = {
    model_type: "llama",
    head_dim: 128,
    num_attention_heads: 32,
    num_hidden_layers: 2,
    rope_theta: 500_000,
    rope_scaling: {
      rope_type: "llama3",
      factor: 8,
      low_freq_factor: 1,
      high_freq_factor: 4,
      original_max_position_embeddings: 8192,
    },
  };

  test("a config, as object and as text, a spec as text and as JSON, another file", () => {
    const spec = {
      method: "rope",
      headDim: 128,
      base: 500_000,
      pairing: "halves",
      scaling: { type: "llama3", factor: 8, originalLength: 8192 },
    };
    const text =
      "method=rope&headDim=128&base=500000&pairing=halves&scaling=llama3&scaling.factor=8&scaling.originalLength=8192";
    for (const expected of [
      llama,
      JSON.stringify(llama),
      spec,
      JSON.stringify(spec),
      text,
      cache,
      "llama-3.1",
    ])
      expectEqual(cache, expected);
    const other = both(cache, (rows) => rows.map((row) => [...row]));
    (other.cos as Rows)[3]![4]! += 0.001;
    expect(ask(other, { expected: cache }).comparison).toMatchObject({
      outside: 1,
      worst: { row: 3, column: 4 },
    });
    expect(faultsIn(other, { expected: cache })).toEqual(["values-differ"]);
    expect(faultsIn(cache, { expected: { ...llama, rope_theta: 10_000 } })).toContain("wrong-base");
  });

  test("each kind of layer is tried and named", () => {
    const gemma = {
      model_type: "gemma3_text",
      head_dim: 256,
      num_hidden_layers: 12,
      num_attention_heads: 4,
      rope_theta: 1e6,
      rope_local_base_freq: 1e4,
      sliding_window: 512,
    };
    const sliding = expectEqual(cacheOf("gemma-3-sliding"), gemma);
    expect(sliding.comparison!.with).toContain("sliding");
    const full = expectEqual(cacheOf({ method: "rope", headDim: 256, base: 1e6, pairing: "halves" }), gemma);
    expect(full.comparison!.with).toContain("full");
  });

  test("an open width is that of the table, and a name that is unknown gets a hint", () => {
    const table = rowsOf(pe.encode({ preset: "attention-is-all-you-need", dModel: 32 }, { length: 9 }), 32);
    expectEqual({ table }, "attention-is-all-you-need");
    expect(() => ask({ table }, { expected: "attention-is-all-you-ned" })).toThrow(
      "attention-is-all-you-need",
    );
  });
});

describe("no false alarm", () => {
  test("at position 0, for short lists, later chunks, short floats", () => {
    const row = [Array.from({ length: 64 }, (_, k) => Math.sin(k + 1))];
    const spec = { method: "rope", headDim: 64, pairing: "halves" };
    expect(faultsIn({ before: row, after: row }, { expected: spec })).toEqual([]);
    expect(faultsIn({ before: row, after: row })).toEqual([]);
    for (const of of [tiled, repeated, (rows: Rows) => rows])
      expect(faultsIn(both(cacheOf("llama-2", 1), of))).toEqual([]);
    for (const frequencies of [
      [1, 0.5, 0.25, 0.125],
      [1, 0.1, 0.01, 0.001],
    ])
      expect(ask({ frequencies }).findings).toEqual([]);
    expect(
      ask({ slopes: [0.5, 0.25, 0.125, 0.0625, 0.03125, 0.015625, 0.0078125, 0.00390625] }).findings,
    ).toEqual([]);
    expect(ask({ positionIds: [4096, 4097, 4098, 4099] }).findings).toEqual([]);
    const table = rowsOf(pe.encode({ method: "sinusoidal", dModel: 64 }, { start: 4096, length: 20 }), 64);
    expect(ask({ table }).findings).toEqual([]);
    expectEqual({ table }, "attention-is-all-you-need");
    expect(ask({ table }).comparison!.start).toBe(4096);
  });

  test("bfloat16 is a note, and allowed if wanted", () => {
    const short = (x: number) =>
      new Float32Array(
        new Uint32Array([(new Uint32Array(new Float32Array([x]).buffer)[0]! + 0x8000) & 0xffff0000]).buffer,
      )[0]!;
    const cache = both(cacheOf("llama-2"), (rows) => rows.map((row) => row.map(short)));
    const found = ask(cache, { expected: "llama-2" });
    expect(found).toMatchObject({
      findings: [{ name: "cache-rounded", severity: "note" }],
      comparison: { equal: true, precision: "bfloat16" },
    });
    expect(ask(cache, { expected: "llama-2", allow: "bfloat16" }).findings).toEqual([]);
    const noisy = both(cacheOf("llama-2"), (rows) =>
      rows.map((row, k) => row.map((value, c) => value + 1e-3 * Math.sin(k * c))),
    );
    expect(faultsIn(noisy, { expected: "llama-2" })).not.toEqual([]);
    expect(faultsIn(noisy, { expected: "llama-2", allow: "bfloat16" })).toEqual([]);
  });
});

describe("vectors", () => {
  const rotated = (pairing: string, headDim: number, base: number, heads = 1, tokens = 12) => {
    const before = Float32Array.from({ length: tokens * heads * headDim }, (_, k) => Math.sin(k * k + 1));
    const after = pe.rotate(before, { heads, headDim, pairing: pairing as "halves", base });
    return { before, after, shape: [tokens, heads, headDim] };
  };

  test.each([
    ["interleaved", 128, 10_000, []],
    ["halves", 64, 10_000, []],
    ["interleaved", 128, 1_000_000, []],
    ["halves", 128, 1_000_000, ["qwen-2-vl"]],
    ["halves", 128, 10_000, ["llama-2"]],
  ] as const)(
    "%s of %d channels, base %d: facts first, presets that agree",
    (pairing, headDim, base, models) => {
      const found = ask(rotated(pairing, headDim, base));
      expect(found.is).toEqual({ method: "rope", pairing, headDim, base });
      expect(found.models).toEqual(models);
      expect(faultsIn(rotated(pairing, headDim, base), { expected: "llama-2" }).length > 0).toBe(
        models[0] !== "llama-2",
      );
    },
  );

  test("both orders of heads and tokens are tried, and a given order makes the bug a finding", () => {
    const x = rotated("halves", 64, 10_000, 4, 9);
    const expected = { method: "rope", headDim: 64, pairing: "halves" };
    expect(ask(x).findings).toEqual([]);
    expect(expectEqual(x, expected).comparison!.layout).toBe("tokens × heads × channels");
    expect(expectEqual({ ...x, order: "tokens-first" }, expected).comparison!.notCompared).toEqual([]);
    expect(faultsIn({ ...x, order: "heads-first" }, { expected })).toEqual(["heads-differ"]);
    expect(faultsIn({ ...x, order: "heads-first" })).toEqual(["heads-differ"]);
  });
});
