import type { Locator } from "playwright-core";
import { describe, expect, test } from "vitest";
import { testContract } from "./harness/figure-contract.ts";
import { figureForTests, plain, settled, spokenBy, type WithFigure } from "./harness/figure-page.ts";

/**
 * <pe-causal-leak> alone on a page: errors of positions that are read from outputs, compared with a guess. The NumPy code
 * that the figure exports repeats the whole experiment.
 */

const withPage = figureForTests("pe-causal-leak");

/** Waits until the experiment is done, too. */
const withLeak: WithFigure = (state, use, options) =>
  withPage(
    state,
    async (figure, page) => {
      await finished(figure);
      return use(figure, page);
    },
    options,
  );

const finished = (figure: Locator): Promise<void> => figure.locator('.plot[aria-busy="false"]').waitFor();

/** What is read out at the cursor after keys. */
async function after(figure: Locator, ...keys: string[]): Promise<string> {
  await figure.locator(".plot").focus();
  for (const key of keys) await figure.page().keyboard.press(key);
  return spokenBy(figure);
}

/** Errors by depth of the mask that is shown, in full, from the first column of what is read out. */
async function errorsOf(figure: Locator): Promise<{ shown: number[]; other: number[] }> {
  const shown: number[] = [];
  const other: number[] = [];
  await after(figure, "Home", "PageUp");
  for (let depth = 0; depth <= 3; depth++) {
    const text = depth === 0 ? await after(figure, "Home") : await after(figure, "ArrowDown");
    expect(text).toMatch(
      depth === 1 ? /^1 layer,/ : depth === 0 ? /^no layer,/ : new RegExp(`^${depth} layers,`),
    );
    const [, error, others] = /error ([\d.]+) positions \((?:no mask|causal mask) ([\d.]+)/.exec(text) ?? [];
    shown.push(Number(error));
    other.push(Number(others));
  }
  return { shown, other };
}

/** Positions 1 … n guessed by their mean: √((n² − 1) / 12). */
const guess = (length: number): number => Math.sqrt(((length - 1) ** 2 - 1) / 12);

/** Errors of a fit of 33 numbers to thousands of rows that say nothing: a guess, to a few percent. */
const isGuess = (error: number, length: number) => Math.abs(error / guess(length) - 1) < 0.06;

const sentenceOf = async (figure: Locator) => {
  await settled(figure);
  return plain((await figure.locator(".verdict").textContent()) ?? "");
};

describe("without any encoding", () => {
  test.each([1, 2])("a causal mask reveals positions, more with each layer: seed %i", async (seed) => {
    await withLeak({ seed }, async (figure) => {
      const { shown, other } = await errorsOf(figure);
      expect(isGuess(shown[0] as number, 64)).toBe(true); // the tokens themselves say nothing
      for (const depth of [1, 2, 3]) expect(shown[depth]).toBeLessThan(0.93 * (shown[depth - 1] as number));
      expect(shown[3]).toBeLessThan(0.65 * guess(64));
      for (const error of other) expect(isGuess(error, 64)).toBe(true); // no mask: no depth helps
      const drawn = await figure.locator("text.error").allTextContents();
      expect(drawn).toEqual(shown.map((error) => error.toFixed(1)));
      const number = await figure.locator("data").evaluate((node) => (node as HTMLDataElement).value);
      expect(Number(number)).toBeCloseTo(shown[3] as number, 3);
      expect(await sentenceOf(figure)).toContain(other.map((error) => error.toFixed(1)).join(", "));
      expect(await sentenceOf(figure)).toContain("equivariant, and treats all places alike");
    });
  });

  test("without a mask no token differs from the others: first and last positions are guessed as badly as all others", async () => {
    await withLeak({ causal: "false", length: 32 }, async (figure) => {
      const { shown } = await errorsOf(figure);
      for (const error of shown) expect(isGuess(error, 32)).toBe(true);
      for (const key of ["ArrowRight", "End"]) {
        const read = Number(/is read as ([-\d.]+)/.exec(await after(figure, key))?.[1]);
        // The mean of positions 1 … 31 is 16; 32 sequences leave an uncertainty of about 0.1 in it.
        expect(Math.abs(read - 16)).toBeLessThan(2);
      }
    });
  });

  test("the position shows in the first token's share of the weight, 1/(t + 1)", async () => {
    await withLeak({}, async (figure) => {
      const [, ...numbers] =
        /gets ([\d.]+), ([\d.]+), ([\d.]+) of the weight at t = 1, 7, 63/.exec(await sentenceOf(figure)) ??
        [];
      for (const [index, t] of [1, 7, 63].entries()) {
        // weights of random queries and keys lie around it
        expect(Math.abs(Number(numbers[index]) * (t + 1) - 1)).toBeLessThan(0.2);
      }
    });
  });

  test("if the first token is as random as the others, only the size of outputs depends on the position, as 1/√(t + 1)", async () => {
    await withLeak({ first: "random" }, async (figure) => {
      const { shown } = await errorsOf(figure);
      // Outputs of the first few positions are long and rule the fit: what it makes of the others may be worse than a guess.
      for (const error of shown) expect(error).toBeGreaterThan(0.97 * guess(64));
      const [, ...numbers] =
        /shorter, ([\d.]+), ([\d.]+), ([\d.]+) of the first at t = 1, 7, 63/.exec(await sentenceOf(figure)) ??
        [];
      for (const [index, t] of [1, 7, 63].entries()) {
        expect(Math.abs(Number(numbers[index]) * Math.sqrt(t + 1) - 1)).toBeLessThan(0.2);
      }
    });
  });
});

test("the mean of the guesses is drawn at its place on the axes", async () => {
  await withLeak({}, async (figure) => {
    const levels = await figure.locator("path[data-level]").evaluateAll((nodes) =>
      nodes.map((node) => ({
        level: Number(node.getAttribute("data-level")),
        y: Number(/ ([\d.]+)H/.exec(node.getAttribute("d") ?? "")?.[1]),
      })),
    );
    const [zero, twenty] = [0, 20].map(
      (level) => levels.find((line) => line.level === level)?.y ?? Number.NaN,
    );
    const points =
      (await figure.locator('path.mean[data-depth="3"]').getAttribute("d"))?.slice(1).split("L") ?? [];
    expect(points).toHaveLength(63);
    const read = Number(/is read as ([-\d.]+)/.exec(await after(figure, "Home", "PageDown", "End"))?.[1]);
    const y = Number(points.at(-1)?.split(" ")[1]);
    const drawn = (20 * (y - (zero as number))) / ((twenty as number) - (zero as number));
    expect(Math.abs(drawn - read)).toBeLessThan(0.05); // a hundredth of a pixel is about 0.002 positions; levels are exact
  });
});

test("equal seeds give equal numbers, and different seeds different ones", async () => {
  await withLeak({ length: 16 }, async (figure) => {
    const value = () => figure.locator("data").evaluate((node) => (node as HTMLDataElement).value);
    const [first] = [await value()];
    await figure.evaluate((node) => node.setAttribute("seed", "7"));
    await expect.poll(value).not.toBe(first);
    await figure.evaluate((node) => node.removeAttribute("seed"));
    await expect.poll(value).toBe(first);
  });
});

test("the experiment does not block the page: other messages arrive while it runs", async () => {
  await withLeak({}, async (figure) => {
    const messages = await figure.evaluate(async (node) => {
      const element = node as HTMLElement & { seed: number; updateComplete: Promise<boolean> };
      element.seed = 3;
      await element.updateComplete;
      const { port1, port2 } = new MessageChannel();
      let count = 0;
      await new Promise<void>((done) => {
        port1.onmessage = () => {
          count++;
          if (element.shadowRoot?.querySelector('.plot[aria-busy="true"]')) port2.postMessage(0);
          else done();
        };
        port2.postMessage(0);
      });
      return count;
    });
    expect(messages).toBeGreaterThan(10);
  });
});

testContract(withLeak, {
  states: [
    { length: 24, depth: 2 },
    { length: 16, causal: "false" },
    { length: 16, first: "random", seed: 5, depth: 1 },
  ],
  bad: ["depth", "4", /depth must be a whole number from 0 to 3/],
  // float32 outputs, off by 1e-7 of themselves, in a fit whose least direction is some thousand times its greatest
  tolerance: 2e-3,
});
