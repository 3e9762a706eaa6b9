import type { Locator } from "playwright-core";
import { expect, test } from "vitest";
import { settled, spokenBy } from "../harness/figure-page.ts";
import { attention, LAYER } from "./attention-oracle.ts";
import { attentionForTests, JOHN, readoutOf, SISTER, withAttention } from "./attention-page.ts";

/** Weights as lines from word to word in <pe-attention>, against plain JavaScript in float64. */

const opened = attentionForTests();

/** The lines that are laid over the others: their thickness, and whether the picture has ink half way along. */
async function linesOf(figure: Locator): Promise<{ thickness: number; inked: boolean }[]> {
  await settled(figure);
  return figure.locator("[data-transient] path").evaluateAll((paths) => {
    const canvas = (paths[0]?.getRootNode() as ShadowRoot | undefined)?.querySelector("canvas");
    const copy = document.createElement("canvas");
    if (canvas) Object.assign(copy, { width: canvas.width, height: canvas.height });
    const context = copy.getContext("2d", { willReadFrequently: true });
    if (canvas) context?.drawImage(canvas, 0, 0);
    return paths.map((path) => {
      const { x, y } = (path as SVGPathElement).getPointAtLength(
        (path as SVGPathElement).getTotalLength() / 2,
      );
      const ink = context?.getImageData(
        Math.round(x * devicePixelRatio),
        Math.round(y * devicePixelRatio),
        1,
        1,
      );
      return { thickness: Number(path.getAttribute("stroke-width")), inked: (ink?.data[3] ?? 0) > 0 };
    });
  });
}

test("a word's lines are as thick as its weights, in the picture too, for each head", async () => {
  await withAttention(opened, { first: SISTER[0], second: SISTER[1] }, async (figure, page) => {
    const words = SISTER[0].split(" ");
    const { weights } = attention(words, LAYER, false);
    await figure.locator(".plot").focus();
    for (const key of ["ArrowRight", "PageDown", "PageDown"]) await page.keyboard.press(key);
    for (const head of [1, 2]) {
      await figure.getByRole("combobox", { name: "head whose weights are shown" }).selectOption(String(head));
      await figure.locator(".plot").focus();
      for (const word of words.keys()) {
        const lines = await linesOf(figure);
        const whole = lines.reduce((sum, { thickness }) => sum + thickness, 0);
        const expected = weights[head - 1]?.[word] as number[];
        expect(lines.length).toBe(words.length);
        for (const [index, { thickness, inked }] of lines.entries()) {
          expect(Math.abs(thickness / whole - (expected[index] as number))).toBeLessThan(1e-6);
          if ((expected[index] as number) > 0.2) expect(inked).toBe(true);
        }
        await page.keyboard.press("ArrowDown");
      }
      for (const _ of words) await page.keyboard.press("ArrowUp");
    }
  });
});

test("keys move from word to word and from line to line, and every weight is spoken", async () => {
  await withAttention(opened, {}, async (figure, page) => {
    const { weights } = attention(JOHN[0].split(" "), LAYER, false);
    await figure.locator(".plot").focus();
    for (const key of ["ArrowRight", "PageDown", "PageDown"]) await page.keyboard.press(key);
    for (const row of [0, 1, 2]) {
      await page.keyboard.press("Home");
      for (const column of [0, 1, 2]) {
        const said = await spokenBy(figure);
        const [from, to] = [row, column].map((word) => JOHN[0].split(" ")[word]);
        expect(said).toMatch(new RegExp(`^“\u2068${from}\u2069” looks at “\u2068${to}\u2069” with weight`));
        const weight = Number(/weight ([\d.e-]+)/.exec(said)?.[1]);
        expect(Math.abs(weight - (weights[0]?.[row]?.[column] as number))).toBeLessThan(1e-6);
        await page.keyboard.press("ArrowRight");
      }
      await page.keyboard.press("ArrowDown");
    }
  });
});

test("pointing at a word shows its lines, and the readout names the word with the largest weight", async () => {
  await withAttention(opened, {}, async (figure) => {
    const plot = await figure.locator(".plot").boundingBox();
    const word = await figure
      .locator("svg.drawing text", { hasText: /^likes$/ })
      .nth(3) // the first two are beside outputs, the next two at both ends of lines
      .boundingBox();
    if (!plot || !word) throw new Error("nothing is drawn");
    const position = { x: word.x + word.width / 2 - plot.x, y: word.y + word.height / 2 - plot.y };
    await figure.locator(".plot").hover({ position });
    const row = attention(JOHN[0].split(" "), LAYER, false).weights[0]?.[1] as number[];
    const most = JOHN[0].split(" ")[row.indexOf(Math.max(...row))];
    expect(await readoutOf(figure)).toMatch(
      new RegExp(`^“\u2068likes\u2069” looks at “\u2068${most}\u2069”`),
    );
    expect((await linesOf(figure)).length).toBe(3);
    // From three words on the left to the one that looks, on the right.
    const ends = await figure
      .locator("[data-transient] path[stroke-width]:not([d*=Z])")
      .evaluateAll((paths) =>
        paths.map(
          (path) =>
            path
              .getAttribute("d")
              ?.match(/[\d.]+/g)
              ?.map(Number) ?? [],
        ),
      );
    expect(new Set(ends.map((numbers) => numbers.at(-1))).size).toBe(1);
    expect(new Set(ends.map((numbers) => numbers[1])).size).toBe(3);
    expect(ends.every((numbers) => (numbers[0] as number) < (numbers.at(-2) as number))).toBe(true);
  });
});

test("with many words the picture keeps the thickest lines, and pointing at a word shows all of its lines", async () => {
  const text = Array.from({ length: 64 }, (_, index) => `w${index}`).join(" ");
  await withAttention(opened, { first: text, second: text }, async (figure, page) => {
    await figure.locator(".plot").focus();
    for (const key of ["ArrowRight", "PageDown", "PageDown"]) await page.keyboard.press(key);
    const lines = await linesOf(figure);
    expect(lines.length).toBe(64);
    const [most] = [...lines].sort((a, b) => b.thickness - a.thickness);
    expect(most?.inked).toBe(true);
  });
});

test("as a matrix the weights are cells", async () => {
  await withAttention(opened, { weights: "matrix" }, async (figure, page) => {
    await figure.locator(".plot").focus();
    for (const key of ["ArrowRight", "PageDown", "PageDown"]) await page.keyboard.press(key);
    await settled(figure);
    expect(await figure.locator("[data-transient] path").count()).toBe(0);
    expect(await readoutOf(figure)).toMatch(/looks at “\u2068John\u2069” with weight/);
    await figure.getByRole("radio", { name: "lines" }).check();
    await settled(figure);
    expect(await figure.getAttribute("weights")).toBe("lines");
    expect(await figure.locator("[data-transient] path").count()).toBe(3);
  });
});
