import type { Locator } from "playwright-core";
import { load } from "posenc/full";
import { describe, expect, test } from "vitest";
import { testContract } from "./harness/figure-contract.ts";
import { figureForTests, plain, settled, spokenBy } from "./harness/figure-page.ts";
import { npyMatrix, saved } from "./harness/shared-numbers.ts";

/** <pe-shift-head> alone on a page: the weights that it gives away and the words that it says, against closed forms. */

const withHead = figureForTests("pe-shift-head");
const pe = await load();

const SISTER = "my sister wants to eat a chicken because my sister";

/** Channels and learned rows of the figure's heads. */
const D = 16;
const TRAINED = 16;

const numberOf = async (figure: Locator): Promise<number> => {
  await settled(figure);
  return Number(await figure.locator("data").evaluate((node) => (node as HTMLDataElement).value));
};

const sentenceOf = async (figure: Locator): Promise<string> => {
  await settled(figure);
  return plain((await figure.locator(".verdict").textContent()) ?? "");
};

async function weightsOf(figure: Locator): Promise<readonly number[]> {
  await figure.getByRole("button", { name: "Share" }).click();
  return npyMatrix(await saved(figure, ".npy")).values;
}

/** softmax of Σ cos ω (t − k − s) / temperature over s ≤ t: what a head of sines and cosines must give. */
function closedForm(n: number, k: number, temperature: number): number[][] {
  return Array.from({ length: n }, (_, t) => {
    const powers = Array.from({ length: t + 1 }, (__, s) => {
      let score = 0;
      for (let i = 0; i < D / 2; i++) score += Math.cos((t - k - s) * 10_000 ** ((-2 * i) / D));
      return Math.exp((score - D / 2) / temperature);
    });
    const sum = powers.reduce((a, b) => a + b, 0);
    return Array.from({ length: n }, (__, s) => (powers[s] ?? 0) / sum);
  });
}

const meanHit = (weights: number[][], k: number): number =>
  weights.slice(k).reduce((sum, row, index) => sum + (row[index] as number), 0) / (weights.length - k);

/** Scores of up to D/2 = 8 in float32, divided by the temperature 0.05: 8 · 2^-23 / 0.05 of a weight, and as much for q and k. */
const CLOSE = 5e-5;

describe("a head built from the shift matrix", () => {
  test.each([
    ["sinusoidal", 1, 0],
    ["sinusoidal", 3, 1000],
    ["sinusoidal", 2, 1_000_000],
    ["rope", 1, 0],
    ["rope", 4, 1_000_000],
  ])("with %s looks %i back, wherever the text stands: %i", async (encoding, offset, start) => {
    await withHead({ encoding, offset, start }, async (figure) => {
      const expected = closedForm(10, offset, 0.05);
      const share = await numberOf(figure);
      expect(Math.abs(share - meanHit(expected, offset))).toBeLessThan(CLOSE);
      expect(share).toBeGreaterThan(0.99);
      const words = 10 - offset;
      expect(await sentenceOf(figure)).toContain(`the largest weight for ${words} of ${words} words`);
      const weights = await weightsOf(figure);
      for (const [index, weight] of expected.flat().entries()) {
        expect(Math.abs((weights[index] as number) - weight)).toBeLessThan(CLOSE);
      }
    });
  });

  test("spreads at a high temperature like the closed form", async () => {
    await withHead({ temperature: 10, offset: 2 }, async (figure) => {
      expect(Math.abs((await numberOf(figure)) - meanHit(closedForm(10, 2, 10), 2))).toBeLessThan(CLOSE);
    });
  });

  test("states the residual of least squares: rounding with cosines", async () => {
    await withHead({}, async (figure) => {
      const [, digits, power] =
        /misses by ([\d.]+) × 10⁻([⁰¹²³⁴⁵⁶⁷⁸⁹]+)/.exec(await sentenceOf(figure)) ?? [];
      expect(Number(digits)).toBeGreaterThan(0);
      const exponent = Array.from(power ?? "", (digit) => "⁰¹²³⁴⁵⁶⁷⁸⁹".indexOf(digit)).join("");
      expect(Number(exponent)).toBeGreaterThanOrEqual(14);
    });
  });
});

test.each([1, 2, 3, 5])("sines only: no matrix moves them %i on, and the head misses", async (k) => {
  await withHead({ encoding: "sine", offset: k }, async (figure) => {
    const { residual } = pe.fitShift({ method: "sine", dModel: D }, { k, length: 4096 });
    const said = Number(/misses by (0\.\d+)/.exec(await sentenceOf(figure))?.[1]);
    expect(Math.abs(said - residual)).toBeLessThan(0.0005);
    expect(said).toBeGreaterThan(0.27);
    expect(said).toBeLessThan(0.61);
    expect(await numberOf(figure)).toBeLessThan(0.5);
    const right = Number(/the largest weight for (\d+) of/.exec(await sentenceOf(figure))?.[1]);
    expect(right).toBeLessThan((10 - k) / 2);
  });
});

test.each([1000, 1_000_000])("with sines only the head also misses at position %i", async (start) => {
  await withHead({ encoding: "sine", start }, async (figure) => {
    expect(await numberOf(figure)).toBeLessThan(0.5);
  });
});

test("ALiBi can only prefer near words: even its best slope never gives an earlier word the largest weight", async () => {
  await withHead({ encoding: "alibi", offset: 2, temperature: 0.1 }, async (figure) => {
    const shares = Array.from({ length: 8 }, (_, head) => {
      const slope = 2 ** -(head + 1) / 0.1;
      let sum = 0;
      for (let t = 2; t < 10; t++) {
        const powers = Array.from({ length: t + 1 }, (__, s) => Math.exp(-slope * (t - s)));
        sum += (powers[t - 2] as number) / powers.reduce((a, b) => a + b, 0);
      }
      return sum / 8;
    });
    expect(Math.abs((await numberOf(figure)) - Math.max(...shares))).toBeLessThan(1e-6);
    const sentence = await sentenceOf(figure);
    expect(sentence).toContain("the largest weight for 0 of 8 words");
    expect(sentence).toContain(`1/${2 ** (shares.indexOf(Math.max(...shares)) + 1)}`);
    expect(sentence).toContain(`${((100 * 4) / 27).toFixed(1)} %`); // k^k / (k + 1)^(k + 1)
  });
});

test("a learned table has rows within its length only", async () => {
  await withHead({ encoding: "learned", start: 0 }, async (figure) => {
    expect(await numberOf(figure)).toBeGreaterThan(0.999);
    await figure.evaluate((node) => node.setAttribute("start", "10"));
    expect(await numberOf(figure)).toBeGreaterThan(0.999 * ((TRAINED - 10 - 1) / 9));
    expect(await numberOf(figure)).toBeLessThanOrEqual((TRAINED - 10 - 1) / 9);
    expect(await sentenceOf(figure)).toContain(`4 of these words have no row`);
    await figure.evaluate((node) => node.setAttribute("start", "16"));
    expect(await numberOf(figure)).toBe(0);
    expect((await weightsOf(figure)).every((weight) => weight === 0)).toBe(true);
  });
});

describe("two layers built from it", () => {
  test("continue with the word that followed before", async () => {
    await withHead({ head: "induction" }, async (figure) => {
      expect(await figure.locator("data").textContent()).toBe("“\u2068wants\u2069”");
      expect(await numberOf(figure)).toBeGreaterThan(0.99);
      expect(await figure.locator("svg .foot").textContent()).toBe("next: wants");
      const weights = await weightsOf(figure); // (11, 22): ⟨begin⟩ and ten words, for each layer
      expect(weights).toHaveLength(11 * 22);
      expect(weights[10 * 22 + 9]).toBeGreaterThan(0.99); // layer 1: the last word looks at the one before
      expect(weights[10 * 22 + 11 + 3]).toBeGreaterThan(0.99); // layer 2: at “wants”, after the earlier “sister”
    });
  });

  test("follow the reader's text, and say if there is nothing to continue with", async () => {
    await withHead({ head: "induction" }, async (figure) => {
      const field = figure.getByRole("textbox", { name: "your text" });
      await field.fill("one two three two");
      await expect.poll(() => figure.locator("data").textContent()).toContain("three");
      await field.fill("one two three four");
      await expect.poll(() => figure.locator("data").textContent()).toBe("–");
      expect(await sentenceOf(figure)).toContain("end the text with a word that appeared before");
    });
  });

  test("fail where the first layer does", async () => {
    await withHead({ head: "induction", encoding: "sine", start: 1000 }, async (figure) => {
      expect(await figure.locator("data").textContent()).not.toContain("wants");
    });
  });
});

test("every weight can be reached with the keyboard only, and the live region says word, place and weight", async () => {
  await withHead({}, async (figure, page) => {
    await figure.locator(".plot").focus();
    await page.keyboard.press("ArrowDown");
    expect(await spokenBy(figure)).toContain("(word 1) gives weight 1 to");
    await page.keyboard.press("ArrowDown");
    expect(await spokenBy(figure)).toMatch(
      /sister.*\(word 2\) gives weight 0\.99\d+ to .*my.* \(word 1, 1 back\)/,
    );
    for (const key of ["PageDown", "End"]) await page.keyboard.press(key);
    expect(await spokenBy(figure)).toMatch(/\(word 10\) gives weight [\d.e-]+ to .* \(word 10, itself\)/);
  });
});

test("a pointer reads the cell under it, and frames mark the right words", async () => {
  await withHead({ offset: 3 }, async (figure, page) => {
    await settled(figure);
    const matrix = await figure.locator(".cells rect").boundingBox();
    if (!matrix) throw new Error("the matrix is not drawn");
    const cell = { width: matrix.width / 10, height: matrix.height / 10 };
    await page.mouse.move(matrix.x + 4.5 * cell.width, matrix.y + 7.5 * cell.height);
    await settled(figure);
    expect(await figure.locator(".readout").textContent()).toContain("(word 5, 3 back)");
    const frames = (await figure.locator(".meant").getAttribute("d"))?.match(/M[\d.]+ [\d.]+/g) ?? [];
    expect(frames).toHaveLength(7);
  });
});

testContract(withHead, {
  states: [
    { text: SISTER, offset: 2 },
    { text: SISTER, encoding: "rope", start: 12, temperature: 0.5 },
    { text: "a b a", encoding: "alibi", head: "induction" },
    { text: SISTER, encoding: "learned", start: 9 },
    { text: SISTER, encoding: "sine", offset: 2 },
    { text: SISTER, encoding: "learned", offset: 3, head: "induction" },
  ],
  bad: ["offset", "1.5", /offset must be a whole number from 0 to 63/],
  tolerance: 1e-4, // float32 scores of up to 8, divided by a temperature of 0.05
});

test("far into a text no slope of ALiBi gives the previous word more than a quarter, whatever the mean", async () => {
  const text = "my sister wants to eat a chicken and my brother wants to eat two of them before the guests";
  await withHead({ encoding: "alibi", text }, async (figure) => {
    const { columns, values } = await figure.evaluate((node) => {
      const { columns, values } = (
        node as unknown as { array(): { columns: string[]; values: ArrayLike<number> } }
      ).array();
      return { columns: columns.length, values: Array.from(values) };
    });
    const back = Array.from({ length: columns - 1 }, (_, row) => values[(row + 1) * columns + row] as number);
    expect(back.at(-1)).toBeLessThanOrEqual(0.25);
    expect(back[0]).toBeGreaterThan(0.25);
    const mean = back.reduce((sum, weight) => sum + weight, 0) / back.length;
    const said = plain(await figure.locator(".frame").innerText());
    expect(said).toContain(`${(100 * mean).toFixed(1)} %`);
    expect(said).toContain("no slope gives this word more than 25.0 %");
    expect(said).toContain("lift the mean");
  });
});
