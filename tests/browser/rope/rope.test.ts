import type { Locator } from "playwright-core";
import { presets } from "posenc/full";
import { describe, expect, test } from "vitest";
import { testContract } from "../harness/figure-contract.ts";
import { figureForTests, plain, settled, spokenBy } from "../harness/figure-page.ts";
import { wavelengthOf } from "./rope-oracle.ts";

/** <pe-rope>: hands and wavelengths read from the picture, against closed forms. */

const withRope = figureForTests("pe-rope");

const LLAMA_2 = { preset: "llama-2" };
const frequency = (pair: number) => 10_000 ** ((-2 * pair) / 128);

interface Dial {
  readonly pair: number;
  /** Radians clockwise from upright. */
  readonly query: number;
  readonly key: number;
  readonly words: string;
}

const dialsOf = async (figure: Locator): Promise<Dial[]> => {
  await settled(figure);
  return figure.locator("svg.drawing [data-pair]").evaluateAll((groups) =>
    groups.map((group) => {
      const angleOf = (name: string) => {
        const tip = group.querySelector(`[data-hand=${name}] circle`);
        return Math.atan2(Number(tip?.getAttribute("cx")), -Number(tip?.getAttribute("cy")));
      };
      const words = group.querySelector(".angle")?.textContent ?? "";
      return { pair: Number(group.getAttribute("data-pair")), query: angleOf("q"), key: angleOf("k"), words };
    }),
  );
};

/** Difference of two angles in radians, from −π to π. */
const apart = (a: number, b: number): number => Math.atan2(Math.sin(a - b), Math.cos(a - b));

/** Tips are written to 0.005 pixels, 50 pixels or more from the middle. */
const CLOSE = 3e-4;

const scoreOf = async (figure: Locator): Promise<number> => {
  await settled(figure);
  return Number(await figure.locator("[data-score]").getAttribute("data-score"));
};

describe("the angles", () => {
  test("of query and key are those of their positions", async () => {
    await withRope({ ...LLAMA_2, query: 40, key: 3 }, async (figure) => {
      const dials = await dialsOf(figure);
      expect(dials.map(({ pair }) => pair)).toEqual([0, 9, 18, 27, 36, 45, 54, 63]);
      for (const { pair, query, key, words } of dials) {
        expect(Math.abs(apart(query, 40 * frequency(pair)))).toBeLessThan(CLOSE);
        expect(Math.abs(apart(key, 3 * frequency(pair)))).toBeLessThan(CLOSE);
        const between = ((37 * frequency(pair) * 180) / Math.PI) % 360;
        expect(Number.parseFloat(words)).toBeCloseTo(Number(between.toPrecision(3)), 9);
      }
    });
  });

  test("between them and the score stay the same if both move", async () => {
    await withRope({ ...LLAMA_2, query: 40, key: 3 }, async (figure, page) => {
      const before = await dialsOf(figure);
      const score = await scoreOf(figure);
      const closed = Array.from({ length: 64 }, (_, pair) => Math.cos(37 * frequency(pair)));
      const expected = closed.reduce((sum, cosine) => sum + cosine, 0);
      expect(Math.abs(score - expected)).toBeLessThan(64 * 4 * 2 ** -25); // four rounded factors a pair
      await figure.getByRole("slider", { name: "both" }).focus();
      for (let step = 0; step < 9; step++) await page.keyboard.press("ArrowRight");
      const after = await dialsOf(figure);
      expect(await figure.getAttribute("query")).toBe("49");
      expect(await figure.getAttribute("key")).toBe("12");
      expect(after.map(({ words }) => words)).toEqual(before.map(({ words }) => words));
      expect(Math.abs(apart(after[0]?.query ?? 0, before[0]?.query ?? 0))).toBeGreaterThan(0.1);
      expect(Math.abs((await scoreOf(figure)) - score)).toBeLessThan(64 * 4 * 2 ** -25);
    });
  });

  test("of every dial can be reached by keys and heard", async () => {
    await withRope({ ...LLAMA_2, query: 40, key: 3 }, async (figure, page) => {
      await figure.locator(".plot").focus();
      await page.keyboard.press("ArrowRight");
      expect(await spokenBy(figure)).toMatch(
        /^Pair 0 rotates 57\.3° per token: query at 131\.8°, key at 171\.9°/,
      );
      await page.keyboard.press("ArrowRight");
      expect(await spokenBy(figure)).toMatch(/^Pair 9 /);
      await page.keyboard.press("End");
      expect(await spokenBy(figure)).toMatch(/^Pair 63 .*between them is 0\.2°/);
      await figure.getByRole("button", { name: "Values" }).click();
      const current = figure.locator("[aria-current=true]");
      expect(Number(plain((await current.textContent()) ?? ""))).toBeCloseTo(37 * frequency(63), 9);
    });
  });
});

const MODEL = { d: 128, base: 500_000, trained: 8192, context: 131_072 };
const LLAMA_3 = { preset: "llama-3.1", view: "wavelengths" };

interface Row {
  readonly rule: string;
  readonly marks: readonly { readonly x: number; readonly fate: string }[];
  readonly count: number;
}

const rowsOf = async (figure: Locator): Promise<Row[]> => {
  await settled(figure);
  return figure.locator("svg.drawing [data-rule]").evaluateAll((groups) =>
    groups.map((group) => ({
      rule: group.getAttribute("data-rule") ?? "",
      marks: [...group.querySelectorAll("[data-fate]")].map((mark) => ({
        x: Number(/^M(\S+)/.exec(mark.querySelector("path")?.getAttribute("d") ?? "")?.[1]),
        fate: mark.getAttribute("data-fate") ?? "",
      })),
      count: Number(group.querySelector(".count")?.textContent),
    })),
  );
};

describe("the wavelengths", () => {
  test("are those of the formulas of their rules", async () => {
    await withRope({ ...LLAMA_3, length: MODEL.context }, async (figure) => {
      const limits = await figure
        .locator("[data-length]")
        .evaluateAll((lines) =>
          lines.map((line) => [
            Math.log(Number(line.getAttribute("data-length"))),
            Number(/^M(\S+)/.exec(line.getAttribute("d") ?? "")?.[1]),
          ]),
        );
      const [[a, left], [b, right]] = limits as [[number, number], [number, number]];
      const place = (tokens: number) => left + ((Math.log(tokens) - a) / (b - a)) * (right - left);
      const rows = await rowsOf(figure);
      expect(rows.map(({ rule }) => rule)).toEqual([
        "none",
        "linear",
        "ntk",
        "dynamic",
        "yarn",
        "llama3",
        "proportional",
      ]);
      const end = Math.max(...rows.flatMap(({ marks }) => marks.map(({ x }) => x)));
      for (const { rule, marks } of rows) {
        expect(marks).toHaveLength(64);
        for (const [pair, { x }] of marks.entries()) {
          const tokens = wavelengthOf(rule, MODEL, pair);
          const expected = Number.isFinite(tokens) ? place(tokens) : end;
          expect(Math.abs(x - expected), `${rule}, pair ${pair}`).toBeLessThan(0.01); // as written
        }
      }
    });
  });

  test("show which pairs never finish a rotation, and which reach angles that were never seen", async () => {
    await withRope({ ...LLAMA_3, length: MODEL.context }, async (figure) => {
      for (const { rule, marks, count } of await rowsOf(figure)) {
        const expected = marks.map((_, pair) => {
          const unscaled = wavelengthOf("none", MODEL, pair);
          if (unscaled <= MODEL.trained) return "finished";
          const reached = MODEL.context / wavelengthOf(rule, MODEL, pair);
          return reached <= (MODEL.trained / unscaled) * (1 + 1e-6) ? "seen" : "unseen";
        });
        expect(marks.map(({ fate }) => fate)).toEqual(expected);
        expect(count).toBe(expected.filter((fate) => fate === "unseen").length);
      }
      expect(plain((await figure.locator(".readout").textContent()) ?? "")).toContain(
        "In 8192 tokens 29 of 64 pairs never complete a turn",
      );
    });
  });

  test("of a shorter context hold no unseen angle", async () => {
    await withRope({ ...LLAMA_3, length: 8192 }, async (figure) => {
      const rows = await rowsOf(figure);
      expect(rows.map(({ count }) => count)).toEqual(rows.map(() => 0));
    });
  });

  test("of Phi-3 are divided by its own long factors", async () => {
    const { longFactor } = presets["phi-3"].spec.scaling;
    await withRope({ preset: "phi-3", view: "wavelengths", length: 131_072 }, async (figure, page) => {
      const names = figure.locator("[data-rule=longrope] text").first();
      expect(await names.textContent()).toBe("▸ LongRoPE × 32");
      await figure.locator(".plot").focus();
      await page.keyboard.press("ArrowRight");
      const rows = (await rowsOf(figure)).map(({ rule }) => rule);
      for (let row = 0; row < rows.indexOf("longrope"); row++) await page.keyboard.press("ArrowDown");
      await page.keyboard.press("End");
      const slowest = 2 * Math.PI * 10_000 ** (94 / 96) * (longFactor[47] as number);
      const heard = plain(await spokenBy(figure));
      expect(heard).toMatch(/^LongRoPE × 32, pair 47: a turn takes /);
      expect(Number(/takes (\d+)/.exec(heard)?.[1])).toBe(Number(slowest.toPrecision(5)));
    });
  });

  test("follow the pointer", async () => {
    await withRope({ ...LLAMA_3, length: MODEL.context }, async (figure, page) => {
      const mark = await figure.locator("[data-rule=yarn] [data-fate] path").nth(5).boundingBox();
      if (!mark) throw new Error("nothing is drawn");
      await page.mouse.move(mark.x + mark.width / 2, mark.y + mark.height / 2);
      await settled(figure);
      expect(await figure.locator(".readout").textContent()).toMatch(/^YaRN × 16, pair 5: /);
    });
  });
});

testContract(withRope, {
  states: [
    { preset: "llama-3.1", query: 100, key: 90 },
    { preset: "phi-3", query: 9000, key: 8000 }, // beyond the short texts, whose frequencies are shown
    {
      preset: "gpt-oss",
      view: "wavelengths",
      length: 1_000_000,
    },
    { preset: "phi-3", view: "wavelengths", compare: "none longrope" },
  ],
  bad: ["spec", "preset=llama-9", /"llama-9" is not a known value/],
  tolerance: 1e-5, // wavelengths of doubles up to 10^9 tokens
});
