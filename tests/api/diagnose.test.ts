import { atlas } from "posenc/atlas";
import { type DiagnoseOptions, diagnose, findingNames, museum, type ToDiagnose } from "posenc/diagnose";
import { checkSpec, load, modelPositions, presets, type Spec } from "posenc/full";
import { describe, expect, test } from "vitest";
import texts from "../fixtures/diagnose.json" with { type: "json" };
import moreTexts from "../fixtures/diagnose_more.json" with { type: "json" };
import { expectError } from "./harness/expect-error.ts";

/** Mistakes with numbers are named, and numbers without one are not blamed. */

const pe = await load();

const cases = [...texts, ...moreTexts].map((text) => ({ ...text, given: JSON.parse(text.given) as object }));

const namesIn = (x: unknown, options?: unknown) =>
  diagnose(x as ToDiagnose, options as DiagnoseOptions).findings.map(({ name }) => name);

describe("mistakes made by the program of the fixture", () => {
  test("are many", () => {
    expect(cases.length).toBeGreaterThanOrEqual(60);
    const named = new Set(cases.flatMap(({ names }) => names));
    expect(named.size).toBeGreaterThanOrEqual(55);
    for (const name of named) expect(findingNames).toContain(name);
  });

  test("at least 95 % are named, and nothing else is found", () => {
    const missed = cases.flatMap(({ title, names, given, options }) => {
      const found = namesIn(given, options);
      return [...found].sort().join() === [...names].sort().join() ? [] : [`${title}: ${found.join(", ")}`];
    });
    if (missed.length > 0) console.log(missed.join("\n"));
    expect(missed.length).toBeLessThanOrEqual(0.05 * cases.length);
  });
});

describe("the museum", () => {
  test("has enough pieces, each with a thread", () => {
    expect(museum.length).toBeGreaterThanOrEqual(20);
    for (const { thread } of museum) expect(thread).toMatch(/^[\w-]+\/[\w.-]+(#\d+)?$/);
  });

  test.each(museum)("$thread: $title", ({ make, right, expected, finding }) => {
    const { findings, verdict } = diagnose(make() as ToDiagnose, expected && { expected });
    expect(findings.map(({ name }) => name)).toContain(finding);
    expect(findings[0]!.confidence).toBeGreaterThan(0.5);
    expect(verdict).toMatch(/^[A-Z\d].*\.$/);
    expect(diagnose(right() as ToDiagnose, expected && { expected }).findings).toEqual([]);
  });
});

type Deep = number | readonly Deep[];
const deep = (value: Deep, cut: (x: number) => number): Deep =>
  typeof value === "number" ? cut(value) : value.map((each) => deep(each, cut));

/** Prints of 3 to 7 decimals or significant digits, and no print. */
const prints: readonly ((x: number) => number)[] = [
  ...[3, 4, 5, 6, 7].map((digits) => (x: number) => Number(x.toFixed(digits))),
  ...[3, 4, 5, 6, 7].map((digits) => (x: number) => Number(x.toPrecision(digits))),
  (x) => x,
];

/** Expects no fault with a print, with and without the expectation. */
function expectClean(x: Record<string, Deep>, print: (typeof prints)[number], expected?: Spec): void {
  const cutOnes = Object.entries(x).map(([name, value]) => [
    name,
    name === "positions" ? value : deep(value, print),
  ]);
  // A rotation backward is told from one with a wrong sign by the expectation alone.
  const isBackward = expected !== undefined && "direction" in expected && expected.direction === "backward";
  for (const options of [...(isBackward ? [] : [{}]), ...(expected === undefined ? [] : [{ expected }])]) {
    const { findings, verdict } = diagnose(Object.fromEntries(cutOnes), options);
    const faults = findings.filter(({ severity }) => severity === "fault");
    expect(faults, verdict).toEqual([]);
  }
}

const rowsOf = (values: ArrayLike<number>, width: number) =>
  Array.from({ length: values.length / width }, (_, row) =>
    Array.from({ length: width }, (_, c) => values[row * width + c]!),
  );

/** Frequencies, a cache, and vectors of a rotary spec, the last by our own kernels. */
function rotaryInputs(spec: Spec): Record<string, Deep>[] {
  const { rotaryDim, headDim, sections } = checkSpec(spec) as never as Record<
    "rotaryDim" | "headDim",
    number
  > & {
    sections?: number[];
  };
  const times = [0, 1, 2, 3, 4, 60, 500, 3000];
  const positions =
    sections === undefined
      ? times
      : sections.map((_, axis) => times.map((t, k) => (axis === 0 ? t : (k * (axis + 1)) % 7)));
  const { cos, sin } = pe.rotaryTable(spec, { positions });
  const tokens = times.length;
  const before = Float32Array.from(
    { length: tokens * headDim },
    (_, k) => Math.round(1e4 * Math.sin(k * k + 1)) / 1e4,
  );
  const after = pe.rotate(before, { ...(spec as object), heads: 1, positions } as never) as Float32Array;
  return [
    { frequencies: [...pe.frequencies(spec)] },
    { cos: rowsOf(cos, rotaryDim / 2), sin: rowsOf(sin, rotaryDim / 2), positions },
    { before: rowsOf(before, headDim), after: rowsOf(after, headDim), positions },
  ];
}

describe("no fault is found in", () => {
  const rotary = Object.entries(presets).filter(([, { spec }]) => spec.method === "rope");

  test.each(rotary)("the rotation of %s", (preset) => {
    const spec = { preset, ...(preset === "phi-3" ? { currentLength: 4096 } : {}) } as Spec;
    for (const x of rotaryInputs(spec)) for (const print of prints) expectClean(x, print, spec);
  });

  const tables = Object.entries(presets).filter(([, { spec }]) => spec.method === "sinusoidal");

  test.each(tables)("the table of %s", (preset, { spec }) => {
    const widths = "oddWidth" in spec ? [32, 33] : [32];
    for (const dModel of widths)
      for (const print of prints) {
        const named = { preset, dModel } as Spec;
        const positions = [0, 1, 2, 3, 100, 3000];
        expectClean({ table: rowsOf(pe.encode(named as never, { length: 6 }), dModel) }, print, named);
        expectClean(
          { table: rowsOf(pe.encode(named as never, { positions }), dModel), positions },
          print,
          named,
        );
      }
  });

  const others: [string, Spec, object][] = [
    ["simple-pe", { preset: "simple-pe", dModel: 32 }, { length: 6 }],
    ["detr", { preset: "detr", dModel: 32, shape: [4, 5] }, {}],
    ["mae", { preset: "mae", dModel: 32, shape: [4, 4] }, {}],
    ["positional-encodings-2d", { preset: "positional-encodings-2d", dModel: 32, shape: [4, 4] }, {}],
    ["positional-encodings-3d", { preset: "positional-encodings-3d", dModel: 32, shape: [2, 3, 3] }, {}],
    [
      "nerf",
      { preset: "nerf", octaves: 4, dimensions: 4 },
      { points: Float64Array.from({ length: 40 }, (_, k) => Math.sin(k)) },
    ],
    [
      "nerf-code",
      { preset: "nerf-code", octaves: 7, dimensions: 2 },
      { points: Float64Array.from({ length: 20 }, (_, k) => Math.sin(k)) },
    ],
  ];

  test.each(others)("the table of %s", (preset, spec, inputs) => {
    const width = { nerf: 32, "nerf-code": 30 }[preset] ?? 32;
    for (const print of prints)
      expectClean({ table: rowsOf(pe.encode(spec as never, inputs), width) }, print);
  });

  test.each([4, 8, 12, 20, 40, 112])("slopes of %d heads", (heads) => {
    for (const print of prints) expectClean({ slopes: [...pe.alibiSlopes({ heads })] }, print);
  });

  test.each(["bloom", "mpt", "t5-encoder", "t5-decoder"] as const)("the bias of %s", (preset) => {
    const table = Float32Array.from({ length: 32 }, (_, k) => Math.sin(k * k + 1));
    const learned = preset.startsWith("t5") ? { table } : {};
    for (const causal of [false, true]) {
      const values = pe.bias({ preset }, { heads: 1, queries: 40, causal, ...learned });
      for (const print of prints) expectClean({ bias: rowsOf(values, 40) }, print, { preset });
    }
  });

  test("the rotations of the atlas", () => {
    const seen = new Map<string, Spec>();
    for (const { type } of atlas()) {
      const model = modelPositions({ model_type: type });
      for (const { rotary } of [model, ...Object.values(model.parts)].flatMap(({ layers }) => layers)) {
        if (rotary === null || rotary === "unknown") continue;
        const spec = { ...rotary, pairing: rotary.pairing ?? "halves" } as Spec;
        seen.set(JSON.stringify(spec), spec);
      }
    }
    expect(seen.size).toBeGreaterThan(50);
    // A print in turn for each: all prints of all rows would take minutes.
    [...seen.values()].forEach((spec, k) => {
      const [frequencies, cache] = rotaryInputs(spec);
      expectClean(frequencies!, prints[k % prints.length]!, spec);
      expectClean(cache!, prints[(k + 5) % prints.length]!, spec);
    });
  });
});

describe("it cannot be told", () => {
  /** Numbers that follow nothing. */
  const noise = (rows: number, columns: number, seed = 1) =>
    rowsOf(
      Array.from({ length: rows * columns }, (_, k) => Math.sin((k + seed) ** 2 * 12.9898)),
      columns,
    );

  test.each([
    ["a table", { table: noise(8, 32) }],
    ["a cache", { cos: noise(8, 32), sin: noise(8, 32, 5) }],
    ["vectors", { before: noise(8, 32), after: noise(8, 32, 7) }],
    [
      "vectors of heads",
      { before: [noise(8, 32), noise(8, 32, 3)], after: [noise(8, 32, 7), noise(8, 32, 9)] },
    ],
    ["frequencies", { frequencies: noise(1, 32)[0] }],
    ["slopes", { slopes: noise(1, 12)[0] }],
    ["a bias", { bias: noise(24, 24) }],
    ["a row at position 0", { table: [[0, 1, 0, 1, 0, 1]] }],
    ["vectors that are the same", { before: noise(8, 32), after: noise(8, 32) }],
  ])("for %s", (_, x) => {
    for (const print of prints) {
      const cut = Object.fromEntries(
        Object.entries(x).map(([name, value]) => [name, deep(value as Deep, print)]),
      );
      const { is, findings, verdict } = diagnose(cut as never);
      expect({ is, findings }, verdict).toEqual({ is: null, findings: [] });
      expect(verdict).toMatch(/^Cannot tell/);
    }
  });
});

describe("wrong inputs", () => {
  const refuses = (
    x: unknown,
    kind: typeof TypeError | typeof RangeError,
    code: string,
    param: string,
    options?: unknown,
  ) => expectError(() => diagnose(x as never, options as never), kind, code as never, param);

  test("of a table", () => {
    refuses({ table: [[1, 2], [1]] }, RangeError, "length", "table[1]");
    refuses({ table: [] }, RangeError, "length", "table");
    refuses({ table: [[]] }, RangeError, "length", "table[0]");
    refuses({ table: [1, 2, 3], width: 2 }, RangeError, "length", "table");
    refuses({ table: 5 }, TypeError, "type", "table");
    refuses({ table: [["1"]] }, TypeError, "type", "table[0][0]");
    refuses({ table: [[1, 2]], positions: [0, 1] }, RangeError, "length", "positions");
    expect(refuses({ table: "[[0. 1. ... 1.]]" }, TypeError, "type", "table").message).toContain("threshold");
    expect(refuses({ table: [[0, "..."]] }, TypeError, "type", "table[0][1]").message).toContain(
      "leaves numbers out",
    );
  });

  test("of a cache and vectors", () => {
    refuses({ cos: [[1, 2]], sin: [[1, 2, 3]] }, RangeError, "length", "sin");
    refuses({ before: [1, 2, 3, 4], after: [1, 2, 3, 4] }, TypeError, "missing", "width");
    refuses({ before: [[1, 2]], after: [[1, 2, 3]] }, RangeError, "length", "after");
    refuses({ before: [[[1, 2]], [[1]]], after: [[1, 2]] }, RangeError, "length", "before[1][0]");
  });

  test("of other kinds, and of options", () => {
    refuses({}, TypeError, "missing", "x");
    refuses(null, TypeError, "type", "x");
    refuses({ slopes: [1, 2], bias: [[1]] }, TypeError, "conflict", "x");
    refuses({ slopes: [1, 2], width: 2 }, TypeError, "conflict", "width");
    refuses({ slopes: [1, 2], head: 2 }, TypeError, "unknown-option", "head");
    refuses({ positionIds: [0, 1], mask: [1] }, RangeError, "length", "mask");
    refuses({ slopes: [1, 2] }, RangeError, "range", "digits", { digits: 40 });
    refuses({ frequencies: [1, 0.1, 0.01] }, RangeError, "range", "expected", {
      expected: { method: "alibi" },
    });
    const ladder = { frequencies: [1, 0.1, 0.01] };
    refuses(ladder, RangeError, "range", "expected", { expected: "method=rope&headDim=many" });
    refuses(ladder, RangeError, "range", "preset", { expected: "llama-9" });
    refuses({ frequencies: [1, 0.1, 0.01] }, TypeError, "missing", "pairing", {
      expected: { method: "rope", headDim: 6 },
    });
  });
});

test("the result is plain JSON, and flat lists give the same as nested ones", () => {
  const { given, options } = cases.find(({ given }) => "before" in given && !("scaled" in given))!;
  const nested = diagnose(given as never, options as never);
  expect(JSON.parse(JSON.stringify(nested))).toEqual(nested);
  const { before, after, positions } = given as unknown as {
    before: number[][][];
    after: number[][][];
    positions: number[];
  };
  const flat = (vectors: number[][][]) => Float64Array.from(vectors.flat(2));
  const sizes = { heads: before.length, width: before[0]![0]!.length };
  expect(
    diagnose({ before: flat(before), after: flat(after), positions, ...sizes }, options as never),
  ).toEqual(nested);
  expect(nested.version).toBe(1);
});
