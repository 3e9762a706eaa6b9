/** A figure in another page's prose has the geometry that it has alone: it takes the page's font and colours, and no more. */
import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { pagesForTests } from "../harness/pages.ts";
import { withPage } from "../harness/watched-page.ts";
import { HOST_STYLES } from "./host-styles.ts";

/** A table of values and all kinds of controls are among them. */
const TAGS = ["pe-heatmap", "pe-rope", "pe-attention", "pe-criteria"];
const WIDTH = 640; // CSS pixels of the column of text

const page = (
  styles: string,
) => `<!doctype html><html lang="en"><title>t</title><link rel="icon" href="data:,">
<style>${styles} #room { inline-size: ${WIDTH}px; font-family: sans-serif !important; }</style>
<script type="module" src="/dist/embed.js"></script>
<main class="content"><div id="room">${TAGS.map((tag) => `<${tag}><p>Text.</p></${tag}>`).join("")}</div></main>`;

const names = Object.keys(HOST_STYLES);
const opened = pagesForTests({
  pages: {
    "/plain": page(""),
    "/small-rem": page("html { font-size: 62.5%; }"),
    ...Object.fromEntries(names.map((name, n) => [`/${n}`, page(HOST_STYLES[name] as string)])),
  },
});

interface Boxes {
  readonly names: readonly string[];
  /** Left, top, width and height of each, CSS pixels from the figure's corner. */
  readonly numbers: readonly number[];
}

/** Every visible element of a figure. */
const boxesOf = (page: Page, tag: string): Promise<Boxes> =>
  page.locator(tag).evaluate((figure) => {
    const corner = figure.getBoundingClientRect();
    const elements = [...(figure.shadowRoot?.querySelectorAll(".figure *") ?? [])];
    const boxes = elements.map((element) => ({ element, box: element.getBoundingClientRect() }));
    const visible = boxes.filter(({ box }) => box.width + box.height > 0);
    return {
      names: visible.map(({ element }) => element.localName),
      numbers: visible.flatMap(({ box }) => [
        box.left - corner.left,
        box.top - corner.top,
        box.width,
        box.height,
      ]),
    };
  });

/** Boxes of the figures with their panels open. */
async function geometry(path: string): Promise<Boxes[]> {
  return withPage(opened.browser, opened.site, { path, width: 900 }, async (page) => {
    const boxes: Boxes[] = [];
    for (const tag of TAGS) {
      const figure = page.locator(tag);
      await figure.scrollIntoViewIfNeeded();
      await figure.locator(".frame[data-state=drawn]").waitFor();
      for (const name of ["More", "Values", "Share"]) await figure.getByRole("button", { name }).click();
      await figure.locator("[part=panel] td").first().waitFor();
      boxes.push(await boxesOf(page, tag));
    }
    return boxes;
  });
}

/** CSS pixels: glyphs are placed on a grid that depends on where the figure stands. */
const TOLERANCE = 0.5;

describe("a figure keeps its geometry", () => {
  let plain: ReturnType<typeof geometry> | undefined;

  test.each(names.map((name, n) => [name, `/${n}`]))("in %s", async (_, path) => {
    plain ??= geometry("/plain");
    const [expected, found] = [await plain, await geometry(path)];
    TAGS.forEach((tag, n) => {
      const [alone, inside] = [expected[n] as Boxes, found[n] as Boxes];
      expect(alone.names.length, tag).toBeGreaterThan(50);
      expect(inside.names, tag).toEqual(alone.names);
      const moved = inside.numbers.findIndex(
        (at, k) => Math.abs(at - (alone.numbers[k] as number)) > TOLERANCE,
      );
      expect(inside.names[Math.floor(moved / 4)], `${tag}: the first element that moved`).toBeUndefined();
    });
  });
});

test("a figure takes the page's colour and font", async () => {
  await withPage(opened.browser, opened.site, { path: "/0" }, async (page) => {
    const figure = page.locator("pe-heatmap");
    await figure.locator(".frame[data-state=drawn]").waitFor();
    const look = (node: Element) => {
      const { color, fontFamily } = getComputedStyle(node);
      return { color, fontFamily };
    };
    expect(await figure.locator(".plot").evaluate(look)).toEqual(await page.locator("#room").evaluate(look));
  });
});

test("if a rem is 10 px, texts are still 12 px high", async () => {
  await withPage(opened.browser, opened.site, { path: "/small-rem" }, async (page) => {
    const figure = page.locator("pe-heatmap");
    await figure.locator(".frame[data-state=drawn]").waitFor();
    const size = await figure
      .locator("button")
      .first()
      .evaluate((node) => getComputedStyle(node).fontSize);
    expect(Number.parseFloat(size)).toBe(12);
  });
});
