import type { Locator } from "playwright-core";
import { describe, expect, test } from "vitest";
import { axeViolations } from "./axe.ts";
import { settled, WARNING, type WithFigure } from "./figure-page.ts";
import { runNumpy } from "./numpy.ts";
import { copied, csvValues, npyMatrix, runJavaScript, saved } from "./shared-numbers.ts";

/** What holds for every figure that exports a matrix of numbers. */

export interface Contract {
  /** States whose numbers are compared with those of the code. */
  readonly states: readonly Readonly<Record<string, string | number>>[];
  /** An attribute, a text that it does not take, and what the figure answers. */
  readonly bad: readonly [attribute: string, text: string, answer: RegExp];
  /** Largest difference of the code's numbers, with its reason at the caller. */
  readonly tolerance: number;
}

export function testContract(withFigure: WithFigure, { states, bad, tolerance }: Contract): void {
  const [first = {}] = states;

  describe("what every figure does", () => {
    test.each(states)("gives away the same numbers as .npy, CSV, NumPy and JavaScript: %o", async (state) => {
      await withFigure(state, async (figure) => {
        await figure.getByRole("button", { name: "Share" }).click();
        const { shape, values } = npyMatrix(await saved(figure, ".npy"));
        expect(values.length).toBeGreaterThan(0);
        expect(shape.reduce((product, side) => product * side, 1)).toBe(values.length);
        const size = Math.max(1, ...values.filter(Number.isFinite).map(Math.abs));
        expectClose(csvValues(await saved(figure, "CSV")), values, 1e-8 * size); // nine digits of a float32
        const numpy = await runNumpy(await copied(figure, "NumPy"), "values");
        expect(numpy.shape).toEqual(shape);
        expectClose(numpy.values, values, tolerance);
        expectClose(await runJavaScript(await copied(figure, "JavaScript"), "values"), values, tolerance);
        expect(await copied(figure, "PyTorch")).toContain("import torch");
        const svg = (await saved(figure, "SVG")).toString();
        expect(svg).toMatch(/^<svg /);
        expect(svg.replaceAll(/data:[^"]*/g, "")).not.toContain("NaN"); // base64 may spell anything
        expect((await saved(figure, "PNG")).subarray(1, 4).toString()).toBe("PNG");
      });
    });

    test("its link opens the same state again", async () => {
      const tagOf = (figure: Locator) => figure.evaluate((node) => node.outerHTML);
      const [tag, link] = await withFigure(first, async (figure) => {
        const tag = await tagOf(figure);
        await figure.getByRole("button", { name: "Share" }).click();
        return [tag, new URL(await copied(figure, "Link"))] as const;
      });
      const [, state] = link.hash.split("?");
      expect(await withFigure(Object.fromEntries(new URLSearchParams(state)), tagOf)).toBe(tag);
    });

    test("a bad attribute leaves the last good picture, and says so", async () => {
      const showBad = async (figure: Locator) => {
        const picture = () => figure.locator("svg.drawing").evaluate((node) => node.innerHTML);
        const before = await picture();
        const [attribute, text, answer] = bad;
        await figure.evaluate((node, [name, value]) => node.setAttribute(name, value), [
          attribute,
          text,
        ] as const);
        await settled(figure);
        expect(await picture()).toBe(before);
        expect(await figure.locator(".note").textContent()).toMatch(answer);
        await figure.locator(".plot").press("ArrowRight");
        await figure.locator(".plot").hover();
        await figure.evaluate((node, name) => node.removeAttribute(name), attribute);
        await settled(figure);
        expect(await figure.locator(".note").textContent()).toBe("");
      };
      await withFigure(first, showBad, { expected: WARNING });
    });

    test("axe finds no violation, with values and share menu open", async () => {
      await withFigure(first, async (figure, page) => {
        await figure.getByRole("button", { name: "Values" }).click();
        await figure.getByRole("button", { name: "Share" }).click();
        expect(await figure.locator("[part=panel] td").count()).toBeGreaterThan(0);
        expect(await axeViolations(page, "main")).toEqual([]);
      });
    });

    test.each([296, 1280])(
      "in a page of %i px nothing is wider than the figure, and its height is fixed",
      async (width) => {
        await withFigure(
          first,
          async (figure, page) => {
            expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(
              width,
            );
            const height = () => figure.evaluate((node) => node.getBoundingClientRect().height);
            const before = await height();
            await figure.locator(".plot").press("ArrowRight");
            await settled(figure);
            expect(await height()).toBe(before);
          },
          { width },
        );
      },
    );
  });
}

function expectClose(got: readonly number[], expected: readonly number[], tolerance: number): void {
  expect(got).toHaveLength(expected.length);
  const isClose = (value: number, wanted: number) =>
    value === wanted || Math.abs(value - wanted) <= tolerance;
  const far = got.findIndex((value, n) => !isClose(value, expected[n] as number));
  if (far >= 0) throw new Error(`number ${far} is ${got[far]}, expected ${expected[far]}`);
}
