/** Right tables of random conventions have no fault, and random mistakes are named; `npm run fuzz -- typescript right-tables` runs more. */
import { expect, test } from "vitest";
import { answerTo, wrongCase } from "../fuzz/typescript/mistakes.ts";
import { Random } from "../fuzz/typescript/random.ts";
import { answerToRight, partCase, rightCase } from "../fuzz/typescript/tables.ts";

const CASES = 60; // some 60 ms of processor each

test("right tables, in every layout, precision and chunk, have no fault and a name with the same numbers", () => {
  const answers = Array.from({ length: CASES }, (_, k) => answerToRight(rightCase(new Random(7, k))));
  expect(answers.flatMap(({ fault }) => fault ?? [])).toEqual([]);
  // In bfloat16, and far from position 0, a few tables have too few digits to tell their base.
  expect(answers.filter(({ isNamed }) => isNamed).length).toBeGreaterThanOrEqual(0.9 * CASES);
});

test("cosines, sines and angles alone have no fault, and agree with the rotation that is expected", () => {
  const answers = Array.from({ length: CASES / 2 }, (_, k) => answerToRight(partCase(new Random(7, k))));
  expect(answers.flatMap(({ fault }) => fault ?? [])).toEqual([]);
});

test.each([
  [501, 2824, "vectors, heads-first, 2 heads, from 0, 6 decimals"],
  [501, 4746, "a bias of kerple, bfloat16"],
  [501, 4758, "rows at any positions, float32"],
  [501, 10418, "vectors, tokens-first, 2 heads, from 0, not given, 4 decimals"],
  [501, 13777, "vectors, heads-first, 2 heads, from 0, not given, bfloat16"],
  [9301, 344, "complex numbers, 6 digits, from 196718, 10 rows"],
  [9301, 3223, "complex numbers, 4 decimals, from 0, 4 rows"],
  [9301, 9034, "transposed, bfloat16, from 0, 9 rows"],
  [9301, 19200, "cosines and sines at any positions, bfloat16"],
  [9401, 1031, "vectors, tokens-first, 1 heads, from 0, bfloat16"],
])(
  "the right numbers of seed %i, input %i, which a long run found to be called wrong: %s",
  (seed, input, says) => {
    const right = rightCase(new Random(seed, input));
    expect(right.says).toBe(says);
    expect(answerToRight(right).fault).toBeUndefined();
  },
);

test("two columns of cosines are not found right at some far position", () => {
  expect(answerTo(wrongCase(new Random(5353, 577)))).not.toBe("passed");
});

test("a mistake is named in 98 % of the cases, and never passes", () => {
  const answers = Array.from({ length: CASES }, (_, k) => answerTo(wrongCase(new Random(9, k))));
  expect(answers).not.toContain("passed");
  expect(answers.filter((answer) => answer === "named").length).toBeGreaterThanOrEqual(0.98 * CASES);
});
