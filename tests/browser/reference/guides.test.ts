/** The pages that guides show whole: each works as it stands, beside the package's folder. */
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { axeViolations } from "../harness/axe.ts";
import { pagesForTests } from "../harness/pages.ts";
import { DIST } from "../harness/site.ts";
import { withPage } from "../harness/watched-page.ts";

const guide = (name: string) =>
  readFileSync(fileURLToPath(new URL(`../../../web/site/reference/guides/${name}`, import.meta.url)), "utf8");

const opened = pagesForTests({
  folders: { "/posenc/": DIST },
  pages: { "/slider": guide("slider.html"), "/colours": guide("colours.html") },
});

async function drawn(page: Page): Promise<void> {
  for (const figure of await page.locator("pe-waves, pe-heatmap").all()) {
    await figure.scrollIntoViewIfNeeded();
    await figure.locator(".frame[data-state=drawn]").waitFor();
  }
}

test("a slider of the page moves a figure, and a figure moves the page", async () => {
  await withPage(opened.browser, opened.site, { path: "/slider" }, async (page) => {
    await drawn(page);
    expect(await axeViolations(page)).toEqual([]);
    await page.locator("#base").fill("500");
    await expect.poll(() => page.locator("#waves").getAttribute("base")).toBe("500");
    const seen = page.locator("#seen");
    expect(await seen.textContent()).toBe("0 to 49");
    await page.locator("#table .plot").focus();
    await page.keyboard.press("-"); // twice as many positions
    await expect.poll(() => seen.textContent()).not.toBe("0 to 49");
    const [from = 0, to = 0] = ((await page.locator("#table").getAttribute("positions")) ?? "")
      .split(" ")
      .map(Number);
    await expect.poll(() => seen.textContent()).toBe(`${Math.floor(from)} to ${Math.ceil(to) - 1}`);
  });
});

test("a property that the page sets before the figure is there is kept", async () => {
  await withPage(opened.browser, opened.site, { path: "/slider" }, async (page) => {
    await page.evaluate(() => {
      const figure = document.createElement("pe-clock");
      Object.assign(figure, { dModel: 8 });
      document.body.append(figure);
    });
    const clock = page.locator("pe-clock");
    await clock.scrollIntoViewIfNeeded();
    await clock.locator(".frame[data-state=drawn]").waitFor();
    expect(await clock.getAttribute("d-model")).toBe("8");
  });
});

test.each([360, 1280])("own colours and sizes are those of the style, at %i px", async (width) => {
  await withPage(opened.browser, opened.site, { path: "/colours", width }, async (page) => {
    await drawn(page);
    const table = page.locator("pe-heatmap");
    const box = (await table.boundingBox())!;
    expect(box.width).toBeLessThanOrEqual(480);
    expect(await table.locator("input, select, button").filter({ visible: true }).count()).toBe(0);
    const frame = (await table.locator(".box").boundingBox())!;
    if (width === 1280) expect(frame.width / frame.height).toBeCloseTo(2, 1); // a narrow one keeps a least height
    expect(await axeViolations(page)).toEqual([]);
    const waves = page.locator("pe-waves");
    expect((await waves.boundingBox())!.height).toBeCloseTo(352, 0);
    const accent = await waves.evaluate((node) => getComputedStyle(node).getPropertyValue("--_accent"));
    expect(accent).toBe("#b0521a");
    const edge = await waves
      .locator("[part=controls]")
      .first()
      .evaluate((node) => getComputedStyle(node).borderBlockStartColor);
    expect(edge).toBe("rgb(31, 61, 54)");
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
  });
});
