import type { Locator } from "playwright-core";
import { expect, test } from "vitest";
import { figuresForTests, taggedFigures, tagOf } from "./harness/all-figures.ts";
import { settled } from "./harness/figure-page.ts";

/** A pointer reads the same cell of a figure, whatever the page around has turned, scaled or zoomed. */

const withFigures = figuresForTests();

/** Shares of the plot's width and height. */
const PLACES = [
  [0.31, 0.27],
  [0.53, 0.61],
  [0.79, 0.38],
] as const;

/** Browsers round the sizes of transformed boxes: a place may be read as one up to a pixel beside it. */
const BESIDE = [-1, -0.5, 0, 0.5, 1];
const SHIFTS = BESIDE.flatMap((right) => BESIDE.map((below) => [right, below] as const));

/**
 * The cells under those places, for each of some shifts in pixels of the element. The browser lays a probe out at each, and
 * so says where the transforms of the page have moved it.
 */
async function cellsAt(figure: Locator, shifts: readonly (readonly [number, number])[] = [[0, 0]]) {
  const cells = await figure.evaluate(
    (node: HTMLElement & { cursor?: unknown }, [places, beside]) => {
      const plot = node.shadowRoot?.querySelector<HTMLElement>(".plot");
      const at = (left: number, top: number): unknown => {
        const probe = document.createElement("i");
        const place = { left: `${left}px`, top: `${top}px` };
        Object.assign(probe.style, { position: "absolute", inlineSize: 0, blockSize: 0, ...place });
        plot?.append(probe);
        const { left: clientX, top: clientY } = probe.getBoundingClientRect();
        probe.remove();
        const init = { clientX, clientY, bubbles: true, composed: true };
        plot?.dispatchEvent(new PointerEvent("pointermove", init));
        return node.cursor ?? null;
      };
      const { offsetWidth = 0, offsetHeight = 0 } = plot ?? {};
      return places.map(([across, down]) =>
        beside.map(([right, below]) => at(across * offsetWidth + right, down * offsetHeight + below)),
      );
    },
    [PLACES, shifts] as const,
  );
  await settled(figure);
  return cells;
}

const STYLES = [
  "transform: scale(0.5)",
  "transform: rotate(30deg) skewX(10deg)",
  "rotate: 90deg; scale: 1.5 0.75",
  "zoom: 1.5",
  "zoom: 0.8; transform: rotate(-20deg)",
];

/** Two figures compute on meanwhile, and draw what they have found. */
const steady = taggedFigures.filter(({ tag }) => !["pe-repeat", "pe-probe"].includes(tag));

test.each(steady)("$tag", async ({ figure }) => {
  await withFigures(async ({ show, page }) => {
    const shown = await show(figure);
    const isPlaced = await shown
      .locator(".plot")
      .first()
      .evaluate((plot) => getComputedStyle(plot).position !== "static");
    expect(isPlaced, tagOf(figure)).toBe(true); // or the probe would not be in it
    const putOn = async (style: string) => {
      await page.locator("main").evaluate((main, text) => {
        Object.assign((main as HTMLElement).style, { cssText: text });
      }, `inline-size: 1000px; ${style}`);
      await settled(shown);
    };
    await putOn("");
    await shown.locator("[aria-busy=true]").waitFor({ state: "detached" }); // an experiment has its numbers
    const plain = await cellsAt(shown, SHIFTS);
    for (const style of STYLES) {
      await putOn(style);
      for (const [index, [cell]] of (await cellsAt(shown)).entries())
        expect(plain[index], style).toContainEqual(cell);
    }
  });
});

test("more than half of the figures read a cell there", async () => {
  await withFigures(async ({ show }) => {
    let reading = 0;
    for (const { figure } of taggedFigures) {
      const cells = await cellsAt(await show(figure));
      if (cells.some(([cell]) => cell !== null)) reading++;
    }
    expect(reading).toBeGreaterThan(taggedFigures.length / 2);
  });
});
