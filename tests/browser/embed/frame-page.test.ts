import { expect, test } from "vitest";
import { pagesForTests } from "../harness/pages.ts";
import { withPage } from "../harness/watched-page.ts";

/** The page with one figure, for platforms that allow only frames. */

const opened = pagesForTests();

test("shows the figure of its fragment, in its state, and loads no other", async () => {
  const path = "/embed.html#pe-waves?method=sinusoidal&dModel=20&dimensions=4+5";
  await withPage(opened.browser, opened.site, { path }, async (page) => {
    const figure = page.locator("pe-waves");
    await figure.locator(".frame[data-state=drawn]").waitFor();
    expect(await figure.getAttribute("d-model")).toBe("20");
    expect(await figure.getAttribute("dimensions")).toBe("4 5");
    expect(opened.site.requested.filter((asked) => asked.includes("heatmap"))).toEqual([]);
    await page.evaluate(() => {
      location.hash = "#pe-heatmap?method=sinusoidal&dModel=50&positions=0+20";
    });
    await page.locator("pe-heatmap .frame[data-state=drawn]").waitFor();
    expect(await page.locator("pe-heatmap").getAttribute("positions")).toBe("0 20");
    expect(await page.locator("pe-waves").count()).toBe(0);
  });
});

test("a figure that there is not leaves a sentence", async () => {
  await withPage(opened.browser, opened.site, { path: "/embed.html#pe-nothing" }, async (page) => {
    await expect.poll(() => page.locator("main").textContent()).toContain("pe-nothing: a figure");
  });
});
