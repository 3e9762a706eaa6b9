import type { Locator, Page } from "playwright-core";
import { load } from "posenc/full";
import { expect, test } from "vitest";
import { pagesForTests } from "../harness/pages.ts";
import { chaptersForTests, openAsides, stating, withUsedArticle } from "./chapters.ts";

/** What the figures of the article show, and the numbers beside them. */

const opened = pagesForTests();
const textOf = chaptersForTests(opened);
const pe = await load();

const withFigure = (id: string, use: (figure: Locator, page: Page) => Promise<void>) =>
  withUsedArticle(opened, async (page) => {
    await openAsides(page);
    const figure = page.locator(`#${id}`);
    await figure.scrollIntoViewIfNeeded();
    await figure.locator(".frame[data-state=drawn]").waitFor();
    await use(figure, page);
  });

test("a third of the scores of unrelated keys lies outside one standard deviation, at any distance", () => {
  // Sums of twelve uniform numbers are normal enough: the share outside is 0.317 for a normal one.
  let state = 1;
  const uniform = () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
  const normal = () => Array.from({ length: 12 }, uniform).reduce((sum, u) => sum + u, -6);
  const COUNT = 3000; // the share is then known to 0.0085, one standard deviation
  const queries = Float32Array.from({ length: 128 * COUNT }, normal);
  const keys = Float32Array.from({ length: 128 * COUNT }, normal);
  for (const distance of [0, 10, 5000]) {
    const turned = pe.rotate(keys, {
      preset: "llama-2",
      heads: 1,
      positions: new Array(COUNT).fill(distance),
    });
    const scores = Array.from({ length: COUNT }, (_, row) => {
      let sum = 0;
      for (let j = 128 * row; j < 128 * (row + 1); j++) sum += (queries[j] as number) * (turned[j] as number);
      return sum / Math.sqrt(128);
    });
    const outside = scores.filter((score) => Math.abs(score) > 1).length / COUNT;
    expect(Math.abs(outside - 0.317)).toBeLessThan(4 * 0.0085);
  }
});

test("the formula has four quantities, and each has its letter", () =>
  withUsedArticle(opened, async (page) => {
    const terms = page.locator("dl.letters dt");
    expect(await terms.count()).toBe(4);
    const named = await page
      .locator(".formula .term, .formula [data-term]")
      .evaluateAll((nodes) => [...new Set(nodes.map((node) => node.getAttribute("data-term")))]);
    expect(named.sort()).toEqual(["base", "pair", "position", "width"]);
  }));

test("the table of periods has the first three pairs and the last, and the chart a bar for each pair", () =>
  withFigure("periods", async (figure) => {
    const pairs = await figure.locator("table tbody tr > :first-child").allInnerTexts();
    expect([...new Set(pairs)]).toEqual(["0", "1", "2", "…", "255"]);
    const paths = await figure
      .locator("svg.drawing :is(.finished, .begun)")
      .evaluateAll((bars) => bars.map((bar) => bar.getAttribute("d") ?? ""));
    expect(paths.join("").match(/M/gi)).toHaveLength(256);
  }));

test("side by side, every matrix of the layers is four times as large", () =>
  withFigure("added", async (figure) => {
    await figure.evaluate((node) => node.setAttribute("mode", "concatenate"));
    await expect.poll(() => figure.locator(".frame").innerText()).toContain("four times");
  }));

test("PyTorch's default embedding has a length of √512", () => {
  const text = textOf("sum");
  // Numbers of variance 1, as PyTorch draws them: the root of their count.
  expect(text).toEqual(stating(Math.sqrt(512).toFixed(1)));
});

test("positions read from causal layers, and a guess, are off by the numbers of the article", () =>
  withFigure("causal-leak", async (figure) => {
    await figure.locator('.plot[aria-busy="false"]').waitFor();
    const error = Number(await figure.locator("data.number").getAttribute("value"));
    const guess = Math.sqrt((63 ** 2 - 1) / 12);
    const layers = await figure.getByRole("radio", { name: /^\d+$/ }).count();
    expect(layers - 1).toBe(3); // and a choice for none
    expect(textOf("causal")).toEqual(stating(Math.round(error), Math.round(guess)));
    expect(await figure.locator(".verdict").innerText()).toContain(guess.toFixed(1));
  }));

test("the recurrent cell offers tanh and ReLU", () =>
  withFigure("recurrent", async (figure) => {
    await figure.getByRole("button", { name: "More" }).click();
    for (const name of ["tanh", "ReLU"])
      expect(await figure.getByText(name, { exact: true }).first().isVisible()).toBe(true);
  }));

test("scores have a band of one standard deviation, and no error of a recipe", () =>
  withFigure("scores", async (figure) => {
    expect(await figure.locator(".lies").count()).toBe(0);
    expect(await figure.locator(".spread").count()).toBe(1);
    const band = await figure.locator(".swing").first().getAttribute("d");
    expect(band?.length).toBeGreaterThan(100);
  }));

test("lines of the head run from the word that is looked at, on the left, to the word that looks", () =>
  withFigure("shift-head", async (figure) => {
    const paths = await figure
      .locator(".lines path:not([stroke-dasharray])")
      .evaluateAll((nodes) => nodes.map((node) => node.getAttribute("d") ?? ""));
    const lines = paths.join("").split("M").slice(1);
    expect(lines.length).toBeGreaterThan(5);
    for (const line of lines) {
      const numbers = line.match(/-?[\d.]+/g)?.map(Number) ?? [];
      expect(numbers[1]).toBeLessThan(numbers.at(-1) as number); // earlier words are higher
    }
  }));

test("a learned table is judged before its training", () =>
  withFigure("criteria", async (figure) => {
    expect(await figure.locator(".frame").innerText()).toContain("untrained table");
  }));

test("the naive ways have the steps and distances of the article", () => {
  const text = textOf("naive");
  const step = (length: number) => {
    const [first = 0, second = 0] = pe.encode(
      { method: "normalized-index", dModel: 1, maxLength: length },
      { length },
    );
    return second - first;
  };
  expect(text).toEqual(stating(step(50).toFixed(4), step(5)));
  const hot = pe.encode({ method: "one-hot", dModel: 512 }, { length: 512 });
  expect(hot.subarray(0, 512).indexOf(1)).toBe(0);
  expect(hot.subarray(511 * 512).indexOf(1)).toBe(511);
  const apart = Math.hypot(...hot.subarray(0, 512).map((entry, j) => entry - (hot[3 * 512 + j] as number)));
  expect(apart).toBeCloseTo(Math.SQRT2, 6);
});

test("the first hand turns by a radian, in degrees", () => {
  expect(textOf("formula")).toEqual(stating((180 / Math.PI).toFixed(1)));
});

test("bfloat16 cannot tell position 257 from 256, as the article says", () => {
  const bfloat16 = (value: number) => {
    const bits = new Uint32Array(Float32Array.of(value).buffer);
    const [whole = 0] = bits;
    // To nearest, ties to even, of the upper half.
    bits[0] = ((whole + 0x7fff + ((whole >>> 16) & 1)) >>> 16) << 16;
    return new Float32Array(bits.buffer)[0];
  };
  expect(bfloat16(257)).toBe(256);
  expect(bfloat16(255)).toBe(255);
  expect(textOf("exact")).toEqual(stating(256, 257));
});

test("rotary scores are divided by the root of the head's width, as their axis and the formulas say", () =>
  withFigure("scores", async (figure) => {
    await figure.locator("svg.drawing text", { hasText: "q·k / √(head width)" }).waitFor();
    // At distance 0 a key equals its query: 128 squares of mean 1, divided by the root of 128.
    const first = await figure.evaluate(
      (node) => (node as unknown as { array(): { values: number[] } }).array().values[0],
    );
    expect(first).toBeCloseTo(Math.sqrt(128), 5);
    expect(textOf("distance-of-scores")).toEqual(stating(Math.sqrt(128).toFixed(1)));
    for (const chapter of ["words", "evidence"]) expect(textOf(chapter)).toContain("d h"); // under both roots
  }));
