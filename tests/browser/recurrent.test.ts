import type { Locator } from "playwright-core";
import { expect, test } from "vitest";
import { attention, entry, LAYER, leastDifference } from "./attention/attention-oracle.ts";
import { CLOSE, JOHN, numbersOf, SISTER } from "./attention/attention-page.ts";
import { testContract } from "./harness/figure-contract.ts";
import { figureForTests, rowsOf, settled, spokenBy } from "./harness/figure-page.ts";

/** <pe-recurrent>: the cell in float64 by the stated rule, and attention by the order lab's oracle. */

const withFigure = figureForTests("pe-recurrent");

const D = 16;
const ATTENTION = { ...LAYER, dModel: D, heads: 1 };

testContract(withFigure, {
  states: [
    {},
    { cell: "relu", positions: "", "d-model": 8, seed: 4, step: 7 },
    { first: "John likes Jane", second: "Jane sleeps" },
  ],
  bad: ["d-model", "7", /d-model must be an even number from 2 to 256; got 7/],
  // States are float32 of size up to 1 (tanh) or some tens (ReLU), each made from the rounded one before.
  tolerance: 2e-5,
});

/** h(1) … h(N), straight from the formula. */
function statesOf(words: readonly string[], r: (x: number) => number, seed = 1): number[][] {
  const deviation = Math.sqrt(3 / D);
  const range = [...Array(D).keys()];
  const weight = (name: string, i: number) => entry(`${seed}/recurrent/${name}`, i) * deviation;
  const states: number[][] = [];
  for (const word of words) {
    const x = range.map((i) => entry(`${seed}/word/${word}`, i) * deviation * Math.sqrt(D));
    const h = states.at(-1) ?? range.map(() => 0);
    states.push(
      range.map((j) => {
        const fromWord = range.reduce((sum, i) => sum + (x[i] as number) * weight("input", i * D + j), 0);
        const fromState = range.reduce((sum, i) => sum + (h[i] as number) * weight("state", i * D + j), 0);
        return r(fromWord + fromState + weight("bias", j));
      }),
    );
  }
  return states;
}

const finalDifference = (pair: readonly [string, string], r: (x: number) => number): number => {
  const [a = [], b = []] = pair.map((text) => statesOf(text.split(" "), r).at(-1) as number[]);
  return Math.max(...a.map((value, i) => Math.abs(value - (b[i] as number))));
};

const ReLU = (x: number) => Math.max(x, 0);

test("the cell ends in other states for the same words in another order, by the formula; attention does not", async () => {
  await withFigure({}, async (figure) => {
    for (const pair of [SISTER, JOHN]) {
      await figure.getByRole("button", { name: pair[0] }).click();
      const [states, outputs] = await numbersOf(figure);
      expect(Math.abs(states - finalDifference(pair, Math.tanh))).toBeLessThan(5e-6);
      expect(states).toBeGreaterThan(0.1);
      expect(outputs).toBeLessThanOrEqual(CLOSE);
    }
    await figure.getByRole("radio", { name: "ReLU" }).check();
    const [states] = await numbersOf(figure);
    expect(Math.abs(states - finalDifference(JOHN, ReLU))).toBeLessThan(2e-5);
    expect(await figure.locator("svg.drawing").textContent()).toContain(
      "h(t) = relu(W x(t) + U h(t − 1) + b)",
    );
  });
});

test("with positions added, x(t) = √d · word + P(t), attention knows the order as well", async () => {
  await withFigure({ first: JOHN[0], second: JOHN[1] }, async (figure) => {
    await figure.getByRole("checkbox", { name: "attention with positions" }).check();
    const [, outputs] = await numbersOf(figure);
    const [a, b] = JOHN.map((text) => attention(text.split(" "), ATTENTION, true).outputs);
    expect(Math.abs(outputs - leastDifference(a ?? [], b ?? []))).toBeLessThan(CLOSE);
    expect(outputs).toBeGreaterThan(0.01);
    expect(await figure.locator("svg.drawing").textContent()).toContain("x(t) = √d · word + P(t)");
  });
});

test("the same sentence twice ends in exactly the same state", async () => {
  await withFigure({ first: JOHN[0], second: JOHN[0] }, async (figure) => {
    expect(await numbersOf(figure)).toEqual([0, 0]);
  });
});

/** Whether the middle of each row of a strip is painted; strips in order: states of both sentences, then outputs. */
const paintedRows = (figure: Locator, strip: number): Promise<boolean[]> =>
  figure.locator("svg.drawing").evaluate((svg, index) => {
    const canvas = (svg.getRootNode() as ShadowRoot).querySelector("canvas") as HTMLCanvasElement;
    const copy = Object.assign(document.createElement("canvas"), {
      width: canvas.width,
      height: canvas.height,
    });
    const context = copy.getContext("2d", { willReadFrequently: true }) as CanvasRenderingContext2D;
    context.drawImage(canvas, 0, 0);
    const box = svg.querySelectorAll("rect[stroke-opacity]")[index] as SVGRectElement;
    const [x, y, height] = ["x", "y", "height"].map((name) => Number(box.getAttribute(name))) as [
      number,
      number,
      number,
    ];
    return [0, 1, 2, 3, 4, 5, 6].map((row) => {
      const at = (y + ((row + 0.5) * height) / 7) * devicePixelRatio;
      return (
        context.getImageData(Math.round((x + 3) * devicePixelRatio), Math.round(at), 1, 1).data[3] === 255
      );
    });
  }, strip);

test("each step gives the cell one more state, while attention needs one step in all", async () => {
  await withFigure({ step: 0 }, async (figure) => {
    for (let step = 0; step <= 7; step++) {
      await settled(figure);
      const done = [0, 1, 2, 3, 4, 5, 6].map((row) => row < step);
      for (const strip of [0, 1]) expect(await paintedRows(figure, strip)).toEqual(done);
      for (const strip of [2, 3]) expect(await paintedRows(figure, strip)).toEqual(Array(7).fill(step > 0));
      const drawing = await figure.locator("svg.drawing").textContent();
      expect(drawing).toContain(`step ${step} of 7`);
      expect(drawing).toContain(`step ${Math.min(step, 1)} of 1`);
      if (step < 7) await figure.getByRole("button", { name: "Next step" }).click();
    }
    expect(await figure.getByRole("button", { name: "Next step" }).isDisabled()).toBe(true);
    expect(await figure.getAttribute("step")).toBe("7");
  });
});

test("4, 512 and 1024 words take as many steps of the cell, and one of attention", async () => {
  await withFigure({}, async (figure) => {
    const table = figure.getByRole("table", { name: "Sequential steps" });
    const rows = await rowsOf(table);
    expect(rows).toEqual([4, 512, 1024].map((words) => [words, words, 1, words ** 2].map(String)));
  });
});

test("keys step forwards and back, and every state is spoken", async () => {
  await withFigure({ step: 2 }, async (figure, page) => {
    const range = figure.getByRole("slider", { name: "step" });
    await range.focus();
    await page.keyboard.press("ArrowRight");
    expect(await spokenBy(figure)).toMatch(/^After step 3 with “\u2068wants\u2069” the cell needs 4 more/);
    await page.keyboard.press("ArrowLeft");
    expect(await spokenBy(figure)).toMatch(/^After step 2/);
    await figure.locator(".plot").focus();
    await page.keyboard.press("ArrowDown");
    const states = statesOf(SISTER[0].split(" "), Math.tanh);
    for (const row of [0, 1, 2]) {
      const said = await spokenBy(figure);
      if (row === 2) expect(said).toContain("computed in step 3");
      else {
        expect(said).toContain(
          `h(${row + 1}) after “\u2068${SISTER[0].split(" ")[row]}\u2069”, first sentence`,
        );
        expect(Math.abs(Number(/: (\S+)$/.exec(said)?.[1]) - (states[row]?.[0] as number))).toBeLessThan(
          1e-6,
        );
      }
      await page.keyboard.press("ArrowDown");
    }
  });
});
