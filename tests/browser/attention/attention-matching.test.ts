import fc from "fast-check";
import { expect, test } from "vitest";
import { matchRows } from "../../../web/elements/attention/attention-comparison.ts";
import { leastDifference } from "./attention-oracle.ts";

const WIDTH = 3;

const matrixOf = (rows: number[][]): Float32Array => Float32Array.from(rows.flat());

const pairOfMatrices = fc.integer({ min: 1, max: 6 }).chain((rows) => {
  // Few distinct values make ties, the hard case of a matching.
  const value = fc.oneof(fc.integer({ min: -2, max: 2 }), fc.float({ noNaN: true, min: -4, max: 4 }));
  const matrix = fc.array(fc.array(value, { minLength: WIDTH, maxLength: WIDTH }), {
    minLength: rows,
    maxLength: rows,
  });
  return fc.tuple(matrix, matrix);
});

test("the pairing has the smallest possible largest difference", () => {
  fc.assert(
    fc.property(pairOfMatrices, ([first, second]) => {
      const { partners, distances, largest } = matchRows(matrixOf(first), matrixOf(second), WIDTH);
      expect(largest).toBe(leastDifference(first, second));
      expect([...partners].sort()).toEqual([...first.keys()]);
      expect(Math.max(...distances)).toBe(largest);
    }),
    { numRuns: 500 },
  );
});

test("a permutation is found, with a difference of 0", () => {
  const rows = Array.from({ length: 64 }, (_, row) =>
    [Math.sin(row), Math.cos(row), row % 7].map(Math.fround),
  );
  const order = rows.map((_, row) => (row * 27 + 5) % 64);
  const shuffled = order.map((row) => rows[row] as number[]);
  const { partners, largest } = matchRows(matrixOf(rows), matrixOf(shuffled), WIDTH);
  expect(largest).toBe(0);
  expect(partners.map((partner) => order[partner])).toEqual([...rows.keys()]);
});

test("without rows the difference is 0", () => {
  expect(matchRows(new Float32Array(), new Float32Array(), WIDTH).largest).toBe(0);
});
