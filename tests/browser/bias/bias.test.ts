import type { Locator } from "playwright-core";
import { divergingPalette } from "posenc";
import { describe, expect, test } from "vitest";
import { testContract } from "../harness/figure-contract.ts";
import { figureForTests, plain, settled, spokenBy } from "../harness/figure-page.ts";
import { alibi, bucket, fireInput, kerple, sandwich } from "./bias-oracle.ts";

/** <pe-bias>: colours, curves and values against the formulas of the papers. */

const withBias = figureForTests("pe-bias");

type Value = (query: number, key: number) => number;

interface Case {
  readonly state: Readonly<Record<string, string | number>>;
  readonly value: Value;
}

const LENGTH = 24;

const CASES: readonly (readonly [name: string, shown: Case])[] = [
  ["ALiBi, head 2 of 8", { state: { method: "alibi", head: 2 }, value: (i, j) => alibi(i, j, 1, 8) }],
  [
    "ALiBi, head 11 of 12",
    { state: { method: "alibi", heads: 12, head: 11 }, value: (i, j) => alibi(i, j, 10, 12) },
  ],
  ["T5's encoder", { state: { preset: "t5-encoder" }, value: (i, j) => bucket(i, j, true) }],
  ["T5's decoder", { state: { preset: "t5-decoder" }, value: (i, j) => bucket(i, j, false) }],
  ["KERPLE", { state: { method: "kerple" }, value: kerple }],
  [
    "Sandwich, head 3 of 4",
    { state: { method: "sandwich", heads: 4, head: 3 }, value: (i, j) => sandwich(i, j, 2, 4) },
  ],
  ["FIRE's input", { state: { method: "fire" }, value: fireInput }],
  ["no bias", { state: { method: "none" }, value: () => 0 }],
];

/** One pixel a cell, RGBA. */
const pixelsOf = async (figure: Locator): Promise<number[]> => {
  await settled(figure);
  return figure.locator("canvas").evaluate((node) => {
    const canvas = node as HTMLCanvasElement;
    return [...(canvas.getContext("2d")?.getImageData(0, 0, canvas.width, canvas.height).data ?? [])];
  });
};

/** From CSS pixels to a value. */
type Axis = (y: number) => number;

/** The scale of the curves, from two of their levels. */
const axisOf = async (figure: Locator): Promise<Axis> => {
  const levels = await figure
    .locator("[data-level]")
    .evaluateAll((lines) =>
      lines.map((line) => [
        Number(line.getAttribute("data-level")),
        Number(/ (\S+)H/.exec(line.getAttribute("d") ?? "")?.[1]),
      ]),
    );
  const [[a, top], [b, bottom]] = [levels[0], levels.at(-1)] as [[number, number], [number, number]];
  return (y) => a + ((y - top) / (bottom - top)) * (b - a);
};

/** Heights of one head's curve, CSS pixels. */
const heightsOf = async (figure: Locator, head: number): Promise<number[]> => {
  const d = (await figure.locator(`[data-head="${head}"] path`).getAttribute("d")) ?? "";
  return d
    .slice(1)
    .split("L")
    .map((point) => Number(point.split(" ")[1]));
};

/** The largest of the head's values and of all heads': colours and curves share one scale. */
const largest = (shown: Case, heads: number): number => {
  const one = (value: Value) =>
    Math.max(...[0, LENGTH - 1].flatMap((i) => [0, LENGTH - 1].map((j) => Math.abs(value(i, j)))));
  const all = Array.from({ length: heads }, (_, head) => head);
  if (shown.state.method === "alibi")
    return Math.max(...all.map((head) => one((i, j) => alibi(i, j, head, heads))));
  if (shown.state.method === "sandwich")
    return Math.max(...all.map((head) => one((i, j) => sandwich(i, j, head, heads))));
  return one(shown.value);
};

describe.each(CASES)("%s", (_, shown) => {
  const heads = Number(shown.state.heads ?? 8);

  test("has the colour of its value in every cell", async () => {
    await withBias({ ...shown.state, length: LENGTH }, async (figure) => {
      const pixels = await pixelsOf(figure);
      expect(pixels).toHaveLength(4 * LENGTH ** 2);
      const palette = divergingPalette();
      const limit = largest(shown, heads) || 1;
      for (let i = 0; i < LENGTH; i++) {
        for (let j = 0; j < LENGTH; j++) {
          const entry = (shown.value(i, j) / limit + 1) * 128;
          const at = 4 * (i * LENGTH + j);
          // A value at the edge of two colours may have either, as it is a float.
          const near = [entry - 1e-3, entry + 1e-3]
            .map((at) => Math.min(Math.max(Math.floor(at), 0), 255))
            .map((k) => [...palette.subarray(4 * k, 4 * k + 4)]);
          expect(near, `query ${i}, key ${j}`).toContainEqual(pixels.slice(at, at + 4));
        }
      }
    });
  });

  test("has a curve through its values by offset", async () => {
    await withBias({ ...shown.state, length: LENGTH, causal: "" }, async (figure) => {
      await settled(figure);
      const value = await axisOf(figure);
      const head = (await figure.locator("[data-chosen]").getAttribute("data-head")) ?? "";
      const heights = await heightsOf(figure, Number(head));
      expect(heights).toHaveLength(LENGTH);
      const pixel = Math.abs(value(1) - value(0));
      for (const [offset, y] of heights.entries()) {
        const expected = shown.value(LENGTH - 1, LENGTH - 1 - offset);
        expect(Math.abs(value(y) - expected)).toBeLessThan(0.01 * pixel); // as written
      }
    });
  });
});

test("ALiBi's heads have the slopes 1/2, 1/4 … 1/256", async () => {
  await withBias({ method: "alibi", length: 32, causal: "" }, async (figure) => {
    await settled(figure);
    const value = await axisOf(figure);
    for (let head = 0; head < 8; head++) {
      const heights = await heightsOf(figure, head);
      const slope = (value(heights[0] as number) - value(heights[31] as number)) / 31;
      expect(slope).toBeCloseTo(2 ** -(head + 1), 3);
    }
    const names = await figure.locator("svg.drawing text", { hasText: /^heads? / }).allTextContents();
    const named = names.flatMap((name) => {
      const [first = 0, last = first] = name.match(/\d+/g)?.map(Number) ?? [];
      return Array.from({ length: last - first + 1 }, (_, n) => first + n);
    });
    expect(named).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
    expect(names[0]).toBe("head 1"); // the chosen one is never among others
  });
});

test("a name stands beside the ends of its heads' curves", async () => {
  await withBias({ method: "alibi", length: 32 }, async (figure) => {
    await settled(figure);
    const names = await figure
      .locator("svg.drawing text", { hasText: /^heads? / })
      .evaluateAll((nodes) => nodes.map((node) => [node.textContent ?? "", Number(node.getAttribute("y"))]));
    expect(names.length).toBeGreaterThan(3);
    for (const [name, y] of names as [string, number][]) {
      const [first = 0, last = first] = name.match(/\d+/g)?.map(Number) ?? [];
      const ends = await Promise.all(
        [first, last].map(async (head) => (await heightsOf(figure, head - 1)).at(-1) as number),
      );
      const [low = 0, high = 0] = ends.sort((a, b) => a - b);
      expect(y, name).toBeGreaterThan(low - 12); // a line of text
      expect(y, name).toBeLessThan(high + 12);
    }
  });
});

test("a causal mask leaves the cells of later keys empty, and the readout says so", async () => {
  await withBias({ method: "alibi", length: LENGTH, causal: "" }, async (figure, page) => {
    const pixels = await pixelsOf(figure);
    for (let i = 0; i < LENGTH; i++) {
      for (let j = 0; j < LENGTH; j++) expect(pixels[4 * (i * LENGTH + j) + 3]).toBe(j > i ? 0 : 255);
    }
    await figure.locator(".plot").focus();
    for (const key of ["ArrowRight", "ArrowRight"]) await page.keyboard.press(key);
    expect(await spokenBy(figure)).toBe(
      "head 1, query 0, key 1, 1 ahead: -∞: the causal mask hides this key",
    );
  });
});

test("every value can be reached by keys and heard, and is in the table", async () => {
  await withBias({ method: "alibi", length: LENGTH, head: 3 }, async (figure, page) => {
    await figure.locator(".plot").focus();
    for (const key of ["ArrowRight", "PageDown", "End", "ArrowLeft"]) await page.keyboard.press(key);
    expect(await spokenBy(figure)).toBe(`head 3, query 10, key 22, 12 ahead: ${alibi(10, 22, 2, 8)}`);
    await figure.getByRole("button", { name: "Values" }).click();
    const current = plain((await figure.locator("[aria-current=true]").textContent()) ?? "");
    expect(Number(current)).toBe(alibi(10, 22, 2, 8));
  });
});

test("head, bias and mask can be chosen with the keyboard only", async () => {
  await withBias({ method: "alibi", length: LENGTH }, async (figure, page) => {
    await figure.getByRole("combobox", { name: "head" }).focus();
    await page.keyboard.press("End");
    await settled(figure);
    expect(plain((await figure.locator(".readout").textContent()) ?? "")).toContain("slope m = 0.00390625");
    await figure.getByRole("checkbox", { name: "causal mask" }).focus();
    await page.keyboard.press("Space");
    await settled(figure);
    expect(await figure.getAttribute("causal")).toBe("");
    await figure.getByRole("combobox", { name: "bias" }).selectOption({ label: "T5, decoder" });
    await settled(figure);
    expect(await figure.getAttribute("spec")).toBe("preset=t5-decoder");
    expect(await figure.locator(".readout").textContent()).toContain(
      "T5 learns a number for each of 32 buckets",
    );
  });
});

testContract(withBias, {
  states: [
    { method: "alibi", heads: 12, head: 11, length: 20 },
    { preset: "t5-encoder", length: 200 },
    { preset: "t5-decoder", length: 200, causal: "" },
    { method: "kerple", kernel: "power", length: 20 },
    { method: "sandwich", head: 2, length: 20 },
    { method: "fire", length: 20, causal: "" },
    { method: "none", length: 4, causal: "" },
  ],
  bad: ["spec", "preset=llama-2", /biases that depend only on positions; "rope" does not/],
  tolerance: 1e-5, // floats up to 64
});
