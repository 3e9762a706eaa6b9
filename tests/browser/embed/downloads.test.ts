/** One script tag: what a page gets, what it downloads for it, and that no figure loads another's code. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { brotliCompressSync } from "node:zlib";
import * as elements from "posenc/elements";
import { expect, test } from "vitest";
import { figureTags } from "../harness/figure-tags.ts";
import { pagesForTests } from "../harness/pages.ts";
import { DIST, type Site } from "../harness/site.ts";
import { type WatchOptions, withPage } from "../harness/watched-page.ts";

const script = '<script type="module" src="/dist/embed.js"></script>';
const page = (body: string) =>
  `<!doctype html><html lang="en"><title>t</title><link rel="icon" href="data:,">${script}${body}`;
const fallback = "<p>What the figure would show.</p>";
const figure = (tag: string) => `<${tag}>${fallback}</${tag}>`;
const table = `
  import { load } from "/dist/index.js";
  document.body.append((await load()).sinusoidal({ length: 2, dModel: 4 })[4]);
`;

const names = figureTags();

const pages: Record<string, string> = {
  ...Object.fromEntries(names.map((name) => [`/${name}`, page(figure(name))])),
  "/none": page("<p>No figure.</p>"),
  "/table": `<!doctype html><link rel="icon" href="data:,"><body><script type="module">${table}</script>`,
};

const opened = pagesForTests({ pages });

/** The files of the package that a page asks for, each once. */
async function filesFor(path: string, use: Parameters<typeof withPage<void>>[3]): Promise<string[]> {
  const from = opened.site.requested.length;
  await withPage(opened.browser, opened.site, { path } satisfies WatchOptions, use);
  const files = requestedSince(opened.site, from).filter((file) => file.startsWith("/dist/"));
  expect(new Set(files).size, "nothing is asked for twice").toBe(files.length);
  return files.map((file) => file.slice("/dist/".length));
}

const requestedSince = ({ requested }: Site, from: number) => requested.slice(from);
const isScript = (file: string) => file.endsWith(".js");

/** Bytes of brotli. */
const weigh = (files: readonly string[]) =>
  files.reduce((sum, file) => sum + brotliCompressSync(readFileSync(join(DIST, file))).length, 0);

const drawn = (tag: string) => async (page: import("playwright-core").Page) => {
  await page.locator(`${tag} .frame[data-state=drawn]`).waitFor();
  expect(await page.getByText("What the figure would show.").isVisible()).toBe(false);
};

test("embed.js knows the figures that define.js registers", () => {
  const registered = Object.values(elements as object).flatMap(({ definition }) => definition?.tag ?? []);
  expect(names).toEqual(registered.sort());
});

test("a page without figures loads the one script", async () => {
  const files = await filesFor("/none", async (page) => {
    await page.getByText("No figure.").waitFor();
  });
  expect(files.filter((file) => file !== "embed.js")).toEqual(["chunks/define-element.js"]);
});

test("a heat map downloads at most 46 kB of script, and 63 kB in all", async () => {
  const files = await filesFor("/pe-heatmap", drawn("pe-heatmap"));
  expect(weigh(files.filter(isScript))).toBeLessThanOrEqual(46_000);
  expect(weigh(files)).toBeLessThanOrEqual(63_000);
});

/** Figures without a module: one shows facts, one computes in JavaScript, and one fetches its module when it trains. */
const withoutModule = ["pe-atlas", "pe-parity", "pe-race", "pe-thread"];

/** The scripts that fetch a module, which each figure has that does not need the full one. */
const withSmallModules: Readonly<Record<string, readonly string[]>> = {
  "pe-heatmap": ["light-functions.js"],
  "pe-waves": ["light-functions.js"],
  "pe-probe": ["light-functions.js"],
  "pe-clock": ["light-functions.js"],
  "pe-attention": ["light-functions.js", "small-modules.js"],
  "pe-shuffle": ["light-functions.js", "small-modules.js"],
  "pe-recurrent": ["light-functions.js", "small-modules.js"],
};
const LOADERS = ["index.js", "encodings.js", "light-functions.js", "small-modules.js"];

test.each(names)("%s loads code of no other figure, and no more modules than it needs", async (name) => {
  const chunk = (tag: string) => `chunks/${tag.replace("pe-", "")}.js`;
  const files = await filesFor(`/${name}`, drawn(name));
  expect(files).toContain(chunk(name));
  for (const other of names.filter((other) => other !== name)) expect(files).not.toContain(chunk(other));
  const loaders = withoutModule.includes(name) ? [] : (withSmallModules[name] ?? ["encodings.js"]);
  expect(files.filter((file) => LOADERS.includes(file)).sort()).toEqual(loaders);
  expect(files.filter((file) => file.endsWith(".wasm"))).toHaveLength(loaders.length);
});

test("a figure that is added later is loaded then, and one script serves them all", async () => {
  const files = await filesFor("/none", async (page) => {
    await page.evaluate(() => document.body.append(document.createElement("pe-waves")));
    await page.locator("pe-waves .frame[data-state=drawn]").waitFor();
  });
  expect(files).toContain("chunks/waves.js");
  expect(files).not.toContain("chunks/heatmap.js");
});

test("a page that imports posenc and makes one table downloads at most 30.3 kB", async () => {
  const files = await filesFor("/table", async (page) => {
    await page.getByText("0.841470").waitFor();
  });
  expect(files.sort()).toEqual(["index.js", "posenc.wasm"]);
  const html = brotliCompressSync(pages["/table"]!).length;
  expect(html + weigh(files)).toBeLessThanOrEqual(30_300);
});
