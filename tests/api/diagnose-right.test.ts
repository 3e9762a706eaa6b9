/** Right tables of random conventions have no fault, and random mistakes are named; `npm run fuzz -- typescript right-tables` runs more. */
import { expect, test } from "vitest";
import { Random } from "../fuzz/typescript/random.ts";
import { answerTo, faultOfRight, rightCase, wrongCase } from "../fuzz/typescript/tables.ts";

const CASES = 60; // some 80 ms of processor each

test("right tables, in every layout, precision and chunk, have no fault", () => {
  const faults = Array.from({ length: CASES }, (_, k) => faultOfRight(rightCase(new Random(7, k))));
  expect(faults.filter((fault) => fault !== undefined)).toEqual([]);
});

test("a mistake is named in 98 % of the cases, and never passes", () => {
  const answers = Array.from({ length: CASES }, (_, k) => answerTo(wrongCase(new Random(9, k))));
  expect(answers).not.toContain("passed");
  expect(answers.filter((answer) => answer === "named").length).toBeGreaterThanOrEqual(0.98 * CASES);
});
