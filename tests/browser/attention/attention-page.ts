import type { Locator, Page } from "playwright-core";
import { expect } from "vitest";
import { figureForTests, settled, type WithFigure } from "../harness/figure-page.ts";
import { difference, type Layer } from "./attention-oracle.ts";

/** <pe-attention> as a reader drives it, and what can be read from it. */

export const JOHN = ["John likes Jane", "Jane likes John"] as const;
export const SISTER = ["my sister wants to eat a chicken", "a chicken wants to eat my sister"] as const;

/** Outputs are float32 of size 1 to 4, and two are subtracted. */
export const CLOSE = 2e-6;

/** Opens a browser and a page with nothing but the figure, for the tests of one file. */
export const attentionForTests = () => figureForTests("pe-attention");

/** Opens the figure with John and Jane, in a state given by a link, and waits until it is drawn. */
export const withAttention = <T>(
  opened: WithFigure,
  state: Record<string, string | number>,
  use: (figure: Locator, page: Page) => Promise<T>,
  options?: Parameters<WithFigure>[2],
): Promise<T> => opened({ first: JOHN[0], second: JOHN[1], ...state }, use, options);

/** The two numbers that matter: of the left encoding and of the right one. */
export async function numbersOf(figure: Locator): Promise<[left: number, right: number]> {
  await settled(figure);
  const values = await figure
    .locator("data")
    .evaluateAll((nodes) => nodes.map((node) => (node as HTMLDataElement).value));
  return values.map((value) => (value === "" ? Number.NaN : Number(value))) as [number, number];
}

export const verdictsOf = async (figure: Locator): Promise<string[]> => {
  await settled(figure);
  return figure.locator(".meaning").allTextContents();
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
  const [without, positioned] = await numbersOf(figure);
  expect(without).toBeLessThanOrEqual(CLOSE);
  expect(difference(first, second, layer, false)).toBeLessThan(1e-12);
  expect(Math.abs(positioned - difference(first, second, layer, true))).toBeLessThan(CLOSE);
  expect(positioned).toBeGreaterThan(0.01);
}
