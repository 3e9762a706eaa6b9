import { readFileSync } from "node:fs";
import type { Locator } from "playwright-core";
import { describe, expect, test } from "vitest";
import { testContract } from "../harness/figure-contract.ts";
import {
  figureForTests,
  plain,
  rowsOf,
  settled,
  spokenBy,
  WARNING,
  type WithFigure,
} from "../harness/figure-page.ts";
import { quantityAcross } from "../harness/log-axis.ts";

/** <pe-repeat> alone on a page: what it finds and draws, compared with all distances by the formula. */

const withSearch = figureForTests("pe-repeat");
const { repeats } = JSON.parse(
  readFileSync(new URL("../../fixtures/properties.json", import.meta.url), "utf8"),
);

const share = (figure: Locator) => figure.evaluate((node) => (node as unknown as { share: number }).share);

/** Opens the figure and waits for the end of its search. */
const withRepeat: WithFigure = (state, use, options) =>
  withSearch(
    state,
    async (figure, page) => {
      await figure.getByRole("button", { name: "Done" }).waitFor();
      await settled(figure);
      return use(figure, page);
    },
    options,
  );

const readout = async (figure: Locator) => plain((await figure.locator(".readout").textContent()) ?? "");

/** A distance as it is written: five digits, or two and a power of ten. */
function written(distance: number): string {
  if (distance >= 0.01) return String(Number(distance.toPrecision(5)));
  const [digits, power] = distance.toExponential(1).split("e-");
  const exponent = [...(power ?? "")].map((digit) => "⁰¹²³⁴⁵⁶⁷⁸⁹"[Number(digit)]).join("");
  return `${digits} × 10⁻${exponent}`;
}

/** |P(t + k) − P(t)| by the formula. */
function distance(k: number, dModel: number, base: number): number {
  let sum = 0;
  for (let i = 0; i < dModel / 2; i++) sum += Math.sin((k * base ** ((-2 * i) / dModel)) / 2) ** 2;
  return 2 * Math.sqrt(sum);
}

describe("what it finds", () => {
  type Row = [dModel: number, from: number, to: number, offset: number, distance: string];
  test.each(repeats.widthFirstLastAtDistance as Row[])(
    "d = %i, offsets %i to %i: %i comes nearest, at %s",
    async (dModel, from, to, offset, digits) => {
      await withRepeat({ dModel, from, to }, async (figure) => {
        const best = `Of the offsets ${from} to ${to}, ${offset} comes nearest to a repeat, at distance ${written(Number(digits))}.`;
        expect(await readout(figure)).toContain(best);
        expect(await spokenBy(figure)).toBe(best);
        const label = figure.locator("svg.drawing text", { hasText: /^k = / });
        expect(plain((await label.textContent()) ?? "")).toBe(`k = ${offset}: ${written(Number(digits))}`);
      });
    },
  );

  test("the width can be 2, 4, 8, 128 or 512", async () => {
    await withRepeat({ dModel: 2, to: 1000 }, async (figure) => {
      for (const width of ["4", "8", "128", "512", "2"]) {
        await figure.getByRole("radio", { name: width, exact: true }).check();
        expect(await figure.evaluate((node) => (node as unknown as { dModel: number }).dModel)).toBe(
          Number(width),
        );
        await expect.poll(() => share(figure)).toBe(1);
      }
      await expect.poll(() => readout(figure)).toContain("710 comes nearest"); // the share is of the search before, at first
    });
  });
});

describe("why it is never 0", () => {
  test.each([
    [2, 10_000, "Between integers, the encoding repeats after every 6.283185."],
    [4, 10_000, "repeats after every 2π · 100 = 628.318531, the longest period: each period is 100 times"],
    [8, 10_000, "repeats after every 2π · 10³ = 6283.18531, the longest period: each period is 10 times"],
    [16, 256, "repeats after every 2π · 2⁷ = 804.247719, the longest period: each period is 2 times"],
    [
      16,
      10_000,
      "No fraction repeats either: each period is 3.16228 times the previous one, an irrational ratio",
    ],
    [
      512,
      10_000,
      "No fraction repeats either: each period is 1.03663 times the previous one, an irrational ratio",
    ],
  ])("d = %i, base %i", async (dModel, base, reason) => {
    await withRepeat({ dModel, base, to: 200 }, async (figure) => {
      const text = await readout(figure);
      expect(text).toContain(
        "It is never 0: pair 0 repeats only after multiples of 2π, and 2π is irrational",
      );
      expect(text).toContain(reason);
    });
  });
});

describe("the picture", () => {
  test("shows the nearest offset of every stretch, and joins those that are nearer than all before", async () => {
    const [dModel, base, to] = [6, 300, 2000];
    await withRepeat({ dModel, base, to }, async (figure) => {
      const all = Array.from({ length: to }, (_, index) => distance(index + 1, dModel, base));
      const y = await figure
        .locator("path[data-level]")
        .evaluateAll((nodes) =>
          nodes.map((node) => [
            Number(node.getAttribute("data-level")),
            Number(node.getAttribute("d")?.match(/ ([\d.]+)H/)?.[1]),
          ]),
        );
      const offset = await quantityAcross(figure);
      const [[low = 0, bottom = 0] = [], [high = 0, top = 0] = []] = [y[0], y.at(-1)];
      const pointsOf = async (kind: string) => {
        const places = await figure
          .locator(`circle.${kind}`)
          .evaluateAll((nodes) =>
            nodes.map((node) => ["cx", "cy"].map((name) => Number(node.getAttribute(name)))),
          );
        return places.map(([cx = 0, cy = 0]) => ({
          offset: Math.round(offset(cx)),
          distance: low * (high / low) ** ((bottom - cy) / (bottom - top)),
        }));
      };
      const [records, others] = [await pointsOf("record"), await pointsOf("other")];
      expect(records.length + others.length).toBeGreaterThan(20);
      // Places are written to 0.01 pixels, and a decade has 50 or more.
      for (const point of [...records, ...others])
        expect(point.distance / (all[point.offset - 1] as number)).toBeCloseTo(1, 2);
      for (const { offset } of records) expect(Math.min(...all.slice(0, offset))).toBe(all[offset - 1]);
      for (const { offset } of others)
        expect(Math.min(...all.slice(0, offset))).toBeLessThan(all[offset - 1] as number);
    });
  });

  test("every stretch can be reached with the keyboard only, and the table of values follows", async () => {
    await withRepeat({ dModel: 8, to: 100 }, async (figure, page) => {
      await figure.getByRole("button", { name: "Values" }).click();
      await figure.locator(".plot").focus();
      await page.keyboard.press("Home");
      for (const key of ["Home", "PageDown", "ArrowLeft", "End"]) await page.keyboard.press(key);
      const spoken = await spokenBy(figure);
      const [, from, to, offset] = /^offsets (\d+) to (\d+): nearest at (\d+), /.exec(spoken) ?? [];
      expect(to).toBe("100");
      const ks = Array.from({ length: 101 - Number(from) }, (_, index) => Number(from) + index);
      const nearest = ks.reduce((best, k) => (distance(k, 8, 10_000) < distance(best, 8, 10_000) ? k : best));
      expect(Number(offset)).toBe(nearest);
      const cell = figure.locator('[part=panel] td[aria-current="true"]');
      expect(Number(await cell.textContent())).toBeCloseTo(distance(nearest, 8, 10_000), 8);
      expect((await rowsOf(figure.locator("[part=panel] table"))).at(-1)?.slice(1, 4)).toEqual([
        from,
        to,
        offset,
      ]);
      expect(await figure.locator(".cursor > *").count()).toBe(1);
    });
  });
});

describe("the search", () => {
  const long = { dModel: 512, to: 10 ** 12 };

  test("can be stopped and continued, and starts again for another encoding", async () => {
    await withSearch(long, async (figure) => {
      const progress = () =>
        figure.getByRole("progressbar").evaluate((node) => (node as HTMLProgressElement).value);
      await expect.poll(() => share(figure)).toBeGreaterThan(0);
      await figure.getByRole("button", { name: "Stop" }).click();
      await settled(figure);
      const rest = await share(figure);
      expect(await progress()).toBe(rest);
      await figure.page().waitForTimeout(500);
      expect(await share(figure)).toBe(rest);
      await figure.getByRole("button", { name: "Resume" }).click();
      await expect.poll(() => share(figure)).toBeGreaterThan(rest);
      await figure.evaluate((node) => Object.assign(node, { dModel: 2, to: 30 }));
      await expect.poll(() => readout(figure)).toContain("Of the offsets 1 to 30, 25 comes nearest");
    });
  });

  test("pauses while the figure is out of sight", async () => {
    await withSearch(long, async (figure, page) => {
      await figure.evaluate((node) => {
        (node as HTMLElement).style.marginBlockStart = "500vh";
      });
      await page.waitForTimeout(1500); // a part of the search that has begun is finished
      const rest = await share(figure);
      await page.waitForTimeout(500);
      expect(await share(figure)).toBe(rest);
      await figure.scrollIntoViewIfNeeded();
      await expect.poll(() => share(figure)).toBeGreaterThan(rest);
    });
  });

  test.each([
    ["to", "0"],
    ["from", "2.5"],
    ["from", "99999999999"],
    ["d-model", "8192"],
    ["d-model", "7"],
  ])("%s = %s leaves the last good picture, and says what is right", async (attribute, text) => {
    await withRepeat(
      { dModel: 2, to: 1000 },
      async (figure) => {
        await figure.evaluate((node, [name, value]) => node.setAttribute(name, value), [
          attribute,
          text,
        ] as const);
        await settled(figure);
        expect(await figure.locator(".note").textContent()).toMatch(/must be/);
        const label = figure.locator("svg.drawing text", { hasText: /^k = / });
        expect(await label.textContent()).toContain("k = 710");
      },
      { expected: WARNING },
    );
  });
});

testContract(withRepeat, {
  states: [
    { dModel: 8, to: 500 },
    { dModel: 6, base: 50, from: 3, to: 300 },
  ],
  bad: ["from", "0", /from must be a whole number from 1/],
  tolerance: 1e-12, // doubles, summed in another order
});
