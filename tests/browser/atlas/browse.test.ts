import type { Page } from "playwright-core";
import { atlas } from "posenc/atlas";
import { modelPositions, type PartPositions } from "posenc/spec";
import { expect, test } from "vitest";
import { axeViolations } from "../harness/axe.ts";
import { pagesForTests } from "../harness/pages.ts";
import { withPage } from "../harness/watched-page.ts";

/** The atlas as a stranger browses it: in few clicks, by facets, in an order, two models side by side. */

const opened = pagesForTests();

const withAtlas = <T>(search: string, use: (page: Page) => Promise<T>, width = 1280) =>
  withPage(opened.browser, opened.site, { path: `/atlas/${search}`, width }, async (page) => {
    await page.locator("#count:not(:empty)").waitFor();
    return use(page);
  });

const listed = (page: Page) => page.locator("#types .type-name").allTextContents();
const recipeOf = (page: Page, name: string) => page.locator(`[id="type-${name}"] .recipe`);

/** What the class of each type does, read without the page. */
const read = atlas().map(({ type }) => ({
  type,
  model: modelPositions({ [/^[A-Z]/.test(type) ? "_class_name" : "model_type"]: type }),
}));

const partsOf = (model: PartPositions & { parts: Readonly<Record<string, PartPositions>> }) => [
  model,
  ...Object.values(model.parts),
];

test("the layers of Gemma 3 27B are two clicks from the home page", async () => {
  await withPage(opened.browser, opened.site, { path: "/" }, async (page) => {
    await page.getByRole("navigation", { name: "Site" }).getByRole("link", { name: "Atlas" }).click();
    await page.getByRole("button", { name: "Gemma 3 27B" }).click();
    const recipe = recipeOf(page, "google/gemma-3-27b-it");
    const bars = recipe.locator(".bars").first().locator(".layer");
    expect(await bars.count()).toBe(62);
    // Its config.json: 62 layers, a window of 1024, and every sixth layer sees everything, at positions divided by 8.
    expect(await recipe.locator(".sentence").textContent()).toBe(
      "62 layers: 52 see the last 1\u202f024 tokens and rotate with base 10\u202f000; 10 see all tokens before them and rotate with base 1\u202f000\u202f000, positions ÷ 8. Pairs are halves; all 128 channels of a head rotate.",
    );
    expect(await recipe.locator(".card").textContent()).toMatch(/Measured on .*: transformers 5\.\d+\.\d+/);
  });
});

test("shows one model before anything is asked, and closes it when another is", async () => {
  await withAtlas("", async (page) => {
    expect(await page.locator("[aria-expanded=true] .type-name").allTextContents()).toEqual([
      "google/gemma-3-27b-it",
    ]);
    expect(new URL(page.url()).search).toBe("");
    await page.locator("#find").fill("mixtral");
    expect(await page.locator("[aria-expanded=true]").count()).toBe(0);
  });
});

test("facets say how many models they leave, and can be joined", async () => {
  await withAtlas("", async (page) => {
    const windows = page.getByRole("button", { name: /^windows/ });
    const interleaved = page.getByRole("button", { name: /^interleaved pairs/ });
    const number = async (button: typeof windows) => Number(await button.locator("span").textContent());
    await windows.click();
    expect(await windows.getAttribute("aria-pressed")).toBe("true");
    const withWindow = read.filter(({ model }) =>
      partsOf(model).some(({ layers }) =>
        layers.some(({ window }) => typeof window === "object" && window !== null),
      ),
    );
    expect(await page.locator("#count").textContent()).toContain(` and ${withWindow.length} types`);
    const both = await number(interleaved);
    await interleaved.click();
    expect(await number(windows)).toBe(both);
    const { searchParams } = new URL(page.url());
    expect(searchParams.get("facets")).toBe("window interleaved");
  });
  await withAtlas("?facets=window+interleaved", async (page) => {
    expect(await page.locator(".pills [aria-pressed=true]").count()).toBe(2);
  });
});

test.each([
  ["NoPE", "smollm3"],
  ["interleaved", "gptj"],
  ["window", "mistral"],
  ["YaRN", "gpt_oss"],
  ["ALiBi", "bloom"],
])("the word %s finds models that have it, such as %s", async (word, type) => {
  await withAtlas("", async (page) => {
    await page.locator("#find").fill(word);
    for (let step = 0; step < 12 && !(await listed(page)).includes(type); step++)
      await page.getByRole("button", { name: "More models" }).click();
    expect(await listed(page)).toContain(type);
  });
});

test("sorts by base, context and year, the largest first", async () => {
  await withAtlas("", async (page) => {
    const first = async (order: string) => {
      await page.getByLabel("Sorted by").selectOption(order);
      return (await listed(page))[0];
    };
    const baseOf = ({ model }: (typeof read)[number]) =>
      Math.max(
        0,
        ...model.layers.map(({ rotary }) =>
          rotary === null || rotary === "unknown" ? 0 : (rotary.base ?? 0),
        ),
      );
    const most = Math.max(...read.map(baseOf));
    const named = await first("base");
    expect(baseOf(read.find(({ type }) => type === named)!)).toBe(most);
    const context = Math.max(...atlas().map(({ defaults }) => Number(defaults.length) || 0));
    const longest = await first("context");
    expect(atlas().find(({ type }) => type === longest)?.defaults.length).toBe(context);
    const year = Math.max(...atlas().map((row) => row.year ?? 0));
    const newest = await first("year");
    expect(atlas().find(({ type }) => type === newest)?.year).toBe(year);
    expect(new URL(page.url()).searchParams.get("order")).toBe("year");
  });
});

test.each([390, 1280])("compares two models, what differs first, at %i px", async (width) => {
  const search = "?find=qwen3-8b&model=Qwen/Qwen3-8B";
  await withAtlas(
    search,
    async (page) => {
      const field = page.getByLabel("Compare with");
      await field.fill("nothing");
      await field.blur();
      expect(await page.locator(".compare [role=status]").textContent()).toMatch(
        /^No model is called nothing/,
      );
      await field.fill("google/gemma-3-27b-it");
      await field.blur();
      const table = page.locator(".facts-table");
      const kinds = await table.locator("tbody tr").evaluateAll((rows) => rows.map((row) => row.className));
      expect(kinds).toEqual([...kinds].sort()); // those that differ come before the same ones
      expect(await table.locator("tr", { hasText: "window" }).locator("td").allTextContents()).toEqual([
        "all tokens",
        "1\u202f024 and all tokens",
      ]);
      expect(await page.locator(".pair .bars").count()).toBe(2);
      expect(await axeViolations(page)).toEqual([]);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
      expect(new URL(page.url()).searchParams.get("with")).toBe("google/gemma-3-27b-it");
    },
    width,
  );
  await withAtlas(`${search}&with=google/gemma-3-27b-it`, async (page) => {
    expect(await page.locator(".pair .bars").count()).toBe(2);
  });
});

test("a published config with a list of kinds is read whole, and its traps are the engines that differ", async () => {
  await withAtlas("?find=gpt-oss-20b&model=openai/gpt-oss-20b", async (page) => {
    const recipe = recipeOf(page, "openai/gpt-oss-20b");
    expect(await recipe.locator(".doubts").count()).toBe(0);
    expect(await recipe.locator(".legend li").allTextContents()).toEqual([
      expect.stringMatching(/^12 of 24: .*sees the last 128 tokens$/),
      expect.stringMatching(/^12 of 24: .*sees all tokens before it$/),
    ]);
    await expect
      .poll(() => recipe.locator(".traps").textContent())
      .toMatch(/^4 of \d+ engines compute something else\..*rounds the ends of YaRN's ramp/);
    await recipe.getByRole("link", { name: "Compare all engines" }).click();
    await page.locator("#result h2", { hasText: "compute something else" }).waitFor();
  });
});

test("a link to the atlas's old place leads on", async () => {
  await withPage(
    opened.browser,
    opened.site,
    { path: "/reference/conventions.html?find=gptj&model=gptj" },
    async (page) => {
      await page.waitForURL(/\/atlas\/\?find=gptj&model=gptj$/);
      await recipeOf(page, "gptj").waitFor();
    },
  );
});
