import type { Locator, Page } from "playwright-core";
import { expect, test } from "vitest";
import { testOnce } from "./harness/once.ts";
import { pagesForTests } from "./harness/pages.ts";
import { strictPolicy } from "./harness/policy.ts";
import { ARTICLE } from "./harness/site.ts";
import { type WatchOptions, withPage } from "./harness/watched-page.ts";

/** How every figure behaves in its page, whatever it shows. */

const document = (body: string, scripts = ["/dist/define.js"]) =>
  `<!doctype html><html lang="en"><title>figures</title><link rel="icon" href="data:,">${scripts
    .map((src) => `<script type="module" src="${src}"></script>`)
    .join("")}<main>${body}</main>`;

const HEATMAP = "<pe-heatmap><p>A picture of the encoding.</p></pe-heatmap>";
const far = (count: number) => "<p>…</p>".repeat(count);

const pages = {
  "/one": document(HEATMAP),
  "/below": document(`${far(200)}${HEATMAP}`),
  "/twenty": document(HEATMAP.repeat(20)),
  "/twice": document(HEATMAP, ["/dist/define.js", "/dist/define.js?again"]),
  "/own": document(
    `<div id="box"><pe-heatmap d-model="8" positions="0 16"></pe-heatmap><pe-waves></pe-waves></div>`,
  ),
};

const opened = pagesForTests({ pages, csp: strictPolicy() });
/** The site's pages have a policy of their own. */
const site = pagesForTests({ pages });

const withFigures = <T>(path: string, use: (page: Page) => Promise<T>, options?: WatchOptions) =>
  withPage(opened.browser, opened.site, { path, ...options }, use);

const stateOf = (figure: Locator) => figure.locator(".frame").getAttribute("data-state");
const drawn = (figure: Locator) => figure.locator(".frame[data-state=drawn]").waitFor();
const wasmRequests = () => opened.site.requested.filter((path) => path.endsWith(".wasm")).length;

test("twenty figures share one module, and draw as they come into view", async () => {
  const before = wasmRequests();
  await withFigures("/twenty", async (page) => {
    const figures = page.locator("pe-heatmap");
    await drawn(figures.first());
    expect(await stateOf(figures.last())).toBe("waiting");
    await figures.last().scrollIntoViewIfNeeded();
    await drawn(figures.last());
    expect(await stateOf(figures.nth(9))).toBe("waiting");
  });
  expect(wasmRequests() - before).toBe(1);
});

test("nothing is loaded before a figure is near the screen; until then its children are shown", async () => {
  const before = wasmRequests();
  await withFigures("/below", async (page) => {
    const figure = page.locator("pe-heatmap");
    await page.waitForFunction(() => customElements.get("pe-heatmap"));
    await page.waitForTimeout(200);
    expect(wasmRequests()).toBe(before);
    await page.getByText("A picture of the encoding.").waitFor({ state: "visible" });
    await figure.scrollIntoViewIfNeeded();
    await drawn(figure);
    expect(await page.getByText("A picture of the encoding.").isVisible()).toBe(false);
  });
});

testOnce("a failed load leaves the children, says why, and can be tried again", async () => {
  opened.site.replies.set("/dist/posenc.wasm", { status: 404 });
  const expected = /Failed to load resource.*404/;
  await withFigures(
    "/one",
    async (page) => {
      const figure = page.locator("pe-heatmap");
      await expect
        .poll(() => figure.getByRole("alert").textContent())
        .toMatch(/could not be loaded.*404.*Retry/);
      expect(await page.getByText("A picture of the encoding.").isVisible()).toBe(true);
      await figure.getByRole("button", { name: "Retry" }).click();
      await figure.locator(".frame[data-state=failed]").waitFor();
      opened.site.replies.delete("/dist/posenc.wasm");
      await figure.getByRole("button", { name: "Retry" }).click();
      await drawn(figure);
      expect(await figure.getByRole("alert").isVisible()).toBe(false);
    },
    { expected },
  );
});

testOnce("the script may be loaded twice", async () => {
  await withFigures("/twice", (page) => drawn(page.locator("pe-heatmap")));
});

testOnce("many changes make one update, and attributes follow properties", async () => {
  await withFigures("/own", async (page) => {
    const figure = page.locator("pe-heatmap");
    await drawn(figure);
    const updates = await figure.evaluate(async (node) => {
      const element = node as HTMLElement & {
        dModel: number;
        base: number;
        updateComplete: Promise<boolean>;
      };
      let count = 0;
      const observer = new MutationObserver((records) => {
        count += records.filter(({ attributeName }) => attributeName === "aria-label").length;
      });
      observer.observe(element.shadowRoot as ShadowRoot, { subtree: true, attributes: true });
      for (let width = 2; width <= 64; width += 2) element.dModel = width;
      element.setAttribute("base", "500");
      await element.updateComplete;
      await new Promise((done) => setTimeout(done, 50));
      return count;
    });
    expect(updates).toBe(1);
    expect(await figure.getAttribute("d-model")).toBe("64");
    expect(await figure.evaluate((node) => (node as unknown as { base: number }).base)).toBe(500);
  });
});

testOnce(
  "a figure that is taken out of the page draws nothing there, and draws when it is put back",
  async () => {
    await withFigures("/own", async (page) => {
      const figure = page.locator("pe-waves");
      await drawn(figure);
      const drawing = () => figure.locator("svg.drawing").innerHTML();
      const before = await drawing();
      const apart = await figure.evaluate(async (node) => {
        const element = node as HTMLElement & { dModel: number };
        const place = element.parentElement;
        element.dModel = 8;
        await Promise.resolve(); // the update waits for its frame by now
        element.remove();
        await new Promise((done) => setTimeout(done, 100));
        const apart = element.shadowRoot?.querySelector("svg.drawing")?.innerHTML;
        place?.append(element);
        return apart;
      });
      expect(apart).toBe(before);
      await expect.poll(drawing).not.toBe(before);
    });
  },
);

test("figures take the text colour of the page they stand in", async () => {
  await withFigures("/own", async (page) => {
    const figure = page.locator("pe-heatmap");
    await drawn(figure);
    await page.locator("#box").evaluate((box) => {
      (box as HTMLElement).style.color = "rgb(1, 2, 3)";
    });
    const label = figure.locator("svg.drawing text").first();
    await expect
      .poll(() => label.evaluate((node) => getComputedStyle(node).fill)) // the figure follows a colour that fades, too
      .toBe("rgb(1, 2, 3)");
  });
});

test("printing draws figures that are still out of sight", async () => {
  await withFigures("/twenty", async (page) => {
    const figures = page.locator("pe-heatmap");
    await drawn(figures.first());
    await page.pdf();
    await drawn(figures.last());
  });
});

// Firefox measures no shifts of the layout.
testOnce("nothing on the page moves while its figures appear", async () => {
  const shifts = () => {
    const log: number[] = [];
    Object.assign(globalThis, { shifts: log });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) log.push((entry as unknown as { value: number }).value);
    }).observe({ type: "layout-shift", buffered: true });
  };
  for (const width of [360, 1280]) {
    await withPage(site.browser, site.site, { path: ARTICLE, width, before: shifts }, async (page) => {
      for (const id of ["#heatmap", "#clock"]) {
        await page.locator(id).scrollIntoViewIfNeeded();
        await drawn(page.locator(id));
      }
      expect(await page.evaluate(() => (globalThis as unknown as { shifts: number[] }).shifts)).toEqual([]);
    });
  }
});

/** Lit's marks of itself; it has no switch for them. */
const OF_LIT = ["litPropertyMetadata", "reactiveElementVersions"];

testOnce("importing the classes needs no DOM, and defines no global", async () => {
  const before = Object.keys(globalThis);
  const elements = await import("posenc/elements");
  await import("posenc/define");
  expect(typeof elements.HeatmapElement).toBe("function");
  expect(Object.keys(globalThis).filter((key) => ![...before, ...OF_LIT].includes(key))).toEqual([]);
});

test("sliders have the accent colour that is derived from the page's text, not one of the browser", async () => {
  await withFigures("/one", async (page) => {
    const figure = page.locator("pe-heatmap");
    await drawn(figure);
    const [accent, ofSlider] = await figure
      .locator("input[type=range]")
      .first()
      .evaluate((slider) => {
        const probe = slider.ownerDocument.createElement("i");
        probe.style.color = "var(--_accent)";
        slider.before(probe);
        return [getComputedStyle(probe).color, getComputedStyle(slider).accentColor];
      });
    expect(ofSlider).toBe(accent);
  });
});
