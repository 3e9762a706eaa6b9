import { expect, test } from "vitest";
import { axeViolations } from "../harness/axe.ts";
import { openMore, settled } from "../harness/figure-page.ts";
import { pagesForTests } from "../harness/pages.ts";
import { withPage } from "../harness/watched-page.ts";

/** The lab page: its own policy lets the figure train in workers, and it reads well. Any console message fails it. */

const opened = pagesForTests();
const link = "#pe-race?task=back&encodings=none+rope&steps=20&d-model=16&layers=1&heads=2&batch=8";

test("its figure trains in a worker for each encoding, under the page's policy", async () => {
  await withPage(opened.browser, opened.site, { path: `/lab/${link}` }, async (page) => {
    const figure = page.locator("pe-race");
    await figure.locator(".frame[data-state=drawn]").waitFor();
    await figure.getByRole("button", { name: "Train", exact: true }).click();
    await figure.getByRole("button", { name: "Trained" }).waitFor();
    await settled(figure);
    expect(page.workers()).toHaveLength(2);
    const scores = await figure.locator(".scores tbody td:not([colspan])").allTextContents();
    expect(scores).toHaveLength(12);
    expect(scores.slice(0, 8).join(" ")).toMatch(/^(\d+ % ?){8}$/);
    await openMore(figure);
    await figure.getByRole("button", { name: "Ask a model" }).click();
    await figure.getByText("Its answer after each word of a b c d e f g h: ").waitFor();
    expect(await figure.locator(".attention svg").count()).toBe(2);
    await figure.getByLabel("example", { exact: true }).fill("abz");
    await figure.getByRole("button", { name: "Ask", exact: true }).click();
    await figure.getByText('"z" is not a word of this task').waitFor();
    await figure.getByRole("button", { name: "Read positions" }).click();
    await figure.getByText("Position, read from the vectors by a linear map").waitFor();
    expect(await axeViolations(page)).toEqual([]);
  });
});

test.each([
  [1280, 800],
  [390, 844],
])(
  "at %i px the first screen has the button that trains, and one press asks another question",
  async (width, height) => {
    const path = "/lab/#pe-race?steps=20&d-model=16&layers=1&heads=2&batch=8";
    await withPage(opened.browser, opened.site, { path, width, height }, async (page) => {
      const figure = page.locator("pe-race");
      await figure.locator(".frame[data-state=drawn]").waitFor();
      const train = figure.locator("button.train"); // its word depends on what an earlier visit has trained
      expect((await train.boundingBox())!.y).toBeLessThan(height - 44);
      await page.getByRole("button", { name: "Are positions needed at all?", exact: true }).click();
      await figure.getByRole("button", { name: "Trained" }).waitFor();
      await figure
        .getByText(/On texts 2 times as long, .* Guessing gets \d/)
        .first()
        .waitFor();
      expect(await figure.getAttribute("encodings")).toBe("none rope");
    });
  },
);

test("a guess and a press reach a verdict, the next question keeps what is trained, and the address has all of it", async () => {
  const path =
    "/lab/#pe-race?encodings=sinusoidal+rope+alibi&steps=30&d-model=16&layers=1&heads=2&batch=8&seed=5";
  await withPage(opened.browser, opened.site, { path }, async (page) => {
    const figure = page.locator("pe-race");
    await figure.locator(".frame[data-state=drawn]").waitFor();
    const results = () =>
      figure.evaluate((race) => Reflect.get(race, "results") as { encoding: string; scores: number[] }[]);
    // Two clicks.
    await page.locator("#guess").getByRole("button", { name: "ALiBi" }).click();
    await figure.getByRole("button", { name: "Train", exact: true }).click();
    await figure.getByRole("button", { name: "Trained" }).waitFor();
    const first = await results();
    const far = first.map(({ scores }) => Math.round(100 * (scores[3] as number)));
    const best = Math.max(...far);
    await expect
      .poll(() => page.locator("#guessed").innerText())
      .toMatch(
        far[2] === best
          ? /^You said ALiBi, and you were right\./
          : new RegExp(`^You said ALiBi: it gets ${far[2]} %`),
      );
    const address = new URL(page.url());
    expect(address.searchParams.get("guess")).toBe("alibi");
    await page.getByRole("button", { name: "Next: Can YaRN rescue RoPE?" }).click();
    await expect.poll(() => figure.getAttribute("encodings")).toBe("rope");
    await figure.getByRole("button", { name: "Trained" }).waitFor(); // nothing is left to train
    expect(await results()).toEqual([first[1]]);
    await figure
      .getByText(/YaRN × 8 (lifts|lowers|changes nothing)/)
      .first()
      .waitFor();
    await expect.poll(() => page.url()).toContain("stretch=yarn");
    expect(page.url()).toContain("steps=30");
    await page.reload();
    await figure.getByRole("button", { name: "Trained" }).waitFor();
    expect(await results()).toEqual([first[1]]);
    await page.getByRole("button", { name: "Are positions needed at all?", exact: true }).click();
    await expect
      .poll(async () => (await results()).map(({ encoding }) => encoding))
      .toEqual(["none", "rope"]);
    expect((await results())[1]).toEqual(first[1]);
  });
});

test("the whole screen has the race alone, in larger letters; paper has it without buttons", async () => {
  await withPage(opened.browser, opened.site, { path: "/lab/" }, async (page) => {
    const figure = page.locator("pe-race");
    await figure.locator(".frame[data-state=drawn]").waitFor();
    const size = () =>
      figure
        .locator("svg.drawing text")
        .first()
        .evaluate((text) => text.getBoundingClientRect().height);
    const before = await size();
    await page.getByRole("button", { name: "Whole screen" }).click();
    await expect.poll(() => page.evaluate(() => document.fullscreenElement?.id)).toBe("stage");
    await expect.poll(size).toBeGreaterThan(1.1 * before);
    await page.evaluate(() => document.exitFullscreen());
    await page.emulateMedia({ media: "print" });
    expect(await page.locator("#stories").isVisible()).toBe(false);
    expect(await page.locator("#guess").isVisible()).toBe(false);
    expect(await figure.locator(".scores table").isVisible()).toBe(true);
    expect(await figure.getByRole("button", { name: "Train", exact: true }).isVisible()).toBe(false);
    await page.emulateMedia({ media: null });
  });
});

test("in the system's own colours its button is not paper on paper", async () => {
  await withPage(opened.browser, opened.site, { path: "/lab/" }, async (page) => {
    await page.emulateMedia({ forcedColors: "active" });
    const train = page.locator("pe-race button.train");
    await train.waitFor();
    const [ink, ground] = await train.evaluate((button) => {
      const { color, backgroundColor } = getComputedStyle(button);
      return [color, backgroundColor];
    });
    expect(ink).not.toBe(ground);
  });
});

test("without its module the figure says so, and Retry trains when the module is there", async () => {
  const expected = /Failed to load|WebAssembly|wasm|error/i;
  const path = `/lab/${link.replace("back", "copy")}`; // no results of another test are stored for it
  await withPage(opened.browser, opened.site, { path, expected }, async (page) => {
    await page.context().route("**/*.wasm", (route) => route.abort());
    const figure = page.locator("pe-race");
    await figure.locator(".frame[data-state=drawn]").waitFor();
    await figure.getByRole("button", { name: "Train", exact: true }).click();
    const retry = figure.getByRole("button", { name: "Retry" });
    await retry.waitFor();
    await figure
      .getByText(/Not trained: .*Press Retry to try again/)
      .first()
      .waitFor();
    expect(await figure.evaluate((race) => Reflect.get(race, "isFinished"))).toBe(false);
    await page.context().unroute("**/*.wasm");
    await retry.click();
    await figure.getByRole("button", { name: "Trained" }).waitFor();
  });
});

test("nothing is wider than the page, from 280 px", async () => {
  await withPage(opened.browser, opened.site, { path: "/lab/", width: 280 }, async (page) => {
    await page.locator("pe-race .frame[data-state=drawn]").waitFor();
    for (const width of [280, 360, 768, 1280]) {
      await page.setViewportSize({ width, height: 800 });
      const content = () => page.evaluate(() => document.documentElement.scrollWidth);
      await expect.poll(content, { message: `at ${width} px` }).toBeLessThanOrEqual(width);
    }
  });
});
