import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { readNpy } from "./harness/npy.ts";
import { pagesForTests } from "./harness/pages.ts";
import { runJavaScript, runNumpy } from "./harness/run-code.ts";
import { keepFiles, savedFile } from "./harness/saved-file.ts";
import { withPage } from "./harness/watched-page.ts";

/** The code that a figure gives away makes the numbers of its picture: for every figure that there is. */

const DEFINE = readFileSync(new URL("../../web/elements/define.ts", import.meta.url), "utf8");
const TAGS = [...new Set(DEFINE.match(/"pe-[a-z-]+"/g))]
  .map((name) => name.slice(1, -1))
  .filter((tag) => tag !== "pe-attention");

const opened = pagesForTests({
  pages: Object.fromEntries(
    TAGS.map((tag) => [
      `/${tag}.html`,
      `<!doctype html><script type="module" src="/dist/define.js"></script><${tag}></${tag}>`,
    ]),
  ),
});

/**
 * How far apart two makers of one number may be, in units of max(1, |number|). A float32 may be rounded the other way; a
 * float64 comes by sums in another order and a libm of its own, which at positions of 10^6 leave ten digits.
 */
const TOLERANCES = { "<f4": 2 ** -23, "<f8": 1e-9 };

const farthest = (made: readonly number[], shown: ArrayLike<number>) =>
  Math.max(...made.map((value, at) => Math.abs(value - shown[at]!) / Math.max(1, Math.abs(shown[at]!))));

test.each(TAGS)("<%s>: NumPy and JavaScript make the numbers of its .npy", async (tag) => {
  const path = `/${tag}.html`;
  await withPage(opened.browser, opened.site, { path, before: keepFiles }, async (page) => {
    const figure = page.locator(tag);
    await figure.waitFor({ state: "attached" });
    await figure.locator(".frame[data-state=drawn]").waitFor();
    await figure.getByRole("button", { name: "Share" }).click();
    const { type, shape, values } = readNpy(await savedFile(figure, page, ".npy"));
    expect(values.length).toBe(shape.reduce((product, length) => product * length, 1));
    expect(values.length).toBeGreaterThan(0);

    const code = async (language: string) => {
      await figure.getByRole("button", { name: language, exact: true }).click();
      return figure.getByLabel("Text to copy").inputValue();
    };
    for (const made of [runNumpy(await code("NumPy")), runJavaScript(await code("JavaScript"))]) {
      expect(made.length).toBe(values.length);
      expect(farthest(made, values)).toBeLessThanOrEqual(TOLERANCES[type]);
    }
  });
});
