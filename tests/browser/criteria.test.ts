import type { Locator } from "playwright-core";
import { divergingPalette, load } from "posenc/full";
import { describe, expect, test } from "vitest";
import { testContract } from "./harness/figure-contract.ts";
import { figureForTests, plain, settled, spokenBy } from "./harness/figure-page.ts";
import { pixelsOf } from "./heatmap/heatmap-page.ts";

/** <pe-criteria> alone on a page: verdicts and their numbers, compared with the module and with closed forms. */

const withCriteria = figureForTests("pe-criteria");
const pe = await load();

const WAYS = ["index", "normalised index", "one-hot", "sinusoidal", "untrained table"];
const STATE = { dModel: 512, length: 50 };

interface Verdict {
  readonly holds: boolean;
  readonly reason: string;
}

/** (ways, criteria). */
async function verdictsOf(figure: Locator): Promise<Verdict[][]> {
  const cells = await figure.locator("g[data-criterion]").evaluateAll((nodes) =>
    nodes.map((node) => ({
      holds: node.getAttribute("data-holds") === "true",
      reason: node.textContent ?? "",
    })),
  );
  return WAYS.map((_, way) =>
    cells
      .slice(4 * way, 4 * way + 4)
      .map(({ holds, reason }) => ({ holds, reason: plain(reason).replace(/\s×\s/g, "×") })),
  );
}

const verdict = async (figure: Locator, way: string, criterion: number) => {
  const found = (await verdictsOf(figure))[WAYS.indexOf(way)]?.[criterion - 1];
  if (!found) throw new Error(`there is no verdict on ${way}`);
  return found;
};

describe("why the naive ways fail", () => {
  const fails: readonly (readonly [way: string, criteria: readonly number[]])[] = [
    ["index", [3, 4]],
    ["normalised index", [2]],
    ["one-hot", [4]],
    ["sinusoidal", []],
    ["untrained table", [2, 4]],
  ];
  test.each([50, 20, 200])("over %i positions each fails its own criteria", async (length) => {
    await withCriteria({ dModel: 64, length }, async (figure) => {
      for (const [way, verdicts] of (await verdictsOf(figure)).entries()) {
        const failed = verdicts.flatMap(({ holds }, index) => (holds ? [] : [index + 1]));
        expect([WAYS[way], failed]).toEqual(fails[way]);
      }
    });
  });

  test("the numbers that decide are those of the encodings", async () => {
    await withCriteria(STATE, async (figure) => {
      expect((await verdict(figure, "index", 3)).reason).toBe("0 … 49, mean 24.5");
      expect((await verdict(figure, "index", 4)).reason).toBe("up to 99 at 99");
      const steps = [2 / 49, 2 / 99].map((step) => Number(step.toPrecision(3)));
      expect((await verdict(figure, "normalised index", 2)).reason).toBe(`${steps[0]} or ${steps[1]} apart`);
      expect((await verdict(figure, "one-hot", 1)).reason).toBe(`at least ${Math.SQRT2.toFixed(2)} apart`);
      expect((await verdict(figure, "one-hot", 4)).reason).toBe("row 50 is missing");
      expect((await verdict(figure, "untrained table", 4)).reason).toBe("row 50 is missing");
    });
  });
});

describe("the sinusoidal way", () => {
  test("every position is unique: the smallest distance is 3.71, d = 512", async () => {
    await withCriteria(STATE, async (figure) => {
      expect(await verdict(figure, "sinusoidal", 1)).toEqual({
        holds: true,
        reason: "at least 3.71 apart",
      });
      await figure.getByRole("button", { name: "Values" }).click();
      await figure.locator(".plot").focus();
      for (const key of ["ArrowRight", "ArrowDown", "ArrowDown", "ArrowDown"])
        await figure.page().keyboard.press(key);
      await settled(figure);
      const value = await figure.locator('[part=panel] td[aria-current="true"]').textContent();
      let square = 0; // |P_1 − P_0|² = Σ 2(1 − cos ω)
      for (let i = 0; i < 256; i++) square += 2 - 2 * Math.cos(10_000 ** (-i / 256));
      expect(Number(value)).toBeCloseTo(Math.sqrt(square), 7);
    });
  });

  test("distances of one offset differ by rounding only", async () => {
    await withCriteria(STATE, async (figure) => {
      const { holds, reason } = await verdict(figure, "sinusoidal", 2);
      expect(holds).toBe(true);
      expect(reason).toMatch(/^differ by \d\.\d×10⁻¹[³⁴⁵]$/);
    });
  });

  test("values are bounded, yet the mean is 0.395, 0.267, 0.132 and 0.009", async () => {
    await withCriteria(STATE, async (figure) => {
      expect((await verdict(figure, "sinusoidal", 3)).reason).toBe("-1 … 1, mean 0.395");
      const marks = await figure
        .locator("g[data-length]")
        .evaluateAll((nodes) =>
          nodes.map((node) => [node.getAttribute("data-length"), node.querySelector("text")?.textContent]),
        );
      expect(marks).toEqual([
        ["50", "0.395"],
        ["512", "0.267"],
        ["5000", "0.132"],
        ["45000", "0.009"],
      ]);
      expect(plain((await figure.locator(".readout").textContent()) ?? "")).toContain("its mean is 0.395");
      for (const length of [50, 512]) {
        const table = pe.sinusoidal({ length, dModel: 512 });
        const mean = table.reduce((sum, value) => sum + value, 0) / table.length;
        expect(marks.find(([at]) => at === String(length))?.[1]).toBe(mean.toFixed(3));
      }
    });
  });

  test("it continues beyond any length, within the same range of values", async () => {
    await withCriteria({ ...STATE, length: 256 }, async (figure) => {
      expect(await verdict(figure, "sinusoidal", 4)).toEqual({ holds: true, reason: "up to 1 at 511" });
    });
  });
});

test("every verdict and every mean can be reached with the keyboard only", async () => {
  await withCriteria(STATE, async (figure, page) => {
    await figure.locator(".plot").focus();
    await page.keyboard.press("ArrowRight");
    expect(await spokenBy(figure)).toContain("index, unique: yes, at least 1 apart.");
    for (const key of ["End", "ArrowDown", "ArrowDown"]) await page.keyboard.press(key);
    expect(await spokenBy(figure)).toContain("one-hot, goes on: no, row 50 is missing.");
    for (const key of ["PageDown", "ArrowLeft"]) await page.keyboard.press(key);
    expect(await spokenBy(figure)).toContain("over 5000 positions of 512 dimensions: 0.132");
  });
});

test("the pictures show the tables: a diagonal for one-hot", async () => {
  const palette = divergingPalette();
  const colour = (share: number) => String(palette.slice(4 * share, 4 * share + 3));
  await withCriteria(STATE, async (figure) => {
    const { width, rgba } = await pixelsOf(figure);
    const seen = new Set<string>();
    for (let at = 0; at < rgba.length; at += 4)
      if (rgba[at + 3] === 255) seen.add(String([...rgba.subarray(at, at + 3)]));
    expect(width).toBeGreaterThan(200);
    for (const value of [0, 255]) expect(seen).toContain(colour(value)); // −1 and 1
    expect(seen).toContain(colour(128)); // 0 of one-hot
  });
});

testContract(withCriteria, {
  states: [
    { dModel: 16, length: 12 },
    { dModel: 8, length: 30, base: 100, layout: "halves" },
  ],
  bad: ["length", "1", /length must be a whole number from 2 to 256; got 1/],
  tolerance: 1e-6, // tables of float32 entries here, of float64 in NumPy: distances of a few units
});
