/** Where one thing becomes another: masks, short distances, padding, roundings, and rules that are nearly plain. */
import { diagnose, fileNumbers, type ToDiagnose } from "posenc/diagnose";
import { readTable } from "posenc/files";
import { load } from "posenc/full";
import { describe, expect, test } from "vitest";

const pe = await load();

const ask = (x: unknown) => diagnose(x as ToDiagnose);
const namesIn = (x: unknown) => ask(x).findings.map(({ name }) => name);
const rowsOf = (values: ArrayLike<number>, width: number) =>
  Array.from({ length: values.length / width }, (_, row) =>
    Array.from({ length: width }, (_, column) => values[row * width + column]!),
  );

test("−10000 masks a score", () => {
  const bias = rowsOf(pe.bias({ method: "alibi" }, { heads: 1, queries: 16, causal: true }), 16);
  const masked = bias.map((row) => row.map((value) => (value === -Infinity ? -10_000 : value)));
  expect(ask({ bias: masked })).toMatchObject({ is: { method: "alibi", keysSeen: "causal" }, findings: [] });
  const { comparison } = diagnose({ bias: masked }, { expected: { method: "alibi" } });
  expect(comparison).toMatchObject({ equal: true, compared: (16 * 17) / 2 });
});

test("a number for each distance up to 15 shows no buckets", () => {
  const bias = Array.from({ length: 16 }, (_, query) =>
    Array.from({ length: 16 }, (_, key) => Math.sin((query - key) ** 2 + 0.5 * (query - key))),
  );
  expect(ask({ bias }).is).toBeNull();
});

test("padding that goes on with the number 1 is padding, and any other count is not", () => {
  expect(namesIn({ positionIds: [0, 0, 0, 1, 2, 3, 4] })).toEqual([]);
  expect(namesIn({ positionIds: [0, 0, 0, 3, 4, 5, 6] })).toEqual(["padding-counted"]);
});

test("slopes that are off by a ten-thousandth follow no rule", () => {
  const slopes = Array.from(pe.alibiSlopes({ heads: 12 }), (slope) => slope * (1 + 1e-4));
  expect(ask({ slopes }).is).toBeNull();
});

test("broken pairs are found in each of several heads", () => {
  const [heads, tokens, width] = [2, 8, 16];
  const before = Array.from({ length: heads }, (_, head) =>
    Array.from({ length: tokens }, (_, t) =>
      Array.from({ length: width }, (_, c) => Math.sin((head * 1000 + t * width + c) ** 2 + 1)),
    ),
  );
  // Both channels of a pair get the sine with the sign +.
  const after = before.map((vectors) =>
    vectors.map((x, t) =>
      x.map((value, c) => {
        const angle = t * 10_000 ** (-(c % 8) / 8);
        return value * Math.cos(angle) + x[(c + 8) % 16]! * Math.sin(angle);
      }),
    ),
  );
  expect(namesIn({ before, after, order: "heads-first" })).toContain("signs-equal");
  const oneHead = [after[0], before[1]];
  expect(namesIn({ before, after: oneHead, order: "heads-first" })).not.toContain("signs-equal");
});

test("a position in the middle of two bfloat16 numbers becomes the even one", () => {
  const positions = [0, 1, 2, 3, 4, 257, 259, 261, 263];
  const even = [0, 1, 2, 3, 4, 256, 260, 260, 264];
  const { cos, sin } = pe.rotaryTable(
    { method: "rope", headDim: 32, pairing: "halves" },
    { positions: even },
  );
  const given = { cos: rowsOf(cos, 16), sin: rowsOf(sin, 16), positions };
  expect(namesIn(given)).toEqual(["positions-rounded"]);
});

test.each([10_000, 3217])(
  "frequencies of base %d that are all slower by 5 %% are scaled, not of another base",
  (base) => {
    const scaling = { type: "linear", factor: 1.05 };
    const spec = { method: "rope", headDim: 64, base, pairing: "halves", scaling };
    const { cos, sin } = pe.rotaryTable(spec as never, { length: 32 });
    const found = ask({ cos: rowsOf(cos, 32), sin: rowsOf(sin, 32) });
    expect(found, found.verdict).toMatchObject({
      is: { base, scaling },
      findings: [],
      comparison: { equal: true },
    });
  },
);

describe("a base that no model has is told", () => {
  const base = 34_500;
  const cacheOf = ({ cos, sin }: { cos: ArrayLike<number>; sin: ArrayLike<number> }, pairs: number) => ({
    cos: rowsOf(cos, pairs),
    sin: rowsOf(sin, pairs),
  });

  test.each(["interleaved", "halves", "flipped-halves"] as const)(
    "by a table in the order %s, at scattered positions",
    (layout) => {
      const positions = Array.from({ length: 16 }, (_, k) => (k * k * 37 + 5) % 2900);
      const table = rowsOf(pe.encode({ method: "sinusoidal", dModel: 32, base, layout }, { positions }), 32);
      expect(ask({ table, positions })).toMatchObject({
        is: { base },
        findings: [],
        comparison: { equal: true },
      });
    },
  );

  test("by a cache at scattered positions", () => {
    const positions = Array.from({ length: 16 }, (_, k) => (k * k * 37 + 5) % 2900);
    const made = pe.rotaryTable({ method: "rope", headDim: 32, base, pairing: "halves" }, { positions });
    const found = ask({ ...cacheOf(made, 16), positions });
    expect(found).toMatchObject({ is: { base }, findings: [], comparison: { equal: true } });
  });

  test.each([
    { shape: [5, 7], axes: [0, 1] },
    { shape: [4, 4], axes: [1, 0], start: 1 },
    { shape: [3, 4], axes: [0, 1], classToken: true },
    { shape: [2, 3, 4], axes: [2, 1, 0], start: 1, normalize: true },
  ])("by a grid: %j", (fields) => {
    const spec = { method: "grid", dModel: 24, base, layout: "halves", ...fields };
    const found = ask({ table: rowsOf(pe.encode(spec as never, {} as never), 24) });
    expect(found).toMatchObject({ is: spec, findings: [], comparison: { equal: true } });
  });

  test("by vectors at far positions, whose base is told exactly by whole turns", () => {
    const [tokens, headDim, start] = [12, 32, 1786];
    const before = Float32Array.from({ length: tokens * headDim }, (_, k) => Math.sin(k * k + 1));
    const after = pe.rotate(before, { method: "rope", headDim, base, pairing: "halves", heads: 1, start });
    const cut = (values: Float32Array) =>
      rowsOf(values, headDim).map((row) => row.map((value) => Number(value.toPrecision(6))));
    const positions = Array.from({ length: tokens }, (_, k) => start + k);
    const found = ask({ before: cut(before), after: cut(after), positions });
    expect(found, found.verdict).toMatchObject({ findings: [], comparison: { equal: true } });
    expect((found.is as { base: number }).base / base).toBeCloseTo(1, 4);
  });

  test.each([
    ["turns", (f: number) => f / (2 * Math.PI)],
    ["periods", (f: number) => (2 * Math.PI) / f],
    ["inverses", (f: number) => 1 / f],
  ] as const)("by frequencies in %s, which a rule scales", (_, of) => {
    for (const scaling of [
      { type: "linear", factor: 2 },
      { type: "llama3", factor: 8, originalLength: 8192 },
    ]) {
      const spec = { method: "rope", headDim: 64, base, pairing: "halves", scaling } as never;
      const found = ask({ frequencies: Array.from(pe.frequencies(spec), of) });
      expect(found, found.verdict).toMatchObject({ is: { base, scaling }, findings: [] });
    }
  });

  test("by sines that have another one than the cosines", () => {
    const specOf = (own: number) => ({ method: "rope", headDim: 32, base: own, pairing: "halves" }) as const;
    const [right, wrong] = [base, 3 * base].map((own) =>
      cacheOf(pe.rotaryTable(specOf(own), { length: 20 }), 16),
    );
    for (const rows of [20, 6]) {
      const far = { cos: right!.cos.slice(-rows), sin: wrong!.sin.slice(-rows) };
      const positions = Array.from({ length: rows }, (_, k) => 20 - rows + k);
      const found = diagnose({ ...far, positions }, { expected: specOf(base) });
      expect(found.findings.map(({ name }) => name)).toContain("parts-differ");
    }
  });
});

test("a short head with a long trained length is told by the pair that no rule changes", () => {
  const spec = {
    method: "rope",
    headDim: 8,
    base: 1_000_000,
    pairing: "halves",
    scaling: { type: "llama3", factor: 16, originalLength: 2048 },
  } as const;
  const { cos, sin } = pe.rotaryTable(spec, { length: 11 });
  const found = ask({ cos: rowsOf(cos, 4), sin: rowsOf(sin, 4) });
  expect(found, found.verdict).toMatchObject({
    is: { method: "rope" },
    findings: [],
    comparison: { equal: true },
  });
});

test("float16 numbers of a cache that was computed in float32 are equal to it", () => {
  // As transformers 5.23.0 computes them for Llama with 64 channels, rounded to float16.
  const frequencies = Array.from({ length: 32 }, (_, pair) =>
    Math.fround(1 / 500_000 ** Math.fround(pair / 32)),
  );
  const cut = (x: number) => {
    const unit = 2 ** (Math.max(-14, Math.floor(Math.log2(Math.abs(x)))) - 10);
    return Math.round(x / unit) * unit;
  };
  const of = (wave: (x: number) => number) =>
    Array.from({ length: 40 }, (_, p) => frequencies.map((f) => cut(Math.fround(wave(Math.fround(p * f))))));
  const found = ask({ cos: of(Math.cos), sin: of(Math.sin) });
  expect(found, found.verdict).toMatchObject({ is: { base: 500_000 }, comparison: { equal: true } });
});

test("another convention than expected is not the expected one apart from that", () => {
  const { cos, sin } = pe.rotaryTable(
    { method: "rope", headDim: 64, base: 500_000, pairing: "halves" },
    { length: 40 },
  );
  const twice = (rows: number[][]) => rows.map((row) => [...row, ...row]);
  const { verdict } = diagnose(
    { cos: twice(rowsOf(cos, 32)), sin: twice(rowsOf(sin, 32)) },
    { expected: "llama-3.1" },
  );
  expect(verdict).not.toContain("is llama-3.1");
});

test("a table without its last column is a corner of the expected one, and the missing column is said", () => {
  const table = rowsOf(pe.encode({ method: "sinusoidal", dModel: 16 }, { length: 20 }), 16);
  const cut = table.map((row) => row.slice(0, 15));
  const found = diagnose({ table: cut }, { expected: { method: "sinusoidal", dModel: 16 } });
  expect(found.comparison!.equal).toBe(true);
  expect(found.findings).toMatchObject([{ name: "column-missing", severity: "note" }]);
});

test("numbers of rows before decimals are labels, with a name or without", () => {
  const table = rowsOf(pe.encode({ method: "sinusoidal", dModel: 8 }, { length: 9 }), 8);
  const lines = table.map((row, p) => `| ${p} | ${row.map((x) => x.toFixed(4)).join(" | ")} |`);
  const text = ["| pos | a | b | c | d | e | f | g | h |", `|${"---|".repeat(9)}`, ...lines].join("\n");
  const { rows, names } = readTable(text);
  expect([rows[0]!.length, names?.length]).toEqual([8, 8]);
  expect(ask({ table: rows }).is).toEqual({ method: "sinusoidal", dModel: 8 });
  expect(readTable("0 1 2\n1 0.5 2\n2 3 4.5").rows[0], "whole numbers beside it").toHaveLength(3);
});

test("an array of whole numbers has position ids", async () => {
  const values = Float64Array.from([0, 0, 0, 1, 2, 3, 4, 5]);
  const array = { kind: "array", dtype: "int64", shape: [2, 4], values } as never;
  expect(Object.keys(await fileNumbers(array))).toEqual(["positionIds"]);
  expect(Object.keys(await fileNumbers(array, { as: "table" }))).toEqual(["table", "shape"]);
});
