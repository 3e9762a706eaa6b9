import type { Locator, Page } from "playwright-core";
import { expect } from "vitest";
import { type Pages, pagesForTests } from "../harness/pages.ts";
import { withPage } from "../harness/watched-page.ts";
import { difference, type Layer } from "./attention-oracle.ts";

/** <pe-attention> as a reader drives it, and what can be read from it. */

export const JOHN = ["John likes Jane", "Jane likes John"] as const;
export const SISTER = ["my sister wants to eat a chicken", "a chicken wants to eat my sister"] as const;

/** Outputs are float32 of size 1 to 4, and two are subtracted. */
export const CLOSE = 2e-6;

/** The figure alone, as in a stranger's page. */
const PAGE = `<!doctype html><html lang="en"><title>attention</title><link rel="icon" href="data:,">
  <script type="module" src="/dist/define.js"></script><main><pe-attention></pe-attention></main>`;

/** Opens a browser and a site with nothing but the figure, for the tests of one file. */
export const attentionForTests = () => pagesForTests({ pages: { "/": PAGE } });

/** Opens the figure in a state given by a link, and waits until it is drawn. */
export function withAttention<T>(
  { browser, site }: Pages,
  state: Record<string, string | number>,
  use: (figure: Locator, page: Page) => Promise<T>,
): Promise<T> {
  const parameters = new URLSearchParams({ dModel: "32", ...mapped(state) });
  return withPage(browser, site, { path: `/#pe-attention?${parameters}` }, async (page) => {
    const figure = page.locator("pe-attention");
    await figure.scrollIntoViewIfNeeded();
    await figure.locator(".frame[data-state=drawn]").waitFor();
    return use(figure, page);
  });
}

const mapped = (state: Record<string, string | number>): Record<string, string> =>
  Object.fromEntries(Object.entries(state).map(([name, value]) => [name, String(value)]));

export const settled = (figure: Locator) =>
  figure.evaluate(async (node) => {
    await (node as unknown as { updateComplete: Promise<boolean> }).updateComplete;
  });

/** The two numbers that matter: without and with positions. */
export async function numbersOf(figure: Locator): Promise<[without: number, with_: number]> {
  await settled(figure);
  const values = await figure
    .locator("data")
    .evaluateAll((nodes) => nodes.map((node) => (node as HTMLDataElement).value));
  return values.map((value) => (value === "" ? Number.NaN : Number(value))) as [number, number];
}

export const verdictsOf = async (figure: Locator): Promise<string[]> => {
  await settled(figure);
  return figure.locator(".verdict").allTextContents();
};

export const readoutOf = async (figure: Locator): Promise<string> => {
  await settled(figure);
  return (await figure.locator(".readout").textContent()) ?? "";
};

export async function type(figure: Locator, which: 0 | 1, text: string): Promise<void> {
  await figure.getByRole("textbox").nth(which).fill(text);
  await expect.poll(() => figure.getAttribute(which === 0 ? "first" : "second")).toBe(text);
}

export async function expectNumbers(
  figure: Locator,
  [first, second]: readonly [string, string],
  layer: Layer,
): Promise<void> {
  const [without, with_] = await numbersOf(figure);
  expect(without).toBeLessThanOrEqual(CLOSE);
  expect(difference(first, second, layer, false)).toBeLessThan(1e-12);
  expect(Math.abs(with_ - difference(first, second, layer, true))).toBeLessThan(CLOSE);
  expect(with_).toBeGreaterThan(0.01);
}
