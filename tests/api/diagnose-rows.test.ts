/** Rows of learned tables, biases of windows, and rotations with positions on several axes. */
import { type DiagnoseOptions, diagnose, fileNumbers, type ToDiagnose } from "posenc/diagnose";
import { load, positionIds, presets } from "posenc/full";
import { describe, expect, test } from "vitest";
import { inputOf, targets } from "../fuzz/typescript/targets.ts";

const pe = await load();

const rowsOf = (values: ArrayLike<number>, width: number) =>
  Array.from({ length: values.length / width }, (_, row) =>
    Array.from({ length: width }, (__, column) => values[row * width + column]!),
  );
const ask = (x: unknown, expected?: unknown) =>
  diagnose(x as ToDiagnose, (expected === undefined ? {} : { expected }) as DiagnoseOptions);
const namesIn = (x: unknown, expected?: unknown) => ask(x, expected).findings.map(({ name }) => name);

describe("rows of a learned table for each query and key", () => {
  const block = { queries: 30, keys: 40, offset: 10 };
  test.each([
    [{ method: "swin", window: [7, 7] }, {}, 49],
    [{ method: "swin", window: [4, 6] }, {}, 24],
    [{ method: "t5", buckets: 32, bidirectional: true }, block, 40],
    [{ method: "t5", buckets: 64, bidirectional: false }, block, 40],
    [{ method: "shaw", clip: 9 }, block, 40],
    [{ method: "deberta", maxRelativePositions: 12 }, block, 40],
    [{ method: "deberta", maxRelativePositions: 12 }, { ...block, term: "positionToContent" }, 40],
  ] as const)("%j %j are named, and every entry is compared", (spec, options, keys) => {
    const table = rowsOf(pe.relativeIndex(spec as never, options as never), keys);
    const named = ask({ table });
    expect(named, named.verdict).toMatchObject({ is: spec, findings: [], comparison: { equal: true } });
    const right = ask({ table }, spec);
    const compared = table.length * keys;
    expect(right, right.verdict).toMatchObject({ findings: [], comparison: { equal: true, compared } });
    table[5]![17]!++;
    const wrong = ask({ table }, spec);
    expect(wrong.findings.map(({ name }) => name)).toEqual(["values-differ"]);
    expect(wrong.comparison).toMatchObject({ outside: 1, worst: { row: 5, column: 17 } });
    expect(ask({ table }).is).not.toEqual(named.is);
  });

  test("are whole numbers in a file, as position ids are", async () => {
    const values = pe.relativeIndex({ method: "swin", window: [4, 6] }, {});
    const array = { kind: "array", dtype: "int64", shape: [24, 24], values: Float64Array.from(values) };
    const given = await fileNumbers(array as never);
    expect(ask(given)).toMatchObject({ is: { method: "swin", window: [4, 6] }, findings: [] });
    expect(ask(given, { method: "swin", window: [4, 6] }).comparison).toMatchObject({
      compared: 576,
      equal: true,
    });
    expect(namesIn(given, { method: "swin", window: [6, 4] })).toEqual(["axes-exchanged"]);
    expect(namesIn({ positionIds: [0, 1, 2, 4] }, { positionIds: [0, 1, 2, 3] })).toEqual(["values-differ"]);
    expect(ask({ positionIds: [5, 6, 7] }, { positionIds: [5, 6, 7] }).comparison).toMatchObject({
      equal: true,
    });
    expect(ask({ positionIds: [0, 1, 2] }, "llama-2").verdict).toContain("Not compared: llama-2");
  });

  test("of a window with rows and columns exchanged are named so", () => {
    const table = rowsOf(pe.relativeIndex({ method: "swin", window: [4, 6] }, {}), 24);
    expect(namesIn({ table }, { method: "swin", window: [6, 4] })).toEqual(["axes-exchanged"]);
    expect(namesIn({ table }, { method: "swin", window: [3, 8] })).toEqual(["values-differ"]);
    expect(namesIn({ table }, { method: "shaw", clip: 4 })).toEqual(["values-differ"]);
  });
});

describe("a bias of Swin", () => {
  const learned = (count: number) => Float32Array.from({ length: count }, (_, k) => Math.sin(k * k + 1));
  const perceptron = {
    hiddenWeight: learned(16),
    hiddenBias: learned(8),
    outputWeight: learned(8),
  };
  test.each([
    ["a table", { method: "swin", window: [4, 6] }, { table: learned(7 * 11) }],
    ["a perceptron", { method: "swin", window: [4, 6], logSpaced: true }, { perceptron }],
  ] as const)("from %s shares numbers as the window does", (_, spec, given) => {
    const bias = rowsOf(pe.bias(spec as never, { heads: 1, ...given } as never), 24);
    const right = ask({ bias }, spec);
    expect(right, right.verdict).toMatchObject({ findings: [], comparison: { equal: true, compared: 576 } });
    expect(right.comparison!.notCompared.join()).toContain("one for each offset in the window");
    expect(ask({ bias })).toMatchObject({ is: { method: "swin", window: [4, 6] }, findings: [] });
    expect(namesIn({ bias }, { method: "swin", window: [6, 4] })).toEqual(["other-convention"]);
    expect(namesIn({ bias }, { method: "t5" })).not.toEqual([]);
    bias[9]![2]! += 0.25;
    expect(ask({ bias }, spec).comparison).toMatchObject({ equal: false, outside: 1 });
  });

  test("is not one of distances in a row", () => {
    const bias = Array.from({ length: 24 }, (_, i) =>
      Array.from({ length: 24 }, (__, j) => Math.sin((i - j) * (i - j) + i - j)),
    );
    expect(ask({ bias }).is).toBeNull();
  });
});

describe("a rotation with positions on several axes", () => {
  const names = Object.entries(presets).flatMap(([name, { spec }]) =>
    spec.method === "rope" && "sections" in spec
      ? [[name, (spec.sections as readonly number[]).length] as const]
      : [],
  );
  const segments = [{ text: 3 }, { image: [1, 4, 6] }, { text: 4 }];
  const { positions } = positionIds({ rule: "qwen-2-vl", segments } as never) as unknown as {
    positions: Float64Array[];
  };

  test.each(names)("%s: with the positions, without them, and with a wrong entry", (name, axes) => {
    const places = positions.slice(0, axes).map((list) => [...list]);
    const made = pe.rotaryTable({ preset: name } as never, { positions: places } as never);
    const tokens = places[0]!.length;
    const [cos, sin] = [made.cos, made.sin].map((half) => rowsOf(half, half.length / tokens));
    const compared = 2 * made.cos.length;
    const given = ask({ cos, sin, positions: places }, name);
    expect(given, given.verdict).toMatchObject({
      is: name,
      findings: [],
      comparison: { equal: true, compared },
    });
    const open = ask({ cos, sin }, name);
    expect(open, open.verdict).toMatchObject({
      is: name,
      findings: [],
      comparison: { equal: true, compared },
    });
    expect(open.comparison!.notCompared.join()).toContain("positions on each axis");
    expect(ask({ cos, sin, positions: places })).toMatchObject({ findings: [], comparison: { equal: true } });
    cos![8]![2]! += 0.01;
    for (const x of [
      { cos, sin, positions: places },
      { cos, sin },
    ])
      expect(namesIn(x, name)).not.toEqual([]);
  });
});

test.each([
  ["xPos in 7 digits, at far positions", 2026, 765],
  ["xPos in 5 decimals, whose scale base is fitted", 7, 135],
  ["half of a head, longer by YaRN's attention factor", 7, 411],
  ["slow pairs in bfloat16 that look as if they were not rotated", 7, 433],
  ["bfloat16 at positions from 496", 7, 792],
  ["half of a head in bfloat16 at positions from 1176", 7, 942],
  ["slow pairs of llama3's rule in bfloat16, from position 0", 3003, 219],
  ["half of the pairs not rotated, from position 3", 3003, 567],
  ["llama3's rule in bfloat16 at positions far from each other", 3003, 658],
  ["Fourier features of two points, at given points", 3003, 719],
  ["NTK's rule in bfloat16, 5 rows with cosines beside sines", 8206, 60],
  ["xPos with a scale base of 1024, in 5 digits", 9901, 18_622],
  ["xPos of 3 heads and 11 tokens, whose axes look exchanged", 8106, 523],
])("no fault is found in right numbers: %s", async (_, seed, input) => {
  const target = targets["right-tables"]!;
  expect(await target.faultOf(inputOf(target, seed, input) as never, () => {})).toBeUndefined();
});
