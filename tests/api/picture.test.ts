/** `posenc picture`: what it asks for, and what it refuses. tests/browser/picture.chromium.test.ts draws. */
import { expect, test } from "vitest";
import { run } from "./harness/terminal.ts";

const figure = '<pe-heatmap d-model="8">';

test.each<[message: string, ...words: string[]]>([
  ["expected one tag of a figure", "-o", "a.svg"],
  ["expected one tag of a figure", figure, figure, "-o", "a.svg"],
  ["expected one tag of a figure", "pe-heatmap", "-o", "a.svg"],
  ["expected one tag of a figure", "<script>alert(1)</script>", "-o", "a.svg"],
  ["expected one tag of a figure", "<pe-heatmap d-model=8>", "-o", "a.svg"],
  ["expected one tag of a figure", `<pe-heatmap ${"a ".repeat(20_000)}>`, "-o", "a.svg"],
  ["which ends in .svg or .png", figure],
  ["which ends in .svg or .png", figure, "-o", "a.jpg"],
  ["--width must be an integer from 200 to 4000", figure, "-o", "a.svg", "--width=1e9"],
  ["leave out --json", figure, "-o", "a.svg", "--json"],
  ["nowhere/chrome is not a program that may be run", figure, "-o", "a.svg", "--browser=nowhere/chrome"],
])("%s: %j", async (message, ...words) => {
  const { code, errors } = await run(["picture", ...words]);
  expect(code).toBe(2);
  expect(errors).toContain(message);
});
