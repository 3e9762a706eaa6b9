import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { settled, spokenBy } from "../harness/figure-page.ts";
import { pagesForTests } from "../harness/pages.ts";
import { withPage } from "../harness/watched-page.ts";

/** The page with one figure, for platforms that allow only frames. */

const ROPE = "pe-rope?preset=llama-2&view=wavelengths";
const opened = pagesForTests({
  pages: {
    "/outside": `<!doctype html><html lang="en"><title>t</title><link rel="icon" href="data:,"><button>Before</button>
<iframe src="/embed.html#${ROPE.replaceAll("&", "&amp;")}" title="Rotary" width="640" height="700"></iframe>`,
  },
});
const open = <T>(path: string, use: (page: Page) => Promise<T>) =>
  withPage(opened.browser, opened.site, { path }, use);

test("shows the figure of its fragment, in its state, and loads no other", async () => {
  await open("/embed.html#pe-waves?method=sinusoidal&dModel=20&dimensions=4+5", async (page) => {
    const figure = page.locator("pe-waves");
    await figure.locator(".frame[data-state=drawn]").waitFor();
    expect(await figure.getAttribute("d-model")).toBe("20");
    expect(await figure.getAttribute("dimensions")).toBe("4 5");
    expect(await page.title()).toBe("pe-waves · posenc");
    expect(opened.site.requested.filter((asked) => asked.includes("heatmap"))).toEqual([]);
    await page.evaluate(() => {
      location.hash = "#pe-heatmap?method=sinusoidal&dModel=50&positions=0+20";
    });
    await page.locator("pe-heatmap .frame[data-state=drawn]").waitFor();
    expect(await page.locator("pe-heatmap").getAttribute("positions")).toBe("0 20");
    expect(await page.locator("pe-waves").count()).toBe(0);
    expect(await page.title()).toBe("pe-heatmap · posenc");
  });
});

/** Fragments without a state, or with a wrong one, and the figure that is shown nevertheless. */
const BAD: readonly (readonly [name: string, fragment: string, tag: string])[] = [
  ["no fragment", "", "pe-heatmap"],
  ["a broken escape", "#pe-waves?dModel=%E0%A4%A&d-model=8", "pe-waves"],
  ["names of objects' insides", "#pe-waves?__proto__=1&constructor=2", "pe-waves"],
  ["numbers that are none", "#pe-waves?dModel=8.5e-400&base=NaN&marks=Infinity", "pe-waves"],
  ["1 MB of fields", `#pe-waves?${"dModel=8&".repeat(111_111)}`, "pe-waves"],
];

test.each(BAD)("%s leaves a figure that works", async (_, fragment, tag) => {
  await open("/embed.html", async (page) => {
    await page.evaluate((hash) => {
      location.hash = hash;
    }, fragment);
    await page.locator(`${tag} .frame[data-state=drawn]`).waitFor();
    expect(await page.locator("main > *").count()).toBe(1);
    expect(await page.locator("img").count()).toBe(0);
    expect(await page.locator(`${tag} .drawing`).evaluate((svg) => svg.outerHTML)).not.toMatch(
      /NaN|Infinity/,
    );
  });
});

test.each([
  ["a name without its prefix", "#race?task=back"],
  ["markup", "#<img src=x onerror=alert(1)>"],
  ["another spelling", "#PE-WAVES"],
  ["a name of 1 MB", `#pe-${"a".repeat(1_000_000)}`],
])("%s is answered by a sentence, and by no other figure", async (_, fragment) => {
  await open(`/embed.html${fragment.slice(0, 2000)}`, async (page) => {
    await expect
      .poll(() => page.locator("main").textContent())
      .toMatch(/^This address names no figure: “.{1,60}”/);
    expect(await page.locator("main > *").count()).toBe(0);
  });
});

test("a width that would take too long is refused at once", async () => {
  await open("/embed.html#pe-waves?dModel=1e309", async (page) => {
    await expect.poll(() => page.locator("pe-waves .note").textContent()).toContain("from 2 to 4096");
  });
});

test("an unknown figure gives a sentence", async () => {
  await open("/embed.html#pe-nothing", async (page) => {
    await expect.poll(() => page.locator("main").textContent()).toContain("pe-nothing: no figure");
  });
});

test("in a frame it can be reached and read by keys, and follows the frame's width", async () => {
  await open("/outside", async (page) => {
    const figure = page.frameLocator("iframe").locator("pe-rope");
    await figure.locator(".frame[data-state=drawn]").waitFor();
    await page.getByRole("button", { name: "Before" }).focus();
    await page.keyboard.press("Tab");
    const isReached = () => figure.evaluate((node) => document.activeElement === node);
    for (let presses = 0; presses < 5 && !(await isReached()); presses++) await page.keyboard.press("Tab");
    expect(await isReached()).toBe(true);
    await figure.locator(".plot").focus();
    await page.keyboard.press("ArrowRight"); // shows the cursor
    await page.keyboard.press("End");
    expect(await spokenBy(figure)).toMatch(/pair 63/); // of a head of 128 channels, from 0

    const drawing = () => figure.locator(".drawing").evaluate((svg) => svg.getBoundingClientRect().width);
    const overflow = () =>
      figure.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
    for (const width of [300, 900]) {
      await page
        .locator("iframe")
        .evaluate((frame, wide) => frame.setAttribute("width", String(wide)), width);
      await expect.poll(drawing).toBeGreaterThan(width - 60); // margins, and a scroll bar
      await settled(figure);
      expect(await overflow()).toBe(0);
      const marks = figure.locator(".drawing [data-fate]");
      const right = await marks.last().evaluate((mark) => mark.getBoundingClientRect().right);
      expect(right).toBeLessThanOrEqual(width);
    }
  });
});
