import type { Page } from "playwright-core";
import { load } from "posenc/full";
import { expect, test } from "vitest";
import { pagesForTests } from "../harness/pages.ts";
import { type WatchOptions, withPage } from "../harness/watched-page.ts";
import { openAsides, withUsedArticle } from "./chapters.ts";

/** The page as something to read: its length, its figures and captions, its asides, and what moves. */

const opened = pagesForTests();
const pe = await load();
const withArticle = <T>(use: (page: Page) => Promise<T>, options: WatchOptions = {}) =>
  withPage(opened.browser, opened.site, options, use);

test("every figure has a number, in order, and a caption that a link leads to", () =>
  withUsedArticle(opened, async (page) => {
    await openAsides(page);
    const captions = await page
      .locator("main figure.wide")
      .evaluateAll((nodes) =>
        nodes.map((figure) => [figure.id, figure.querySelector("figcaption")?.textContent?.trim() ?? ""]),
      );
    expect(captions.length).toBeGreaterThanOrEqual(18);
    for (const [index, [id, caption = ""]] of captions.entries()) {
      expect(caption).toMatch(new RegExp(`^Figure ${index + 1}\\. .{40,}\\.$`, "s"));
      expect(id).toMatch(/^figure-/);
    }
    const named = await page
      .locator("main a[href^='#figure-']:not(.figure-number)")
      .evaluateAll((links) =>
        links.map((link) => [
          link.textContent,
          document.querySelector(`${link.getAttribute("href")} .figure-number`)?.textContent,
        ]),
      );
    for (const [link, number] of named) expect(`${link}.`).toBe(number);
    expect(named.length).toBeGreaterThanOrEqual(captions.length - 1);
  }));

test("a figure's text stands before it", () =>
  withUsedArticle(opened, async (page) => {
    const late = await page.locator("main figure.wide").evaluateAll((figures) =>
      figures
        .filter((figure) => {
          const link = document.querySelector(`main a[href="#${figure.id}"]:not(.figure-number)`);
          return !link || !(link.compareDocumentPosition(figure) & Node.DOCUMENT_POSITION_FOLLOWING);
        })
        .map(({ id }) => id),
    );
    expect(late).toEqual([]);
  }));

test("a link into an aside opens it", async () => {
  await withArticle(async (page) => {
    const isOpen = () => page.locator("#exact").evaluate((node) => (node as HTMLDetailsElement).open);
    expect(await isOpen()).toBe(false);
    await page.locator("#training ~ p a[href='#module']").click();
    await expect.poll(isOpen).toBe(true);
  });
  await withArticle(
    async (page) => {
      await expect.poll(() => page.locator("#repeated").isVisible()).toBe(true);
      await expect.poll(() => page.locator("#repeated").getAttribute("d-model")).toBe("4");
    },
    { path: "/article/#repeated?method=sinusoidal&dModel=4" },
  );
});

test("each of the eleven chapters asks first, and shows what the reader said", () =>
  withUsedArticle(opened, async (page) => {
    const questions = page.locator("main > section > .guess");
    expect(await questions.count()).toBe(11);
    for (const question of await questions.all()) {
      const answer = question.locator(".answer");
      expect(await question.locator("[data-right]").count()).toBe(1);
      expect(await answer.isVisible()).toBe(false);
      const height = (await question.boundingBox())?.height;
      const choice = question.getByRole("button").first();
      await choice.click();
      expect(await choice.getAttribute("aria-pressed")).toBe("true");
      expect(await answer.innerText()).toContain(`You said: ${await choice.innerText()}.`);
      expect((await question.boundingBox())?.height).toBeLessThanOrEqual((height ?? 0) + 24); // one more line
    }
  }));

test("the flow has at most 5500 words, and all that unfolds at most 8000", () =>
  withUsedArticle(opened, async (page) => {
    const count = (open: boolean) =>
      page.evaluate((isOpen) => {
        for (const aside of document.querySelectorAll<HTMLDetailsElement>("details")) aside.open = isOpen;
        const copy = document.querySelector("main") as HTMLElement;
        return copy.innerText.split(/\s+/).filter((word) => /[\p{L}\d]/u.test(word)).length;
      }, open);
    const [flow, all] = [await count(false), await count(true)];
    expect(flow).toBeGreaterThan(3000);
    expect(flow).toBeLessThanOrEqual(5500);
    expect(all).toBeLessThanOrEqual(8000);
  }));

test("a dotted link leaves its sentence on the screen", () =>
  withUsedArticle(opened, async (page) => {
    const link = page.getByRole("link", { name: "difference", exact: true });
    await openAsides(page);
    await link.evaluate((node) => node.scrollIntoView({ block: "end" }));
    await link.click();
    await page.locator("#moire[mode=difference]").waitFor();
    await page.waitForTimeout(200); // scrolling follows two frames later
    const { top, bottom } = await link.evaluate((node) => node.getBoundingClientRect().toJSON());
    expect(top).toBeGreaterThanOrEqual(0);
    expect(bottom).toBeLessThanOrEqual(800);
  }));

test("the example by hand is the formula, step by step", () =>
  withUsedArticle(opened, async (page) => {
    const example = page.locator("#by-hand");
    const shown = () => example.locator("td:visible").count();
    expect(await shown()).toBe(24); // all steps, at load
    for (let step = 0; step < 2; step++) await example.getByRole("button", { name: "Back" }).click();
    expect(await shown()).toBe(8);
    await example.getByRole("button", { name: "All steps" }).click();
    expect(await example.locator("li:visible").count()).toBe(4);
    const rows = await example
      .locator("tbody tr")
      .evaluateAll((nodes) => nodes.map((row) => [...row.children].map((cell) => cell.textContent)));
    const table = pe.sinusoidal({ length: 4, dModel: 4 });
    for (const [t, row] of rows.entries()) {
      const entries = Array.from(table.slice(4 * t, 4 * t + 4), (entry) =>
        entry.toFixed(3).replace("-", "−"),
      );
      expect(row).toEqual([String(t), String(t), (t / 100).toFixed(2), ...entries]);
    }
    const [step = 0] = pe.distance({ method: "sinusoidal", dModel: 4 }, { offsets: [1] });
    expect(await example.innerText()).toContain(`the distance is ${step.toFixed(3)}`);
  }));

test.each([
  [1280, 800],
  [390, 844],
])("the first screen of %i × %i shows the shuffle whole, and a drag leaves every number", (width, height) =>
  withArticle(
    async (page) => {
      const figure = page.locator("#hero");
      await figure.locator(".frame[data-state=drawn]").waitFor();
      const plot = await figure.locator(".plot").boundingBox();
      expect((plot?.y ?? 0) + (plot?.height ?? height)).toBeLessThanOrEqual(height);
      const middleOf = async (word: number) => {
        const box = await figure.locator(`[data-word='${word}'] .tile`).boundingBox();
        if (!box) throw new Error("a word is not shown");
        return [box.x + box.width / 2, box.y + box.height / 2] as const;
      };
      const [from, to] = [await middleOf(0), await middleOf(3)];
      await page.mouse.move(...from);
      await page.mouse.down();
      await page.mouse.move(...to, { steps: 8 });
      await page.mouse.up();
      await expect.poll(() => figure.getAttribute("order")).toBe("1 2 3 0 4 5 6");
      await expect.poll(() => figure.locator("data.count").getAttribute("value")).toBe("0");
    },
    { width, height },
  ),
);

test("figures are as wide as their place again after the window was one pixel wide", () =>
  withUsedArticle(opened, async (page) => {
    for (const id of ["#added", "#shift-head"]) {
      const figure = page.locator(id);
      await figure.scrollIntoViewIfNeeded();
      await figure.locator(".frame[data-state=drawn]").waitFor();
      const reach = () =>
        figure
          .locator("svg.drawing text")
          .evaluateAll((texts) => Math.max(...texts.map((text) => text.getBoundingClientRect().right)));
      const before = await reach();
      await page.setViewportSize({ width: 1, height: 800 });
      await page.setViewportSize({ width: 1280, height: 800 });
      await expect.poll(reach).toBe(before);
    }
  }));

test("other sites get title, description and a picture, and readers an entry for BibTeX", () =>
  withUsedArticle(opened, async (page) => {
    const content = (name: string) => page.locator(`meta[property="${name}"]`).getAttribute("content");
    expect(await content("og:title")).toBe(await page.title());
    expect(await content("og:description")).toBe(
      await page.locator("meta[name=description]").getAttribute("content"),
    );
    const picture = await page.request.get(new URL((await content("og:image")) ?? "", page.url()).href);
    const bytes = await picture.body();
    expect(bytes.subarray(1, 4).toString()).toBe("PNG");
    expect([bytes.readUInt32BE(16), bytes.readUInt32BE(20)]).toEqual([1200, 630]);
    expect(await page.locator("#bibtex").isVisible()).toBe(false);
    expect(await page.locator("#bibtex").textContent()).toMatch(
      /^@misc\{posenc2026,[\s\S]*Version \d+\.\d+\.\d+/,
    );
    expect(await page.locator(".imprint").innerText()).toContain("The posenc project");
  }));

test("every letter of a formula is in the table of notation, and there once", () =>
  withUsedArticle(opened, async (page) => {
    const letters = (selector: string) =>
      page.locator(selector).evaluateAll((nodes) =>
        nodes
          .filter((node) => !node.closest("#accuracy"))
          .map((node) => (node.textContent ?? "").trim())
          .filter((letter) => /^\p{L}$/u.test(letter)),
      );
    const defined = await letters("#notation-table .letters mi");
    expect(new Set(defined).size).toBe(defined.length);
    const used = new Set(await letters("main math mi"));
    expect([...used].filter((letter) => !defined.includes(letter))).toEqual([]);
    expect(used.size).toBeGreaterThan(20);
  }));
