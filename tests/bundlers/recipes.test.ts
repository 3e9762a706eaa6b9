/** A figure in what people write pages with: each page is made from the packed package, and the figure in it works. */
import { cpSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { Page } from "playwright-core";
import { beforeAll, describe, expect, test } from "vitest";
import { nbconvert, pandoc } from "./documents.ts";
import { look, lookAtPages, lookInto } from "./look.ts";
import { makeProject, packed, ROOT, runIn } from "./project.ts";

lookAtPages();

async function drawn(page: Page, tag: string): Promise<void> {
  await page.locator(tag).scrollIntoViewIfNeeded();
  await page.locator(`${tag} .frame[data-state=drawn]`).waitFor();
}

/** A slider of the page moves the figure, and the figure's own slider the page. */
async function followsEachOther(page: Page): Promise<void> {
  const figure = page.locator("pe-waves");
  await drawn(page, "pe-waves");
  expect(await figure.getAttribute("d-model")).toBe("20");
  await page.locator("main input").first().fill("32");
  await expect.poll(() => figure.getAttribute("d-model")).toBe("32");
  await page.locator("main > output", { hasText: "32" }).waitFor();
  await figure.evaluate((element) => Object.assign(element, { dModel: 48 }));
  await expect.poll(() => page.locator("main > output").textContent()).toBe("48");
}

describe("in a framework", () => {
  let built: string;
  beforeAll(() => {
    const folder = makeProject("frameworks", ["frameworks"]);
    const guide = "web/site/reference/guides/post.jsx"; // React's component is what the reference shows
    cpSync(join(ROOT, guide), join(folder, "src/post.jsx"));
    runIn(folder, ["build.mjs"]);
    built = join(folder, "dist");
  });
  test.each(["react", "vue", "svelte"])("%s", (name) => lookInto(built, followsEachOther, `${name}.html`));
  test("mdx", async () => {
    const use = async (page: Page) => {
      await drawn(page, "pe-clock");
      await followsEachOther(page);
    };
    await lookInto(built, use, "mdx.html");
  });
});

test("astro", async () => {
  const folder = makeProject("astro", ["astro"]);
  runIn(folder, ["../../node_modules/astro/astro.js", "build"]);
  await lookInto(join(folder, "dist"), followsEachOther);
});

/** A page in a folder of its own, opened from the disk. */
async function lookAlone(folder: string, name: string): Promise<void> {
  const alone = join(folder, "alone");
  mkdirSync(alone);
  cpSync(join(folder, name), join(alone, name));
  await look(pathToFileURL(join(alone, name)).href, async (page) => {
    await drawn(page, "pe-waves");
    expect(await page.locator("pe-waves").getAttribute("d-model")).toBe("20");
  });
}

test.each([
  ["pandoc makes one file", pandoc, "post.html"],
  ["nbconvert makes a page of a notebook", nbconvert, "notebook.html"],
])("%s", async (_, make, page) => {
  const folder = makeProject(page.replace(".html", ""), ["documents"]);
  cpSync(join(packed, "dist/embed.single.js"), join(folder, "embed.single.js"));
  make(folder);
  await lookAlone(folder, page);
});

test("a service that rebundles packages gives one file each, from another address", async () => {
  const folder = makeProject("rebundled", ["rebundled"]);
  runIn(folder, ["build.mjs"]);
  await lookInto(join(folder, "dist"), async (page) => {
    await page.locator("output", { hasText: `${Math.fround(Math.sin(1))}` }).waitFor();
    await drawn(page, "pe-waves");
  });
});
