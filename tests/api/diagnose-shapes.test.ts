/** What programs store and print, through the readers of files: each is judged right, and said to be what it is. Long: a case for each form. */
import { diagnose, evidenceText, fileNumbers, type ToDiagnose } from "posenc/diagnose";
import { readFile } from "posenc/files";
import { load } from "posenc/full";
import { describe, expect, test } from "vitest";
import { countsWrongly } from "../fuzz/typescript/answers.ts";
import { wordsOf } from "../fuzz/typescript/tables.ts";
import { expectError } from "./harness/expect-error.ts";

const pe = await load();

const ROWS = 12;
const spec = { method: "rope", headDim: 32, pairing: "halves", base: 10_000 } as const;
const added = { method: "sinusoidal", dModel: 16 } as const;

const rowsOf = (values: ArrayLike<number>, width: number) =>
  Array.from({ length: values.length / width }, (_, row) =>
    Array.from({ length: width }, (_, column) => values[row * width + column]!),
  );
const made = pe.rotaryTable(spec, { length: ROWS });
const [cos, sin] = [rowsOf(made.cos, 16), rowsOf(made.sin, 16)];
const table = rowsOf(pe.encode(added, { length: ROWS }), 16);

/** A .npy file of little-endian numbers. */
function npy(descr: string, shape: readonly number[], values: ArrayLike<number>): Uint8Array<ArrayBuffer> {
  const dict = `{'descr': '${descr}', 'fortran_order': False, 'shape': (${shape.join(", ")},), }`;
  const header = dict.padEnd(Math.ceil((dict.length + 11) / 64) * 64 - 11, " ");
  const head = [0x93, ...new TextEncoder().encode("NUMPY")];
  const body = new Uint8Array(Float32Array.from(values).buffer);
  const bytes = new Uint8Array(10 + header.length + 1 + body.length);
  bytes.set(head);
  bytes.set([1, 0, (header.length + 1) & 255, (header.length + 1) >> 8], 6);
  bytes.set(new TextEncoder().encode(`${header}\n`), 10);
  bytes.set(body, 10 + header.length + 1);
  return bytes;
}

describe("one array is what its numbers are, though nobody said it", () => {
  const frequencies = Array.from({ length: 16 }, (_, pair) => 500_000 ** (-pair / 16));
  const angles = Array.from({ length: 64 }, (_, p) => frequencies.map((f) => Math.fround(p * f)));
  const of = (wave: (angle: number) => number) =>
    angles.map((row, p) => row.map((_, pair) => Math.fround(wave(p * frequencies[pair]!))));
  const twice = (rows: readonly number[][]) => rows.map((row) => [...row, ...row]);

  test.each([
    ["cosines alone", of(Math.cos)],
    ["sines alone", of(Math.sin)],
    ["cosines alone, the list twice", twice(of(Math.cos))],
    ["angles, before cosine and sine", angles],
    ["angles, before cosine and sine, the list twice", twice(angles)],
  ])("%s", (layout, given) => {
    const { is, findings, comparison } = diagnose({ table: given });
    expect(is).toMatchObject({ method: "rope", headDim: 32, base: 500_000 });
    expect(findings).toEqual([]);
    expect(comparison).toMatchObject({ equal: true, layout, compared: given.length * given[0]!.length });
  });

  test("a bias on scores, with and without a causal mask", () => {
    const slopes = Array.from({ length: 8 }, (_, head) => 2 ** -(head + 1));
    const biasOf = (later: (distance: number) => number) =>
      slopes.map((m) =>
        angles
          .slice(0, 10)
          .map((_, q) => Array.from({ length: 10 }, (__, k) => (k > q ? later(m * (k - q)) : -m * (q - k)))),
      );
    for (const later of [() => -Infinity, (x: number) => -x])
      expect(diagnose({ table: biasOf(later) })).toMatchObject({
        is: { method: "alibi", heads: 8 },
        findings: [],
      });
  });
});

const numbersOf = async (file: Uint8Array<ArrayBuffer> | string, name: string) =>
  fileNumbers(await readFile(typeof file === "string" ? new TextEncoder().encode(file) : file, { name }));

function expectRight(given: ToDiagnose, expected: object, compared: number) {
  const found = diagnose(given, { expected });
  expect(
    found.findings.filter(({ severity }) => severity === "fault"),
    found.verdict,
  ).toEqual([]);
  expect(found.comparison, found.verdict).toMatchObject({ equal: true, outside: 0, compared });
  return found;
}

const interleaved = cos.map((row, p) => row.flatMap((value, pair) => [value, sin[p]![pair]!]));
const beside = cos.map((row, p) => [...row, ...sin[p]!]);

describe("arrays in a .npy file", () => {
  const side = interleaved.flat();
  test.each([
    ["complex64, as freqs_cis", "<c8", [ROWS, 16], side, "cosine and sine of each pair in turn"],
    [
      "complex64 with a batch and a head of 1",
      "<c8",
      [1, ROWS, 1, 16],
      side,
      "cosine and sine of each pair in turn",
    ],
    [
      "real and imaginary parts as the last axis",
      "<f4",
      [ROWS, 16, 2],
      side,
      "cosine and sine of each pair in turn",
    ],
    ["cosines beside sines, as vLLM stores them", "<f4", [ROWS, 32], beside.flat(), "cosines, then sines"],
    ["axes of length 1 before and between", "<f4", [1, ROWS, 1, 32], beside.flat(), "cosines, then sines"],
    ["an axis of length 1 at the end", "<f4", [ROWS, 32, 1], beside.flat(), "cosines, then sines"],
    [
      "the same table for each of 3 heads",
      "<f4",
      [3, ROWS, 32],
      [...beside.flat(), ...beside.flat(), ...beside.flat()],
      "cosines, then sines",
    ],
    ["cosines and sines, stacked", "<f4", [2, ROWS, 16], [...cos, ...sin].flat(), "one column for each pair"],
    [
      "the same row for each of 2 heads",
      "<f4",
      [ROWS, 2, 32],
      beside.flatMap((row) => [...row, ...row]),
      "cosines, then sines",
    ],
  ])("%s", async (_, descr, shape, values, layout) => {
    const given = await numbersOf(npy(descr, shape, values), "x.npy");
    expect(expectRight(given, spec, 2 * 16 * ROWS).comparison!.layout).toBe(layout);
    // A sinusoidal table in the layout flipped-halves has the same numbers as cosines beside sines.
    const isBeside = layout === "cosines, then sines";
    const is = isBeside
      ? { dModel: 32, layout: "flipped-halves" }
      : { method: "rope", headDim: 32, base: 10_000 };
    const named = diagnose(given);
    expect(named, named.verdict).toMatchObject({ is, findings: [], comparison: { equal: true } });
    const wrong = [...values];
    wrong[values.length - 3]! += 0.25;
    const broken = diagnose(await numbersOf(npy(descr, shape, wrong), "x.npy"), { expected: spec });
    expect(
      broken.findings.some(({ severity }) => severity === "fault"),
      broken.verdict,
    ).toBe(true);
  });
});

test("sines and cosines, stacked, each number twice", async () => {
  const twice = (rows: number[][]) => rows.flatMap((row) => [...row, ...row]);
  const values = [...twice(sin), ...twice(cos)];
  const given = await numbersOf(npy("<f4", [2, ROWS, 32], values), "x.npy");
  expectRight(given, spec, values.length);
  expect(diagnose(given, { expected: { ...spec, base: 500 } }).findings[0]).toMatchObject({
    name: "wrong-base",
  });
});

describe("a batch", () => {
  const starts = [
    [0, 0, 0, 0, 1, 2, 3, 4, 5, 6],
    [1, 1, 1, 0, 1, 2, 3, 4, 5, 6],
    [1, 0, 1, 2, 3, 4, 5, 6, 7, 8],
    [40, 41, 42, 43, 44, 45, 46, 1, 1, 1],
  ];
  const { cos: c, sin: s } = pe.rotaryTable(spec, { positions: starts.flat() });
  const [wide, tall] = [16, starts[0]!.length];
  const batch = (values: Float32Array) =>
    starts.map((_, text) => rowsOf(values, wide).slice(text * tall, (text + 1) * tall));

  test("of texts with padding, with their positions and without", () => {
    const given = { cos: batch(c), sin: batch(s) };
    expectRight({ ...given, positions: starts }, spec, 2 * c.length);
    const open = expectRight(given, spec, 2 * c.length);
    expect(open.comparison!.notCompared.join()).toContain("where each text begins and what is padding");
    given.sin[2]![5]![7]! += 0.01;
    for (const x of [given, { ...given, positions: starts }])
      expect(diagnose(x, { expected: spec }).comparison).toMatchObject({ equal: false });
    const shuffled = { cos: batch(c), sin: batch(s) };
    for (const part of [shuffled.cos, shuffled.sin]) part[3]!.splice(2, 2, part[3]![3]!, part[3]![2]!);
    expect(diagnose(shuffled, { expected: spec }).findings).toMatchObject([{ name: "positions-other" }]);
  });
});

test("cosines and sines, each transposed", () => {
  const turned = (rows: number[][]) => rows[0]!.map((_, column) => rows.map((row) => row[column]!));
  const given = { cos: turned(cos), sin: turned(sin) };
  expectRight(given, spec, 2 * 16 * ROWS);
  expect(diagnose(given)).toMatchObject({ is: { headDim: 32, base: 10_000 }, findings: [] });
  expect(diagnose(given, { expected: { ...spec, base: 500 } }).comparison).toMatchObject({ equal: false });
});

test("a cache without one of its pairs", () => {
  const without = (rows: number[][]) => rows.map((row) => row.filter((_, pair) => pair !== 5));
  const found = diagnose({ cos: without(cos), sin: without(sin) }, { expected: spec });
  expect(found.findings).toMatchObject([{ name: "column-missing", evidence: [{ value: 5 }] }]);
});

test("columns from the middle of a wider table", () => {
  const middle = table.map((row) => row.slice(5, 12));
  const { comparison } = expectRight({ table: middle }, added, 7 * ROWS);
  expect(comparison).toMatchObject({
    layout: "sine and cosine of each pair in turn, from column 5",
    notCompared: ["9 columns that the file does not have"],
  });
  middle[4]![3]! += 0.01;
  expect(diagnose({ table: middle }, { expected: added }).comparison).toMatchObject({ equal: false });
});

describe("vectors of heads", () => {
  const [tokens, heads] = [9, 4];
  const before = Float32Array.from({ length: tokens * heads * 32 }, (_, k) => Math.sin(k * k + 1));
  const after = pe.rotate(before, { heads, headDim: 32, pairing: "halves" });
  const turned = (values: Float32Array) =>
    Float32Array.from({ length: values.length }, (_, k) => {
      const [head, token, channel] = [Math.floor(k / (tokens * 32)), Math.floor(k / 32) % tokens, k % 32];
      return values[(token * heads + head) * 32 + channel]!;
    });

  test("as (tokens, heads, channels) and as (heads, tokens, channels)", () => {
    const first = { before, after, shape: [tokens, heads, 32] };
    expect(expectRight(first, spec, before.length).comparison!.layout).toBe("tokens × heads × channels");
    const second = { before: turned(before), after: turned(after), shape: [heads, tokens, 32] };
    expect(expectRight(second, spec, before.length).comparison!.layout).toBe("heads × tokens × channels");
    const batch = { before, after, shape: [1, tokens, heads, 32] };
    expect(expectRight(batch, spec, before.length).comparison!.layout).toBe("tokens × heads × channels");
  });
});

test("vectors of a later chunk, whose positions nobody gave", () => {
  for (const start of [7, 4096, 100_003]) {
    const before = Float32Array.from({ length: 12 * 3 * 32 }, (_, k) => Math.sin(k * k + 1));
    const after = pe.rotate(before, { ...spec, heads: 3, start });
    const given = { before, after, shape: [12, 3, 32] };
    expect(expectRight(given, spec, before.length).comparison).toMatchObject({ start });
    const wrong = diagnose(given, { expected: { ...spec, base: 500 } });
    expect(wrong.comparison).toMatchObject({ equal: false });
    after[100]! += 0.1;
    expect(diagnose(given, { expected: spec }).comparison).toMatchObject({ equal: false });
  }
});

test("the heads of a config tell the order of the axes, so heads that are taken for positions are found", () => {
  const config = {
    ...{ model_type: "llama", head_dim: 32, num_hidden_layers: 2, rope_theta: 10_000 },
    ...{ num_attention_heads: 6, num_key_value_heads: 2 },
  };
  for (const heads of [6, 2]) {
    const before = Float32Array.from({ length: 11 * heads * 32 }, (_, k) => Math.sin(k * k + 1));
    const given = { before, after: pe.rotate(before, { ...spec, heads }), shape: [11, heads, 32] };
    expectRight(given, config, before.length);
    const byHead = pe.rotate(before, {
      ...spec,
      heads: 1,
      positions: Array.from({ length: 11 * heads }, (_, row) => row % heads),
    });
    const wrong = diagnose({ ...given, after: byHead }, { expected: config });
    expect(wrong.findings.map(({ name }) => name)).toEqual(["heads-differ"]);
  }
});

test("the order of the axes that explains a mistake is taken, if nobody gave one", () => {
  const [heads, tokens] = [8, 15];
  const before = Float32Array.from({ length: heads * tokens * 32 }, (_, k) => Math.sin(k * k + 1));
  const after = before.map((value, k) => {
    const [channel, token] = [k % 32, Math.floor(k / 32) % tokens];
    const other = before[k - channel + ((channel + 16) % 32)]!;
    return value * cosAt(token, channel % 16) + other * sinAt(token, channel % 16);
  });
  const { findings } = diagnose({ before, after, shape: [heads, tokens, 32] }, { expected: spec });
  expect(findings[0]).toMatchObject({ name: "signs-equal" });
});

const angle = (token: number, pair: number) => token * 10_000 ** (-pair / 16);
const cosAt = (token: number, pair: number) => Math.cos(angle(token, pair));
const sinAt = (token: number, pair: number) => Math.sin(angle(token, pair));

test("one token of several heads, by the order or by its position", () => {
  const before = Float32Array.from({ length: 4 * 32 }, (_, k) => Math.sin(k * k + 1));
  const given = { before, after: before, shape: [4, 1, 32] };
  expectRight({ ...given, order: "heads-first" }, spec, before.length);
  expectRight({ ...given, positions: [0] }, spec, before.length);
  const moved = { ...given, after: pe.rotate(before, { ...spec, heads: 4, start: 9 }), positions: [9] };
  expectRight(moved, spec, before.length);
  const { positions: _, ...later } = moved;
  for (const open of [given, later]) {
    expect(diagnose(open, { expected: spec })).toMatchObject({ is: null, findings: [], comparison: null });
    const config = { model_type: "llama", head_dim: 32, num_attention_heads: 4, rope_theta: 10_000 };
    expectRight(open, config, before.length);
  }
  const tokens = { ...given, shape: [1, 4, 32] };
  expect(diagnose(tokens, { expected: spec }).findings).toMatchObject([{ name: "heads-not-rotated" }]);
});

/** The nearest float16. */
const half = (x: number) => {
  const step = 2 ** Math.max(-24, Math.floor(Math.log2(Math.abs(x) || 1)) - 10);
  return Math.round(x / step) * step; // ties do not occur in these tables
};

/** The shortest text of a float16 that no other float16 has, as NumPy prints it. */
function shortest(x: number): string {
  const value = half(x);
  for (let digits = 1; ; digits++) {
    const text = Number(value.toPrecision(digits));
    if (half(text) !== value) continue;
    const lower = Number((2 * value - text).toPrecision(digits)); // of two at the same distance, the even one
    const isTie = Math.abs(Math.abs(text - value) - Math.abs(lower - value)) < 1e-12;
    return isTie && /[13579]$/.test(`${text}`) ? `${lower}` : `${text}`;
  }
}

describe("texts", () => {
  const lines = (of: (row: number[], at: number) => string) => table.map(of).join("\n");
  const four = (row: number[]) => row.map((value) => value.toFixed(4));

  test.each([
    [
      "row labels, as pandas prints them",
      `${table[0]!.map((_, column) => column).join("  ")}\n${lines((row, at) => [at, ...four(row)].join("  "))}`,
    ],
    ["[1,], as R prints rows", lines((row, at) => `[${at + 1},] ${four(row).join(" ")}`)],
    [
      "CSV of pandas, with a column of row numbers and no name for it",
      `,${table[0]!.map((_, column) => column).join(",")}\n${lines((row, at) => [at, ...four(row)].join(","))}`,
    ],
    [
      "CSV of R, with quotes",
      `"",${table[0]!.map((_, column) => `"V${column + 1}"`).join(",")}\n${lines((row, at) => [`"${at + 1}"`, ...four(row)].join(","))}`,
    ],
    ["labels with a colon", lines((row, at) => `position ${at}: ${four(row).join(" ")}`)],
    [
      "a Markdown table with a column of positions",
      `| p | ${table[0]!.map((_, column) => column).join(" | ")} |\n|${"---|".repeat(17)}\n${lines((row, at) => `| ${at} | ${four(row).join(" | ")} |`)}`,
    ],
    ["decimal commas", lines((row) => four(row).join(";").replace(/\./g, ","))],
    [
      "a Markdown table",
      `| ${table[0]!.map((_, column) => `c${column}`).join(" | ")} |\n|${"---|".repeat(16)}\n${lines((row) => `| ${four(row).join(" | ")} |`)}`,
    ],
    ["a print of NumPy", `[${lines((row, at) => `${at === 0 ? "" : " "}[${four(row).join(" ")}]`)}]`],
    [
      "a print of PyTorch",
      `tensor([${table.map((row) => `[${four(row).join(", ")}]`).join(",\n        ")}])`,
    ],
    ["lists of JSON", JSON.stringify(table)],
    [
      "tabs, and a line of names",
      `${table[0]!.map((_, c) => `d${c}`).join("\t")}\n${lines((row) => four(row).join("\t"))}`,
    ],
  ])("%s", async (_, text) => {
    const given = await numbersOf(text, "x.txt");
    expectRight(given, added, 16 * ROWS);
    expect(diagnose(given)).toMatchObject({ findings: [], comparison: { equal: true } });
    expect(diagnose(given, { expected: { ...added, base: 1000 } }).findings[0]).toMatchObject({
      name: "wrong-base",
    });
  });

  test("float16 in its shortest text, which is off by up to 2.4e-4", async () => {
    const values = rowsOf(pe.encode({ ...added, dModel: 64 }, { length: 40 }), 64);
    const printed = values.map((row) => row.map(shortest).join(" "));
    const off = values.flat().map((value, k) => Math.abs(value - Number(printed.join(" ").split(" ")[k])));
    expect(Math.max(...off)).toBeGreaterThan(2e-4);
    const given = await numbersOf(printed.join("\n"), "x.txt");
    const found = expectRight(given, { ...added, dModel: 64 }, 64 * 40);
    expect(found.comparison!.precision).toBe("float16, printed with as few digits as it needs");
    const wrong = values.map((row, p) => row.map((value, c) => (p === 3 && c === 9 ? value + 0.002 : value)));
    const text = wrong.map((row) => row.map(shortest).join(" ")).join("\n");
    const broken = diagnose(await numbersOf(text, "x.txt"), { expected: { ...added, dModel: 64 } });
    expect(broken.comparison).toMatchObject({ outside: 1, worst: { row: 3, column: 9 } });
  });

  test("one thing has a noun in the singular, and no number has its unit twice", () => {
    const units = ["positions", "entries", "rows", "heads", "channels", "pairs", "tokens", "bits", "rad"];
    const texts = units.map((unit) => evidenceText({ what: "it", value: 1, unit }));
    expect(texts.filter(countsWrongly)).toEqual([]);
    expect(texts.slice(0, 2)).toEqual(["it: 1 position", "it: 1 entry"]);
    expect(evidenceText({ what: "entries", value: 3, unit: "entries" })).toBe("entries: 3");
    expect(evidenceText({ what: "its position", value: 3, unit: "positions" })).toBe("its position: 3");
    expectError(() => evidenceText({ what: "it" } as never), TypeError, "type", "evidence");
    expect(["1 entries", "up to 1 tokens", "of 1 heads"].every(countsWrongly)).toBe(true);
    expect(["11 entries", "0.1 tokens", "1 entry", "3 × 1 entries", "1 of 3 rows"].some(countsWrongly)).toBe(
      false,
    );
    const broken = table.map((row, p) => row.map((x, c) => (p === 4 && c === 2 ? x + 0.1 : x)));
    for (const given of [
      { table: broken },
      { table: [...table.slice(0, -1), table[0]!.map(() => 0)] },
      { table: [table[0]!] },
    ])
      for (const options of [{}, { expected: added }])
        expect(wordsOf(diagnose(given as ToDiagnose, options))).not.toSatisfy(countsWrongly);
  });

  test("no sentence has the unit 1", () => {
    const cases: [object, object][] = [
      [{ table: table.map((row) => row.map((x) => 2 * x)) }, added],
      [{ cos, sin: sin.map((row) => row.map((x) => -x)) }, spec],
      [{ slopes: [0.5, 0.25, 0.125, 0.0625].reverse() }, { method: "alibi" }],
      [{ frequencies: [...pe.frequencies({ ...spec, base: 500 })] }, spec],
      [
        { before: table, after: table.map((row) => row.map((x) => 3 * x)) },
        { ...spec, headDim: 16 },
      ],
    ];
    for (const [given, expected] of cases) {
      const { findings, verdict } = diagnose(given as ToDiagnose, { expected });
      expect(findings.length, verdict).toBeGreaterThan(0);
      for (const { evidence } of findings) for (const { unit } of evidence) expect(unit).not.toMatch(/^1$/);
      expect(verdict).not.toMatch(/\d 1[ .,;]/);
    }
  });
});
