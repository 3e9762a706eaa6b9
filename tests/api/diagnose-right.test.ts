/** Right tables of random conventions have no fault, and random mistakes are named; `npm run fuzz -- typescript right-tables` runs more. */
import { expect, test } from "vitest";
import { answerTo, wrongCase } from "../fuzz/typescript/mistakes.ts";
import { Random } from "../fuzz/typescript/random.ts";
import { answerToRight, rightCase } from "../fuzz/typescript/tables.ts";

const CASES = 60; // some 60 ms of processor each

test("right tables, in every layout, precision and chunk, have no fault and a name with the same numbers", () => {
  const answers = Array.from({ length: CASES }, (_, k) => answerToRight(rightCase(new Random(7, k))));
  expect(answers.flatMap(({ fault }) => fault ?? [])).toEqual([]);
  // In bfloat16, and far from position 0, a few tables have too few digits to tell their base.
  expect(answers.filter(({ isNamed }) => isNamed).length).toBeGreaterThanOrEqual(0.9 * CASES);
});

test("a mistake is named in 98 % of the cases, and never passes", () => {
  const answers = Array.from({ length: CASES }, (_, k) => answerTo(wrongCase(new Random(9, k))));
  expect(answers).not.toContain("passed");
  expect(answers.filter((answer) => answer === "named").length).toBeGreaterThanOrEqual(0.98 * CASES);
});
