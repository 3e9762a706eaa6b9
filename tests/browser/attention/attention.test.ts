import type { Locator } from "playwright-core";
import { divergingPalette } from "posenc";
import { describe, expect, test } from "vitest";
import { settled } from "../harness/figure-page.ts";
import { differingShare, screenshot } from "../harness/screenshot.ts";
import { attention, difference, LAYER, type Layer } from "./attention-oracle.ts";
import {
  attentionForTests,
  CLOSE,
  expectNumbers,
  JOHN,
  numbersOf,
  readoutOf,
  SISTER,
  type,
  verdictsOf,
  withAttention,
} from "./attention-page.ts";

/** The numbers, cells and colours of <pe-attention> against plain JavaScript in float64. */

const opened = attentionForTests();

describe("the number", () => {
  test("exchanging John and Jane changes nothing without positions, and something with them", async () => {
    await withAttention(opened, {}, async (figure) => {
      await expectNumbers(figure, JOHN, LAYER);
      const [without, with_] = await verdictsOf(figure);
      expect(without).toMatch(/same rows in another order/);
      expect(with_).toMatch(/Not the same rows in any order/);
    });
  });

  test("the sister and the chicken, by their button", async () => {
    await withAttention(opened, {}, async (figure) => {
      await figure.getByRole("button", { name: SISTER[0] }).click();
      await expectNumbers(figure, SISTER, LAYER);
    });
  });

  test("this holds for any weights", async () => {
    await withAttention(opened, {}, async (figure) => {
      for (let seed = 2; seed <= 12; seed++) {
        await figure.getByRole("button", { name: "Sample new weights" }).click();
        await expectNumbers(figure, JOHN, { ...LAYER, seed });
      }
      await expect(figure.getByRole("spinbutton", { name: "seed" }).inputValue()).resolves.toBe("12");
    });
  });

  const layers: Partial<Layer>[] = [
    { heads: 1 },
    { heads: 8, dModel: 8 },
    { heads: 4, dModel: 128 },
    { layout: "halves", base: 100 },
  ];
  test("agrees with float64 for other layers", async () => {
    await withAttention(opened, {}, async (figure) => {
      for (const changes of layers) {
        const layer = { ...LAYER, ...changes };
        const right = `method=sinusoidal&base=${layer.base}&layout=${layer.layout}`;
        await figure.evaluate((node, state) => Object.assign(node, state), { ...layer, right });
        await expectNumbers(figure, JOHN, layer);
      }
    });
  });

  test("without the factor √d of the words the encoding weighs more, and the number is that of float64", async () => {
    await withAttention(opened, {}, async (figure) => {
      await figure.getByRole("checkbox", { name: "words × √d" }).uncheck();
      await expectNumbers(figure, JOHN, { ...LAYER, scaled: false });
    });
  });

  test("unmasked attention knows no first or last token: any order gives the same rows", async () => {
    await withAttention(opened, { first: "a b c d e f" }, async (figure) => {
      for (const order of ["f b c d e a", "b a c d e f", "d f b a e c"]) {
        await type(figure, 1, order);
        const [without] = await numbersOf(figure);
        expect(without).toBeLessThanOrEqual(CLOSE);
        expect((await verdictsOf(figure))[0]).toMatch(/same rows in another order/);
      }
    });
  });

  test("is exactly 0 for sums in the same order, and a note explains the rounding of another order", async () => {
    const words = "one two three four five six seven eight nine ten eleven twelve".split(" ");
    const state = { first: words.join(" "), second: [...words].reverse().join(" ") };
    await withAttention(opened, state, async (figure) => {
      const [rest] = await numbersOf(figure);
      expect(rest).toBeLessThanOrEqual(CLOSE);
      expect((await verdictsOf(figure))[0]).toMatch(
        rest === 0 ? /Not one bit differs/ : /summed in another order; in the same order it is exactly 0/,
      );
      await type(figure, 1, state.first);
      expect(await numbersOf(figure)).toEqual([0, 0]);
    });
  });

  test("a causal mask reveals the order without positions", async () => {
    await withAttention(opened, {}, async (figure) => {
      await figure.getByRole("checkbox", { name: "causal mask" }).check();
      const layer = { ...LAYER, causal: true };
      const numbers = await numbersOf(figure);
      for (const [side, number] of numbers.entries()) {
        expect(Math.abs(number - difference(...JOHN, layer, side === 1))).toBeLessThan(CLOSE);
      }
      expect(numbers[0]).toBeGreaterThan(0.01);
      expect((await verdictsOf(figure))[0]).toMatch(/mask alone/);
    });
  });

  test("it is rounded for reading, and all its digits are in its tooltip", async () => {
    await withAttention(opened, {}, async (figure) => {
      const [, with_] = await numbersOf(figure);
      const number = figure.locator("data").nth(1);
      expect(await number.getAttribute("title")).toBe(String(with_));
      expect(await number.textContent()).toBe(String(Number((with_ as number).toPrecision(3))));
    });
  });
});

describe("cells", () => {
  test("are read by keys, aloud, with the module's values", async () => {
    await withAttention(opened, {}, async (figure, page) => {
      await figure.locator(".plot").focus();
      await page.keyboard.press("ArrowRight");
      const { outputs } = attention(JOHN[0].split(" "), LAYER, false);
      const read = (text: string) => Number(/: (\S+) \(/.exec(text)?.[1]?.replace("\u2212", "-"));
      expect(read(await readoutOf(figure))).toBeCloseTo(outputs[0]?.[0] as number, 5);
      await page.keyboard.press("End");
      await page.keyboard.press("ArrowDown");
      expect(await readoutOf(figure)).toMatch(/output of “\u2068likes\u2069”, dimension 31/);
      expect(read(await readoutOf(figure))).toBeCloseTo(outputs[1]?.[31] as number, 5);
      expect(await figure.locator("[aria-live=polite]").textContent()).toBe(await readoutOf(figure));
    });
  });

  test("weights are the oracle's for each head, and zero for later words under a causal mask", async () => {
    await withAttention(opened, { head: 2, causal: "" }, async (figure) => {
      await figure.getByRole("button", { name: "Values" }).click();
      await figure.locator(".plot").focus();
      for (const key of ["ArrowRight", "PageDown", "PageDown"]) await figure.page().keyboard.press(key);
      await settled(figure);
      const table = figure.getByRole("table", {
        name: "Weights of head 2, first sentence, left: No positions",
      });
      const cells = (await table.locator("td").allTextContents()).map(Number);
      const { weights } = attention(JOHN[0].split(" "), { ...LAYER, causal: true }, false);
      for (const [index, value] of (weights[1] ?? []).flat().entries()) {
        expect(Math.abs((cells[index] as number) - value)).toBeLessThan(1e-6);
      }
      expect([cells[1], cells[2], cells[5]]).toEqual([0, 0, 0]);
    });
  });

  test("are under the pointer", async () => {
    await withAttention(opened, {}, async (figure) => {
      const box = await figure.locator(".plot").boundingBox();
      const texts = figure.locator("svg.drawing text");
      const word = await texts
        .filter({ hasText: /^likes$/ })
        .first()
        .boundingBox();
      if (!box || !word) throw new Error("nothing is drawn");
      await figure.locator(".plot").hover({
        position: { x: word.x + word.width + 10 - box.x, y: word.y + word.height / 2 - box.y },
      });
      expect(await readoutOf(figure)).toMatch(/^output of “\u2068likes\u2069”, dimension \d/);
    });
  });
});

/** Colours in the middle of the cells of the first output, read from the canvas. */
async function firstRowOf(figure: Locator, cells: number): Promise<number[][]> {
  const word = await figure
    .locator("svg.drawing text", { hasText: /^John$/ })
    .first()
    .boundingBox();
  const plot = await figure.locator(".plot").boundingBox();
  if (!word || !plot) throw new Error("nothing is drawn");
  const place = { y: word.y + word.height / 2 - plot.y, cells };
  return figure.locator("canvas").evaluate((node, { y, cells }) => {
    const canvas = node as HTMLCanvasElement;
    const pixels = canvas.getContext("2d")?.getImageData(0, Math.round(y), canvas.width, 1).data ?? [];
    const painted = (x: number) => pixels[4 * x + 3] === 255;
    let from = 0;
    while (!painted(from)) from++;
    let to = from;
    while (painted(to)) to++;
    return Array.from({ length: cells }, (_, cell) => {
      const at = 4 * Math.floor(from + ((cell + 0.5) / cells) * (to - from));
      return [...pixels.slice(at, at + 3)];
    });
  }, place);
}

describe("the picture", () => {
  test("is equal for equal states, and differs for different ones", async () => {
    await withAttention(opened, {}, async (figure) => {
      const plot = figure.locator(".plot");
      const pictureOf = async (seed: string) => {
        await figure.evaluate((node, text) => node.setAttribute("seed", text), seed);
        await settled(figure);
        return screenshot(plot);
      };
      const before = await pictureOf("1");
      expect(differingShare(before, await pictureOf("2"))).toBeGreaterThan(0.02);
      expect(differingShare(before, await pictureOf("1"))).toBeLessThan(0.001);
    });
  });

  test("has outputs in the colours of their values, on one scale for both sides", async () => {
    await withAttention(opened, {}, async (figure) => {
      const passes = JOHN.flatMap((sentence) =>
        [false, true].map((positions) => attention(sentence.split(" "), LAYER, positions).outputs),
      );
      const limit = Math.max(...passes.flat(2).map(Math.abs));
      const [row = []] = passes[0] ?? [];
      const palette = divergingPalette();
      const colours = row.map((value) => {
        const entry = Math.min(Math.floor((value / limit + 1) * 128), 255) * 4;
        return [...palette.subarray(entry, entry + 3)];
      });
      expect(await firstRowOf(figure, row.length)).toEqual(colours);
    });
  });
});
