import type { Locator, Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { axeLightAndDark } from "./harness/axe.ts";
import { testContract } from "./harness/figure-contract.ts";
import { figureForTests, plain, settled, spokenBy } from "./harness/figure-page.ts";

/** <pe-shuffle> alone on a page: words that are dragged, and what attention makes of each order. */

const withShuffle = figureForTests("pe-shuffle");

const countOf = (figure: Locator) =>
  figure.locator("data.count").evaluate((node) => Number((node as HTMLDataElement).value));

/** The drawn numbers of each word, as colours, by its index in the sentence as it was written. */
const columnsOf = (figure: Locator) =>
  figure.locator("[data-word]").evaluateAll((nodes) =>
    nodes
      .map((node) => ({
        word: Number(node.getAttribute("data-word")),
        colours: [...node.querySelectorAll(".number")].map((number) => number.getAttribute("fill")),
      }))
      .sort((a, b) => a.word - b.word)
      .map(({ colours }) => colours),
  );

/** The order that the figure shows, which it writes into its attribute once it is drawn. */
async function orderOf(figure: Locator): Promise<string | null> {
  await settled(figure);
  return figure.getAttribute("order");
}

/** The middle of a word's tile, CSS pixels. */
async function middleOf(figure: Locator, word: number): Promise<{ x: number; y: number }> {
  const box = await figure.locator(`[data-word="${word}"] .tile`).boundingBox();
  if (!box) throw new Error("no tile");
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

/** Drags one word to the place of another. */
async function drag(figure: Locator, page: Page, word: number, to: number): Promise<void> {
  const [from, target] = [await middleOf(figure, word), await middleOf(figure, to)];
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  for (let step = 1; step <= 8; step++) {
    await page.mouse.move(from.x + ((target.x - from.x) * step) / 8, from.y + 3);
    await settled(figure);
  }
  await page.mouse.up();
  await settled(figure);
}

describe("without positions", () => {
  test("a dragged word takes its numbers along, and none of them changes", async () => {
    await withShuffle({}, async (figure, page) => {
      const before = await columnsOf(figure);
      expect(before.map(({ length }) => length)).toEqual(Array(7).fill(12));
      await drag(figure, page, 0, 6);
      expect(await orderOf(figure)).toBe("1 2 3 4 5 6 0");
      expect(await columnsOf(figure)).toEqual(before);
      expect(await countOf(figure)).toBe(0);
      const [first, last] = [await middleOf(figure, 1), await middleOf(figure, 0)];
      await expect.poll(async () => (await middleOf(figure, 0)).x).toBeGreaterThan(first.x);
      expect(last.x).toBeGreaterThan((await middleOf(figure, 6)).x);
      await drag(figure, page, 0, 1);
      expect(await orderOf(figure)).toBeNull(); // as written
    });
  });

  test("the count answers while the word is still held", async () => {
    await withShuffle({ encoding: "sinusoidal" }, async (figure, page) => {
      const [from, to] = [await middleOf(figure, 2), await middleOf(figure, 4)];
      await page.mouse.move(from.x, from.y);
      await page.mouse.down();
      await page.mouse.move(to.x, from.y, { steps: 4 });
      await settled(figure);
      expect(await countOf(figure)).toBe(84);
      expect((await middleOf(figure, 2)).x).toBeCloseTo(to.x, 0); // under the pointer, not at its place
      await page.mouse.up();
    });
  });
});

test("with positions a move changes every number, and each place shows its position", async () => {
  await withShuffle({ encoding: "sinusoidal", order: "5 6 2 3 4 0 1" }, async (figure) => {
    expect(await countOf(figure)).toBe(84);
    expect(await figure.locator("[data-word='5'] .position").textContent()).toBe("0");
    await figure.getByRole("radio", { name: "positions off" }).click();
    await settled(figure);
    expect(await countOf(figure)).toBe(0);
    expect(await figure.locator("[data-word='5'] .position").textContent()).toBe("");
  });
});

test("two equal words have one result without positions, and two with them", async () => {
  await withShuffle({ text: "you see you" }, async (figure) => {
    const [first, , last] = await columnsOf(figure);
    expect(last).toEqual(first);
    await figure.getByRole("radio", { name: "positions on" }).click();
    await settled(figure);
    const [firstOn, , lastOn] = await columnsOf(figure);
    expect(lastOn).not.toEqual(firstOn);
  });
});

test("keys choose a word, read its numbers and move it", async () => {
  await withShuffle({}, async (figure, page) => {
    await figure.locator(".plot").focus();
    await page.keyboard.press("ArrowRight");
    await page.keyboard.press("ArrowRight");
    expect(await spokenBy(figure)).toMatch(
      /“\u2068sister\u2069” at position 1, number 1 of 12: -?\d\.\d{4}, as at/,
    );
    await page.keyboard.press("Shift+ArrowLeft");
    expect(await orderOf(figure)).toBe("1 0 2 3 4 5 6");
    expect(await spokenBy(figure)).toMatch(/sister\u2069” at position 0, .* 0 of 84 numbers changed\.$/);
    await page.keyboard.press("Shift+End");
    expect(await orderOf(figure)).toBe("0 2 3 4 5 6 1");
    await page.keyboard.press("Shift+ArrowRight"); // at the end it stays
    expect(await orderOf(figure)).toBe("0 2 3 4 5 6 1");
    await page.keyboard.press("ArrowDown");
    expect(await spokenBy(figure)).toMatch(/position 6, number 2 of 12/);
  });
});

test("Shuffle makes another sentence each time", async () => {
  await withShuffle({ text: "yes no" }, async (figure) => {
    for (const order of ["1 0", null, "1 0"]) {
      await figure.getByRole("button", { name: "Shuffle" }).click();
      await settled(figure);
      expect(await orderOf(figure)).toBe(order);
    }
  });
});

test("a new sentence starts in its own order", async () => {
  await withShuffle({ order: "6 5 4 3 2 1 0" }, async (figure) => {
    await figure.getByLabel("your sentence").fill("John likes Jane");
    await expect.poll(() => figure.getAttribute("text")).toBe("John likes Jane");
    expect(await orderOf(figure)).toBeNull();
    expect(await figure.locator("[data-word]").count()).toBe(3);
    expect(plain((await figure.locator(".changes").textContent()) ?? "")).toBe("0 of 36 numbers changed");
  });
});

test("More, Values and Share stand behind one button, and Escape closes the inner panel first", async () => {
  await withShuffle({}, async (figure, page) => {
    const dots = figure.getByRole("button", { name: "More" });
    const share = figure.getByRole("button", { name: "Share" });
    await share.click();
    await page.keyboard.press("Escape");
    expect(await share.getAttribute("aria-expanded")).toBe("false");
    expect(await dots.getAttribute("aria-expanded")).toBe("true");
    await page.keyboard.press("Escape");
    expect(await share.isVisible()).toBe(false);
    expect(await dots.getAttribute("aria-expanded")).toBe("false");
  });
});

test("words glide to a new order, unless the reader prefers reduced motion", async () => {
  const transitionOf = async (figure: Locator) => {
    const word = figure.locator("[data-word='0']");
    const duration = () => word.evaluate((node) => getComputedStyle(node).transitionDuration);
    expect(await duration()).toBe("0s"); // to its first place it does not
    await figure.getByRole("button", { name: "Shuffle" }).click();
    await settled(figure);
    return duration();
  };
  await withShuffle({}, async (figure) => expect(await transitionOf(figure)).toBe("0.25s"));
  await withShuffle({}, async (figure) => expect(await transitionOf(figure)).toBe("0s"), {
    reducedMotion: "reduce",
  });
});

test("no text is smaller than 13 px, and each word fits its tile on a phone", async () => {
  await withShuffle(
    { encoding: "sinusoidal" },
    async (figure) => {
      const texts = await figure.locator("svg.drawing text").evaluateAll((nodes) =>
        nodes.map((node) => ({
          size: Number.parseFloat(getComputedStyle(node).fontSize),
          word: node.classList.contains("word") ? node.textContent : "",
          over:
            node.getBoundingClientRect().width -
            (node.parentElement?.querySelector(".tile")?.getBoundingClientRect().width ?? 0),
        })),
      );
      expect(Math.min(...texts.map(({ size }) => size))).toBeGreaterThanOrEqual(13);
      expect(texts.flatMap(({ word }) => word || []).join(" ")).toBe("my sister wants to eat a chicken");
      expect(Math.max(...texts.map(({ over }) => over))).toBeLessThanOrEqual(0);
    },
    { width: 360 },
  );
});

test("axe finds nothing, light and dark, after a move", async () => {
  await withShuffle({ order: "1 0 2 3 4 5 6", encoding: "sinusoidal" }, async (_, page) => {
    expect(await axeLightAndDark(page, "main")).toEqual([]);
  });
});

testContract(withShuffle, {
  states: [
    { order: "5 6 2 3 4 0 1" },
    { text: "naïve “quotes” 👍🏽", order: "2 1 0 4 3", encoding: "sinusoidal", seed: 7 },
  ],
  bad: ["order", "0 1", /order must be the numbers 0 to 6, each of them once/],
  tolerance: 5e-7, // float32 outputs below 4, of sums in another order
});
