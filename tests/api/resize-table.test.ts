/** Learned tables of another size: against PyTorch's interpolate in float64. */
import { type ResizeTableOptions, resizeTable } from "posenc/spec";
import { describe, expect, test } from "vitest";
import { expectError } from "./harness/expect-error.ts";
import { fixture } from "./harness/fixture.ts";

const { tables, cases } = fixture("resized") as {
  tables: { from: [number, number]; table: number[] }[];
  cases: { options: ResizeTableOptions; values: number[] }[];
};

const tableOf = ({ from }: ResizeTableOptions) =>
  tables.find((one) => one.from[0] === from[0] && one.from[1] === from[1])!.table;

describe("what PyTorch computes", () => {
  test.each(cases.map((one) => [JSON.stringify(one.options), one] as const))(
    "%s",
    (_, { options, values }) => {
      const found = resizeTable(Float64Array.from(tableOf(options)), options);
      expect(found.length).toBe(values.length);
      // Sums of up to 36 products of float64, in another order.
      for (const [n, value] of values.entries()) expect(Math.abs(found[n]! - value)).toBeLessThan(4e-15);
      const short = resizeTable(Float32Array.from(tableOf(options)), options);
      expect(short).toBeInstanceOf(Float32Array);
      for (const [n, value] of values.entries()) expect(Math.abs(short[n]! - value)).toBeLessThan(3e-7);
    },
  );
});

test("a table of the same size stays as it is", () => {
  const table = Float32Array.from({ length: 24 }, (_, n) => Math.sin(n));
  for (const method of ["bilinear", "bicubic"] as const)
    for (const alignCorners of [true, false])
      expect(resizeTable(table, { from: [3, 4], to: [3, 4], dModel: 2, method, alignCorners })).toEqual(
        table,
      );
});

test("bad input has an error that names it", () => {
  const right = { from: [1, 2], to: [2, 2], dModel: 1, method: "bilinear", alignCorners: false };
  const call =
    (change: object, table: unknown = new Float32Array(2)) =>
    () =>
      resizeTable(table as Float32Array, { ...right, ...change } as ResizeTableOptions);
  expect(call({})).not.toThrow();
  expectError(call({ alignCorners: undefined }), TypeError, "missing", "alignCorners");
  expectError(call({ alignCorners: 1 }), TypeError, "type", "alignCorners");
  expectError(call({ method: "nearest" }), RangeError, "range", "method");
  expectError(call({ from: [1, 2, 3] }), RangeError, "length", "from");
  expectError(call({ to: [0, 2] }), RangeError, "range", "to[0]");
  expectError(call({ to: [65536, 65536] }), RangeError, "memory-limit", "to");
  expectError(call({ antialias: true, alignCorners: true }), RangeError, "conflict", "antialias");
  expectError(call({ corners: true }), TypeError, "unknown-option", "corners");
  expectError(call({}, new Float32Array(3)), RangeError, "length", "table");
  expectError(call({}, [1, 2]), TypeError, "type", "table");
});
