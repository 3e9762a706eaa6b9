import type { Page } from "playwright-core";
import { load } from "posenc/full";
import { expect, test } from "vitest";
import { pagesForTests } from "../harness/pages.ts";
import { withPage } from "../harness/watched-page.ts";
import { openAsides, withUsedArticle } from "./chapters.ts";

/** Numbers in sentences: they can be moved, and what depends on them follows. */

const opened = pagesForTests();
const pe = await load();
const withArticle = (use: (page: Page) => Promise<void>) =>
  withUsedArticle(opened, async (page) => {
    await openAsides(page);
    await use(page);
  });

const value = (page: Page, name: string, figure: string) =>
  page.locator(`.value[data-value=${name}][data-figure=${figure}]`);

const wavelength = (dModel: number) => (pe.periods({ method: "sinusoidal", dModel })[1] as number).toFixed(3);

test("keys move a number, its figure and the value that follows from it", () =>
  withArticle(async (page) => {
    const number = page.getByRole("slider", { name: "width of the vector" }).first();
    await number.focus();
    await expect.poll(() => value(page, "wavelength", "waves").textContent()).toBe(wavelength(50));
    await page.keyboard.press("ArrowRight");
    expect(await number.textContent()).toBe("52");
    expect(await number.getAttribute("aria-valuenow")).toBe("52");
    expect(await page.locator("#waves").getAttribute("d-model")).toBe("52");
    await expect.poll(() => value(page, "wavelength", "waves").textContent()).toBe(wavelength(52));
    await page.keyboard.press("End");
    expect(await number.textContent()).toBe("512");
    await page.keyboard.press("PageDown");
    expect(await number.textContent()).toBe("492");
    await page.keyboard.press("Home");
    await expect.poll(() => value(page, "wavelength", "waves").textContent()).toBe(wavelength(6));
  }));

test("a number follows its figure", () =>
  withArticle(async (page) => {
    await page.locator("#waves").evaluate((figure) => figure.setAttribute("d-model", "20"));
    const number = page.getByRole("slider", { name: "width of the vector" }).first();
    await expect.poll(() => number.textContent()).toBe("20");
    await expect.poll(() => value(page, "wavelength", "waves").textContent()).toBe(wavelength(20));
    await page.locator("#waves").evaluate((figure) => figure.removeAttribute("d-model"));
    await expect.poll(() => number.textContent()).toBe("50");
  }));

test("dragging a number changes it, and a value that only the text has follows", () =>
  withArticle(async (page) => {
    const number = page.getByRole("slider", { name: "words in the text" });
    const step = page.locator(".value[data-value=normalized-step]");
    await expect.poll(() => step.textContent()).toBe("0.0408");
    await number.scrollIntoViewIfNeeded();
    const box = await number.boundingBox();
    if (!box) throw new Error("the number is not shown");
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
    await page.mouse.move(x, y);
    await page.mouse.down();
    await page.mouse.move(x - 60, y, { steps: 4 });
    await page.mouse.up();
    expect(await number.textContent()).toBe("40");
    expect(await step.textContent()).toBe(String(Number((2 / 39).toPrecision(3))));
    await number.press("Home");
    expect(await step.textContent()).toBe("2");
  }));

test("the mean follows the number of positions", () =>
  withArticle(async (page) => {
    const number = page.getByRole("slider", { name: "positions in the table" });
    await number.press("PageUp");
    expect(await number.textContent()).toBe("1\u202f024");
    const mean = pe.mean({ method: "sinusoidal", dModel: 512 }, { length: 1024 });
    await expect
      .poll(() => page.locator(".value[data-value=mean]").textContent())
      .toBe(String(Number(mean.toPrecision(3))));
  }));

test("the angles of the first and the last hand follow the clock's position", () =>
  withArticle(async (page) => {
    const clock = page.locator("pe-clock#clock");
    await clock.evaluate((figure) => figure.setAttribute("position", "500"));
    const periods = pe.periods({ method: "sinusoidal", dModel: 16 });
    const turns = [periods[0], periods[7]].map((period) =>
      String(Number((500 / (period as number)).toPrecision(3))),
    );
    await expect.poll(() => value(page, "turns", "clock").allTextContents()).toEqual(turns);
  }));

test("without a script numbers are text", async () => {
  opened.site.replies.set(opened.site.start, {
    body: (file) => file.toString().replace(/<script type="module".*?<\/script>/, ""),
  });
  await withPage(opened.browser, opened.site, {}, async (page) => {
    expect(await page.getByRole("slider").count()).toBe(0);
    expect(await page.locator(".number").first().textContent()).toBe("42");
  });
  opened.site.replies.delete(opened.site.start);
});
