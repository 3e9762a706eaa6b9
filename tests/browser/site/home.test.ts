import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { openMore } from "../harness/figure-page.ts";
import { pagesForTests } from "../harness/pages.ts";
import { EMPTY } from "../harness/site.ts";
import { withPage } from "../harness/watched-page.ts";

/** The first page: what posenc is, a figure that answers a drag, and something that works for each way to use it. */

const opened = pagesForTests();
const hands = (page: Page) => page.getByRole("slider", { name: "position" });

async function drawn(page: Page): Promise<void> {
  await hands(page).waitFor();
  await page.locator("pe-attention").scrollIntoViewIfNeeded();
  await page.locator("pe-attention .frame[data-state=drawn]").waitFor();
}

test.each([
  [1280, 800],
  [390, 844],
])("at %i × %i px the first screen has the buttons and the figure's hands", async (width, height) => {
  await withPage(opened.browser, opened.site, { path: "/", width, height }, async (page) => {
    const acts = page.locator(".acts a");
    expect(await acts.allTextContents()).toEqual(["Read the article", "Check my model", "Install"]);
    await hands(page).waitFor();
    const bottoms = [...(await acts.all()), page.locator(".dial").last(), page.locator(".hands .frame")].map(
      (part) => part.evaluate((node) => node.getBoundingClientRect().bottom),
    );
    for (const bottom of await Promise.all(bottoms)) expect(bottom).toBeLessThanOrEqual(height);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
  });
});

test("a dragged hand moves the row, and the code and its numbers with it", async () => {
  await withPage(opened.browser, opened.site, { path: "/" }, async (page) => {
    await hands(page).waitFor();
    const position = async () => Number(await hands(page).getAttribute("aria-valuenow"));
    const before = await position();
    const box = await page.locator(".dial .rim").first().boundingBox();
    if (!box) throw new Error("the first dial is not drawn");
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
    await page.mouse.move(x - 20, y);
    await page.mouse.down();
    for (const angle of [-1.2, -0.6, 0, 0.6])
      await page.mouse.move(x + 20 * Math.sin(angle), y - 20 * Math.cos(angle));
    await page.mouse.up();
    const after = await position();
    expect(after).toBeGreaterThan(before); // a quarter of a revolution and more, at a radian a row
    expect(await page.locator("#start").textContent()).toBe(String(after));
    const numbers = ((await page.locator("#numbers").textContent()) ?? "").split("\n");
    expect(numbers).toHaveLength(8);
    for (const [channel, text] of numbers.entries()) {
      const phase = after / 10_000 ** (Math.floor(channel / 2) / 8);
      const exact = channel % 2 === 0 ? Math.sin(phase) : Math.cos(phase);
      expect(Math.fround(Number(text))).toBe(Math.fround(exact));
    }
  });
});

test("keys and a click in the table move the row as well", async () => {
  await withPage(opened.browser, opened.site, { path: "/" }, async (page) => {
    await hands(page).waitFor();
    const position = () => hands(page).getAttribute("aria-valuenow");
    await hands(page).focus();
    for (const [key, expected] of [
      ["End", "39"],
      ["ArrowUp", "38"],
      ["PageUp", "28"],
      ["Home", "0"],
    ] as const) {
      await page.keyboard.press(key);
      expect(await position()).toBe(expected);
    }
    const box = await page.locator(".hands .table").boundingBox();
    if (!box) throw new Error("the table is not drawn");
    await page.mouse.click(box.x + box.width / 2, box.y + (20.5 / 40) * box.height);
    expect(await position()).toBe("20");
  });
});

test("a config is answered in sentences, and a text that is none says why", async () => {
  await withPage(opened.browser, opened.site, { path: "/" }, async (page) => {
    await page.getByRole("button", { name: "Try Llama 3.1 8B’s" }).click();
    const answer = page.locator("#answer");
    await answer.getByText(/32 layers/).waitFor();
    await answer.getByText(/500\s?000/).waitFor();
    await page.locator("#config").fill("{ not a config");
    await answer.locator(".fault").waitFor();
    await page
      .locator("#config")
      .fill('{ "model_type": "bloom", "n_head": 16, "n_layer": 24, "hidden_size": 1024 }');
    await answer.getByText(/bias alibi/).waitFor();
    await page.locator("#config").fill("");
    await expect.poll(() => answer.textContent()).toBe("");
  });
});

test("without its module the figure says so, and Retry brings it", async () => {
  await withPage(opened.browser, opened.site, { path: EMPTY, expected: /./ }, async (page) => {
    await page.route("**/*.wasm", (route) => route.abort());
    await page.goto(`${opened.site.origin}/`);
    await page.locator("#hands-note", { hasText: /\w/ }).waitFor();
    await page.unroute("**/*.wasm");
    await page.getByRole("button", { name: "Retry" }).first().click();
    await hands(page).waitFor();
    expect(await page.locator("#hands-note").textContent()).toBe("");
  });
});

test("attention without and with positions answers to another encoding", async () => {
  await withPage(opened.browser, opened.site, { path: "/" }, async (page) => {
    await drawn(page);
    const attention = page.locator("pe-attention");
    const largest = () => attention.locator(".number").last().textContent();
    const before = await largest();
    await openMore(attention);
    await attention.getByRole("combobox", { name: "another" }).selectOption({ label: "No positions" });
    await expect.poll(largest).not.toBe(before);
  });
});

test.each(["#clocks", "#heatmap?dModel=8", "#figure-waves"])(
  "the old link %s leads to the article",
  async (hash) => {
    await withPage(opened.browser, opened.site, { path: `/${hash}` }, async (page) => {
      await page.waitForURL(`**/article/${hash}`);
    });
  },
);

test("a link to a figure of the page, or to a heading, stays", async () => {
  for (const hash of ["#use", "#pe-attention?dModel=8"])
    await withPage(opened.browser, opened.site, { path: `/${hash}` }, async (page) => {
      await drawn(page);
      expect(new URL(page.url()).pathname).toBe("/");
    });
});

test("a button copies each way to use it", async () => {
  await withPage(opened.browser, opened.site, { path: "/" }, async (page) => {
    const places = page.locator(".copied");
    expect(await places.count()).toBe(2);
    await page.evaluate(() => {
      Object.defineProperty(navigator, "clipboard", {
        value: { writeText: async (text: string) => Object.assign(globalThis, { copied: text }) },
      });
    });
    await places.first().getByRole("button").click();
    expect(await places.first().getByRole("button").textContent()).toBe("Copied");
    expect(await page.evaluate(() => Reflect.get(globalThis, "copied"))).toMatch(/^npm install .*\.tgz$/);
  });
});

describe("compressed", () => {
  const compressed = pagesForTests({ brotli: true });

  test("a first visit with all three figures transfers at most 195 kB, of which four faces of type are 60", async () => {
    await withPage(compressed.browser, compressed.site, { path: EMPTY }, async (page) => {
      const answers: Promise<{ responseBodySize: number }>[] = [];
      page.on("requestfinished", (request) => answers.push(request.sizes()));
      await page.goto(`${compressed.site.origin}/`);
      await drawn(page);
      await page.waitForLoadState("networkidle");
      const bytes = (await Promise.all(answers)).reduce(
        (sum, { responseBodySize }) => sum + responseBodySize,
        0,
      );
      expect(bytes).toBeGreaterThan(10_000);
      expect(bytes).toBeLessThanOrEqual(195_000);
    });
  });
});
