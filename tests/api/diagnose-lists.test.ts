/** Slopes, biases and frequencies are compared with `expected`, entry by entry. */
import { type DiagnoseOptions, diagnose, type ToDiagnose } from "posenc/diagnose";
import { load } from "posenc/full";
import { describe, expect, test } from "vitest";
import { expectError } from "./harness/expect-error.ts";

const pe = await load();

const ask = (x: unknown, expected: unknown, options: object = {}) =>
  diagnose(x as ToDiagnose, { expected, ...options } as DiagnoseOptions);
const faultsIn = (x: unknown, expected: unknown) =>
  ask(x, expected)
    .findings.filter(({ severity }) => severity === "fault")
    .map(({ name }) => name);

const rows = (values: ArrayLike<number>, width: number) =>
  Array.from({ length: values.length / width }, (_, row) =>
    Array.from(values).slice(row * width, (row + 1) * width),
  );

describe("slopes", () => {
  const slopesOf = (heads: number, biasMax = 8) => [...pe.alibiSlopes({ heads, biasMax })];

  test.each([1, 2, 8, 12, 20, 112])("of %d heads are all compared", (heads) => {
    const found = ask({ slopes: slopesOf(heads) }, { method: "alibi" });
    expect(found).toMatchObject({ findings: [], comparison: { equal: true, compared: heads, outside: 0 } });
    if (heads === 1) return;
    const changed = slopesOf(heads).map((slope, head) => (head === heads - 1 ? 1.01 * slope : slope));
    const wrong = ask({ slopes: changed }, { method: "alibi" });
    expect(wrong.findings).toMatchObject([{ name: "values-differ", severity: "fault" }]);
    expect(wrong.comparison).toMatchObject({
      outside: 1,
      worst: {
        column: heads - 1,
        found: changed[heads - 1],
        expected: expect.closeTo(changed[heads - 1]! / 1.01, 8),
      },
    });
  });

  test("of another biasMax are not those of 8", () => {
    const expected = { method: "alibi", biasMax: 4 };
    expect(ask({ slopes: slopesOf(8, 4) }, expected)).toMatchObject({
      findings: [],
      comparison: { equal: true },
    });
    expect(faultsIn({ slopes: slopesOf(8) }, expected)).toEqual(["values-differ"]);
    expect(faultsIn({ slopes: slopesOf(8, 4) }, "bloom")).toEqual(["values-differ"]);
  });

  test("in another order, and by the formula of a power of two, are named", () => {
    expect(faultsIn({ slopes: slopesOf(8).reverse() }, "bloom")).toEqual(["slopes-reversed"]);
    const power = Array.from({ length: 12 }, (_, head) => 2 ** ((-8 * (head + 1)) / 12));
    expect(faultsIn({ slopes: power }, "bloom")).toEqual(["slopes-of-a-power"]);
    expect(faultsIn({ slopes: slopesOf(8).map((slope) => -slope) }, "bloom")).toEqual(["bias-sign"]);
  });

  test("of another file", () => {
    const slopes = slopesOf(12);
    expect(ask({ slopes }, { slopes })).toMatchObject({
      findings: [],
      comparison: { equal: true, compared: 12 },
    });
    expect(faultsIn({ slopes }, { slopes: slopesOf(16).slice(0, 12) })).toEqual(["values-differ"]);
    const shorter = ask({ slopes: slopes.slice(0, 8) }, { slopes });
    expect(shorter.comparison!.notCompared).toEqual(["4 numbers that only the other file has"]);
    const table = [
      [1, 2, 3],
      [4, 5, 6],
    ];
    const one = ask({ table }, { table: [...table.map((row) => [...row, 7]), [7, 8, 9, 7]] });
    expect(one.comparison!.notCompared).toEqual([
      "1 row that only the other file has",
      "1 column that only the other file has",
    ]);
  });
});

describe("frequencies", () => {
  const spec = { method: "rope", headDim: 64, pairing: "halves", base: 500_000 } as const;
  const right = [...pe.frequencies(spec)];

  test("are all compared, in radians, in turns and as periods", () => {
    const of = [(f: number) => f, (f: number) => f / (2 * Math.PI), (f: number) => (2 * Math.PI) / f];
    const layouts = of.map((made) => {
      const found = ask({ frequencies: right.map(made) }, spec);
      expect(found, found.verdict).toMatchObject({ findings: [], comparison: { equal: true, compared: 32 } });
      return found.comparison!.layout;
    });
    expect(layouts).toEqual([null, "in turns", "as periods in positions"]);
  });

  test.each([0, 7, 31])("one that differs, of pair %d, is shown with both values", (pair) => {
    const frequencies = right.map((f, each) => (each === pair ? 1.001 * f : f));
    const found = ask({ frequencies }, spec);
    expect(found.findings.filter(({ severity }) => severity === "fault").length).toBeGreaterThan(0);
    expect(found.comparison).toMatchObject({
      equal: false,
      outside: 1,
      worst: { column: pair, found: frequencies[pair], expected: expect.closeTo(right[pair]!, 12) },
    });
  });

  test("of another base and of another file", () => {
    const other = [...pe.frequencies({ ...spec, base: 10_000 })];
    expect(faultsIn({ frequencies: other }, spec)).toEqual(["wrong-base"]);
    expect(faultsIn({ frequencies: other }, { frequencies: right })).toEqual(["values-differ"]);
    expect(ask({ frequencies: right }, { frequencies: right })).toMatchObject({
      comparison: { equal: true },
    });
  });
});

describe("a bias", () => {
  const LENGTH = 32;
  const alibi = (causal: boolean, heads = 8) =>
    rows(pe.bias({ method: "alibi" }, { heads, queries: LENGTH, causal } as never), LENGTH);
  const head = (all: number[][], index: number) => all.slice(index * LENGTH, (index + 1) * LENGTH);

  test.each([true, false])("of ALiBi is compared with the slope that fits, causal %s", (causal) => {
    for (const index of [0, 3, 7]) {
      const bias = head(alibi(causal), index);
      const found = ask({ bias }, { method: "alibi" });
      const masked = bias.flat().filter((value) => value === -Infinity).length;
      expect(found, found.verdict).toMatchObject({
        findings: [],
        comparison: { equal: true, compared: LENGTH ** 2 - masked },
      });
      expect(found.comparison!.notCompared[0]).toBe("which head it is");
      bias[20]![5]! += 0.5;
      const wrong = ask({ bias }, { method: "alibi" });
      expect(wrong.findings.length).toBeGreaterThan(0);
      expect(wrong.comparison).toMatchObject({ outside: 1, worst: { row: 20, column: 5 } });
    }
  });

  test.each([2, 12])("of %d heads has the slopes of ALiBi in order", (heads) => {
    const flat = alibi(true, heads).flat();
    const all = Array.from({ length: heads }, (_, index) => head(alibi(true, heads), index));
    const shape = [1, heads, LENGTH, LENGTH];
    for (const bias of [{ bias: all }, { bias: [all] }, { bias: flat, shape }]) {
      expect(diagnose(bias as ToDiagnose)).toMatchObject({ is: { method: "alibi", heads }, findings: [] });
      const masked = flat.filter((value) => value === -Infinity).length;
      expect(ask(bias, { method: "alibi" })).toMatchObject({
        findings: [],
        comparison: { equal: true, compared: heads * LENGTH ** 2 - masked },
      });
      expect(ask(bias, { bias: all })).toMatchObject({ findings: [], comparison: { equal: true } });
    }
    expect(faultsIn({ bias: [...all].reverse() }, { method: "alibi" })).toEqual(["slopes-reversed"]);
    all[1]![20]![5]! += 0.5;
    const wrong = ask({ bias: all }, { method: "alibi" });
    expect(wrong).toMatchObject({ comparison: { outside: 1, worst: { head: 1, row: 20, column: 5 } } });
    expect(wrong.verdict).toMatch(/^Head 1: .*row 20, column 5/);
    expectError(() => ask({ bias: [all, all] }, { method: "alibi" }), RangeError, "length", "bias");
  });

  test("whose slopes follow another formula is named by it", () => {
    const heads = (slopes: readonly number[]) =>
      slopes.map((slope) =>
        Array.from({ length: LENGTH }, (_, i) =>
          Array.from({ length: LENGTH }, (__, j) => Math.fround(-slope * Math.abs(i - j))),
        ),
      );
    const power = Array.from({ length: 6 }, (_, head) => 2 ** ((-8 * (head + 1)) / 6));
    const found = ask({ bias: heads(power) }, { method: "alibi" });
    expect(found.findings.map(({ name }) => name)).toEqual(["slopes-of-a-power"]);
    expect(found.comparison).toMatchObject({ equal: false });
    const strange = ask({ bias: heads([0.5, 0.3, 0.2]) }, { method: "alibi" });
    expect(strange.findings.map(({ name }) => name)).toEqual(["values-differ"]);
  });

  test("of ALiBi without a bias for keys after the query is not the expected one", () => {
    const bias = head(alibi(false), 2).map((row, query) =>
      row.map((value, key) => (key > query ? 0 : value)),
    );
    expect(faultsIn({ bias }, { method: "alibi" })).toEqual(["bias-one-sided"]);
  });

  const table = Float32Array.from({ length: 64 }, (_, k) => Math.sin(k * k + 1));
  const t5 = (spec: object) =>
    rows(
      pe.bias(
        { method: "t5", ...spec } as never,
        { heads: 1, queries: 96, table: table.slice(0, (spec as { buckets: number }).buckets) } as never,
      ),
      96,
    );

  test("of T5 shares its numbers as the expected buckets do", () => {
    const spec = { method: "t5", buckets: 32, bidirectional: true };
    const found = ask({ bias: t5({ buckets: 32 }) }, spec);
    expect(found, found.verdict).toMatchObject({
      findings: [],
      comparison: { equal: true, compared: 96 ** 2 },
    });
    const bias = t5({ buckets: 32 });
    bias[50]![3]! += 0.25;
    expect(ask({ bias }, spec).comparison).toMatchObject({ outside: 1, worst: { row: 50, column: 3 } });
    expect(faultsIn({ bias }, spec)).toEqual(["values-differ"]);
    expect(faultsIn({ bias: t5({ buckets: 64 }) }, spec)).not.toEqual([]);
    expect(faultsIn({ bias: t5({ buckets: 32, bidirectional: false }) }, spec)).toEqual([
      "buckets-one-directional",
    ]);
  });

  test("of another file, with its masks", () => {
    const bias = head(alibi(true), 1);
    expect(ask({ bias }, { bias })).toMatchObject({
      findings: [],
      comparison: { equal: true, compared: LENGTH ** 2 },
    });
    const open = bias.map((row) => [...row]);
    open[4]![9] = 0;
    expect(ask({ bias: open }, { bias })).toMatchObject({
      findings: [{ name: "values-differ" }],
      comparison: { outside: 1, worst: { row: 4, column: 9 } },
    });
    const short = () => ask({ bias }, { bias: bias.slice(1) });
    expectError(short, RangeError, "length", "expected.bias");
  });
});
