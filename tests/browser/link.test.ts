import type { Locator } from "playwright-core";
import { expect, test } from "vitest";
import { settled, WARNING } from "./harness/figure-page.ts";
import { heatmapForTests, pixelsOf, positionsOf } from "./heatmap/heatmap-page.ts";

/** A figure's state in a link, and what becomes of states that are not legal. */

const withFigure = heatmapForTests();

test("a link makes the same figure again", async () => {
  const link = await withFigure({ dModel: 64, positions: "5 25", mode: "nearest" }, async (figure) => {
    await figure.getByRole("button", { name: "Share" }).click();
    await figure.getByRole("button", { name: "Link" }).click();
    return figure.getByLabel("Text to copy").inputValue();
  });
  const fragment = new URL(link).hash.replace("#pe-heatmap?", "");
  await withFigure(fragment, async (figure) => {
    expect(await positionsOf(figure)).toEqual([5, 25]);
    expect(await figure.getAttribute("d-model")).toBe("64");
    expect(await figure.getAttribute("mode")).toBe("nearest");
    expect(await figure.locator(".note").isVisible()).toBe(false);
  });
});

test("a hostile link is reduced to its legal parts, and a note says so", async () => {
  const hostile =
    "dModel=1e99&__proto__=1&positions=x+1e309&%3Cimg%20src=x%20onerror=alert(1)%3E=1&a%E2%80%AEb=1&mode=%";
  await withFigure(hostile, async (figure) => {
    expect(await figure.getAttribute("d-model")).toBe("65536");
    expect(await figure.getAttribute("positions")).toBeNull();
    const note = await figure.locator(".note").textContent();
    expect(note).toContain("<img src");
    expect(note).toContain("a\\u202eb"); // a mark that would turn the letters after it around
    expect(await figure.locator("img").count()).toBe(0);
  });
});

test("a wrong attribute leaves the last good picture, and a note says what is allowed", async () => {
  const showWrong = async (figure: Locator) => {
    const before = await pixelsOf(figure);
    await figure.evaluate((node) => node.setAttribute("d-model", "7.5"));
    await settled(figure);
    expect(await figure.locator(".note").textContent()).toContain(
      "d-model must be an even number from 2 to 65536; got 7.5.",
    );
    expect(Buffer.compare((await pixelsOf(figure)).rgba, before.rgba)).toBe(0);
    await figure.evaluate((node) => node.setAttribute("d-model", "64"));
    await settled(figure);
    expect(await figure.locator(".note").isVisible()).toBe(false);
  };
  await withFigure({}, showWrong, { expected: WARNING });
});
