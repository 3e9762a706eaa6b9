import { atlas } from "posenc/atlas";
import { describe, expect, test } from "vitest";
import families from "../../fixtures/atlas/families.json" with { type: "json" };
import timeline from "../../fixtures/atlas/timeline.json" with { type: "json" };
import { testContract } from "../harness/figure-contract.ts";
import { figureForTests, plain, settled, spokenBy } from "../harness/figure-page.ts";

/** <pe-atlas> alone on a page: its models against the fixture, its points, its cursor. */

const withAtlas = figureForTests("pe-atlas");

interface Dated {
  readonly name: string;
  readonly type?: string;
  readonly year: number;
  readonly month: number;
  readonly dated: string;
  readonly kind: string;
  readonly bases: readonly number[];
  readonly context?: number;
  readonly scaling?: string;
  readonly origin: string;
}

/** The models in the figure, as it has them. */
const modelsOf = (state: Record<string, string> = {}): Promise<readonly Dated[]> =>
  withAtlas(state, (figure) =>
    figure.evaluate((node) => (node as unknown as { shown: { models: readonly Dated[] } }).shown.models),
  );

describe("the models", () => {
  test("have dates, bases, contexts and rules of their sources", async () => {
    const shown = await modelsOf();
    const expected = timeline.models.map(({ date, of, type, name, bases, length, rule, file }) => ({
      name,
      ...(type === null ? {} : { type }),
      ...{ year: Number(date.slice(0, 4)), month: Number(date.slice(5)), dated: of, bases },
      ...(length === null ? {} : { context: length }),
      ...(rule === null ? {} : { scaling: rule }),
      origin: file !== null ? "file" : type === null ? "formula" : "class",
    }));
    expect(shown.map(({ kind: _, ...model }) => model)).toEqual(expected);
    expect(shown.length).toBeGreaterThanOrEqual(40);
  });

  test("are in the atlas, which has the same of classes, and the years of its documentation", async () => {
    const rows = new Map(atlas().map((row) => [row.type, row]));
    for (const { name, type, kind, bases, context, origin, dated, year } of await modelsOf()) {
      if (type === undefined) continue;
      const row = rows.get(type);
      expect(row, name).toBeDefined();
      const rotates = ["halves", "interleaved"].includes(row!.positions);
      if (row!.positions !== "parts") expect(kind, name).toBe(rotates ? "rotary" : row!.positions);
      if (origin === "class") {
        expect(context, name).toBe(row!.defaults.length);
        if (bases.length === 1) expect(bases[0], name).toBe(row!.defaults.theta ?? 10_000);
      }
      const family = (families.families as Record<string, { year: number | null }>)[row!.family];
      // Several models have one type, so the year of the family is that of the first.
      if (dated === "paper" && typeof family?.year === "number")
        expect(year, name).toBeGreaterThanOrEqual(family.year);
    }
  });

  test("are those of the years in view", async () => {
    const shown = await modelsOf({ years: "2019 2020" });
    expect(new Set(shown.map(({ year }) => year))).toEqual(new Set([2019, 2020]));
  });
});

describe("the points", () => {
  test("stand at the logarithm of their values: a base of 10⁶ is as far from 10⁵ as that from 10⁴", async () => {
    await withAtlas({ show: "base" }, async (figure) => {
      const places = await figure
        .locator(".drawing .mark.rotary")
        .evaluateAll((marks) => marks.map((mark) => Number(mark.getAttribute("cy"))).filter(Boolean));
      const shown = await figure.evaluate((node) =>
        (node as unknown as { shown: { models: readonly Dated[] } }).shown.models
          .filter(({ kind }) => kind === "rotary")
          .flatMap(({ bases }) => bases),
      );
      const points = places.slice(-shown.length); // after the shape in the legend
      const at = (base: number) => points[shown.indexOf(base)]!;
      const decade = (at(10_000) - at(1_000_000)) / 2;
      for (const [index, base] of shown.entries())
        expect(Math.abs(at(10_000) - points[index]! - decade * Math.log10(base / 10_000))).toBeLessThan(
          1e-6 * decade,
        );
    });
  });

  test("differ by shape, not by colour alone", async () => {
    await withAtlas({}, async (figure) => {
      const shapes = await figure
        .locator(".drawing .mark")
        .evaluateAll((marks) => [
          ...new Set(marks.map((mark) => `${mark.getAttribute("data-kind")} ${mark.localName}`)),
        ]);
      expect(shapes.sort()).toEqual(["learned rect", "none path", "rotary circle", "sinusoidal circle"]);
    });
  });
});

test("at least fifteen models have their names in the picture, and no name covers another", async () => {
  await withAtlas({}, async (figure, page) => {
    await page.setViewportSize({ width: 1280, height: 900 });
    await settled(figure);
    const boxes = () =>
      figure.locator(".drawing text.name").evaluateAll((names) =>
        names.map((name) => {
          const { left, right, top, bottom } = name.getBoundingClientRect();
          return { name: name.textContent, left, right, top, bottom };
        }),
      );
    await expect.poll(async () => new Set((await boxes()).map(({ name }) => name)).size).toBeGreaterThan(14);
    const all = await boxes();
    const covered = all.filter((a) =>
      all.some(
        (b) =>
          a !== b && a.left < b.right && b.left < a.right && a.top < b.bottom - 3 && b.top < a.bottom - 3,
      ),
    );
    expect(covered).toEqual([]);
  });
});

test("every model can be reached by keys, and is described with its numbers and their source", async () => {
  await withAtlas({}, async (figure, page) => {
    await figure.locator(".plot").focus();
    await page.keyboard.press("Home");
    expect(plain(await spokenBy(figure))).toBe(
      "Transformer, June 2017: sinusoidal, base 10000. The paper’s formula; arXiv 1706.03762.",
    );
    await page.keyboard.press("ArrowRight");
    expect(plain(await spokenBy(figure))).toBe(
      "BERT (bert), October 2018: learned positions, 512 tokens. Defaults of its class in transformers; date of the paper.",
    );
    await page.keyboard.press("ArrowDown");
    await settled(figure);
    expect(await figure.locator(".cursor .ring").count()).toBe(1);
    expect(await figure.locator(".cursor text").textContent()).toBe("BERT");
    await page.keyboard.press("End");
    expect(plain(await spokenBy(figure))).toBe(
      "DeepSeek-V4-Flash (deepseek_v4), May 2026: rotary, base 10000 and 160000, scaling yarn, 1048576 tokens. Values of its published config.json; date of the code.",
    );
  });
});

test("the pointer finds the model under it", async () => {
  await withAtlas({ show: "context" }, async (figure) => {
    const highest = figure.locator(".drawing .mark.rotary");
    const tops = await highest.evaluateAll((marks) => marks.map((mark) => Number(mark.getAttribute("cy"))));
    const inPlot = tops.map((top, index) => ({ top, index })).slice(1);
    const best = inPlot.reduce((a, b) => (b.top < a.top ? b : a));
    await highest.nth(best.index).hover({ force: true });
    await expect.poll(() => figure.locator(".readout").textContent()).toMatch(/^Llama 4 Scout \(llama4\)/);
  });
});

testContract(withAtlas, {
  states: [{}, { show: "base", years: "2023 2026" }],
  bad: ["years", "2030 2010", /years must be two whole years from 2017 to 2026/],
  tolerance: 0, // the same numbers
});
