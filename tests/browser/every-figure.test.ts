import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Locator } from "playwright-core";
import { expect, test } from "vitest";
import { figures, figuresForTests, noteOf, tagOf } from "./harness/all-figures.ts";
import { drawn } from "./harness/figure-page.ts";
import { pagesForTests } from "./harness/pages.ts";
import { DIST } from "./harness/site.ts";
import { withPage } from "./harness/watched-page.ts";

/** Every figure in containers of all sizes. */

const ALL = {
  pages: {
    "/": `<!doctype html><html lang="en"><title>t</title><meta name="viewport" content="width=device-width, initial-scale=1">
<link rel="icon" href="data:,"><script type="module" src="/dist/embed.js"></script>
<main style="font-family: DejaVu Sans, sans-serif">
${figures
  .map(tagOf)
  .map((tag) => `<${tag}><p>In place of ${tag}.</p></${tag}>`)
  .join("\n")}</main>`,
  },
};
const opened = pagesForTests(ALL);
const withFigures = figuresForTests();

/** What a number that is none leaves in a drawing. */
const WRONG = /NaN|Infinity|undefined/;

async function expectSound(shown: Locator): Promise<void> {
  expect(await noteOf(shown)).toBe("");
  const drawings = await shown.locator("svg").evaluateAll((nodes) => nodes.map((node) => node.outerHTML));
  expect(drawings.join("").replaceAll(/data:[^"]*/g, "")).not.toMatch(WRONG);
}

/** CSS pixels, a little less than a plot's margin of clipping: fonts of browsers differ by some. */
const MARGIN = 8;

/** Words of a drawing that stand out at a side of the figure, and so are cut. */
const wordsOutside = (shown: Locator): Promise<string[]> =>
  shown.evaluate((node, margin) => {
    const { left, right } = node.getBoundingClientRect();
    const words = [...(node.shadowRoot?.querySelectorAll(".drawing text") ?? [])];
    const isOutside = (word: Element) => {
      const box = word.getBoundingClientRect();
      return box.width > 0 && (box.left < left - margin || box.right > right + margin);
    };
    return words.filter(isOutside).map((word) => word.textContent ?? "");
  }, MARGIN);

test.each(figures.map(tagOf))(
  "%s is drawn once it is shown, and correctly in 0, 20, 280 and 10 000 px",
  async (tag) => {
    await withFigures(async ({ page }) => {
      const shown = page.locator(tag);
      await page.evaluate((name) => {
        const box = document.createElement("div");
        box.id = "box";
        box.hidden = true;
        box.style.fontFamily = "DejaVu Sans, sans-serif";
        box.append(document.createElement(name));
        document.querySelector("main")?.append(box);
      }, tag);
      expect(await shown.locator(".frame").getAttribute("data-state")).toBe("waiting");
      const box = page.locator("#box");
      const widen = (width: number) =>
        box.evaluate((node, wide) => {
          (node as HTMLElement).hidden = false;
          (node as HTMLElement).style.inlineSize = `${wide}px`;
        }, width);
      await widen(0);
      await widen(280);
      await drawn(shown);
      await expectSound(shown);
      for (const width of [20, 10_000, 0, 280]) {
        await widen(width);
        await expectSound(shown);
      }
      expect(await wordsOutside(shown)).toEqual([]);
    });
  },
);

interface Attribute {
  readonly name: string;
  readonly fieldName: string;
  readonly type: { readonly text: string };
  readonly default?: string;
}

/** The attributes that the package's manifest has for each figure. */
const attributesOf = (): [tag: string, attributes: Attribute[]][] => {
  const { modules } = JSON.parse(readFileSync(join(DIST, "custom-elements.json"), "utf8"));
  return modules[0].declarations.map(
    ({ tagName, attributes }: { tagName: string; attributes: Attribute[] }) => [
      tagName,
      attributes.filter(({ type }) => type.text !== "boolean"), // is there or not, whatever its text
    ],
  );
};

test("a property accepts the text of its attribute, as some frameworks set it", async () => {
  await withPage(opened.browser, opened.site, {}, async (page) => {
    for (const [tag, attributes] of attributesOf()) {
      await page.waitForFunction((name) => customElements.get(name), tag);
      const [given, meant] = await page.evaluate(
        ([name, list]) => {
          const values = (give: (figure: HTMLElement, attribute: Attribute, text: string) => void) =>
            list.map((attribute) => {
              const figure = document.createElement(name);
              give(figure, attribute, attribute.default ?? "4 8");
              return JSON.stringify(Reflect.get(figure, attribute.fieldName));
            });
          return [
            values((figure, { fieldName }, text) => Reflect.set(figure, fieldName, text)),
            values((figure, { name }, text) => figure.setAttribute(name, text)),
          ];
        },
        [tag, attributes] as const,
      );
      expect(given, tag).toEqual(meant);
    }
  });
});

test("at a zoom of 400 % every figure fits a window of 1280 × 1024 pixels", async () => {
  const zoomed = { width: 320, height: 256, deviceScaleFactor: 4 };
  await withPage(opened.browser, opened.site, zoomed, async (page) => {
    for (const tag of figures.map(tagOf)) {
      const shown = page.locator(tag);
      await shown.scrollIntoViewIfNeeded();
      await drawn(shown);
      await expectSound(shown);
    }
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
  });
});
