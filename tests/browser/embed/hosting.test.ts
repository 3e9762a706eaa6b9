/** Where and how pages of all kinds load the script: a figure is drawn, or its children stay; and the console is quiet. */
import { createHash } from "node:crypto";
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { version } from "posenc";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { settled, spokenBy } from "../harness/figure-page.ts";
import { testOnce } from "../harness/once.ts";
import { pagesForTests } from "../harness/pages.ts";
import { strictPolicy } from "../harness/policy.ts";
import { DIST } from "../harness/site.ts";
import { type WatchOptions, withPage } from "../harness/watched-page.ts";

const CHILDREN = "What the figure would show.";
/** One figure of each of the package's modules. */
const TAGS = ["pe-waves", "pe-bias"];
const figures = TAGS.map((tag) => `<${tag}><p>${CHILDREN}</p></${tag}>`).join("\n");
const script = (src: string, attributes = "") => `<script type="module" src="${src}" ${attributes}></script>`;
const EMBED = script("/dist/embed.js");
const page = (body: string) =>
  `<!doctype html><html lang="en"><title>t</title><link rel="icon" href="data:,"><main>${body}</main>`;

async function expectDrawn(page: Page): Promise<void> {
  for (const tag of TAGS) {
    await page.locator(tag).scrollIntoViewIfNeeded();
    await page.locator(`${tag} .frame[data-state=drawn]`).waitFor();
    expect(await page.locator(tag).getByText(CHILDREN).isVisible()).toBe(false);
  }
}

async function expectChildren(page: Page): Promise<void> {
  for (const tag of TAGS) expect(await page.locator(tag).getByText(CHILDREN).isVisible()).toBe(true);
}

/** The script of a figure. */
const chunkOf = (tag: string) => `chunks/${tag.replace("pe-", "")}.js`;

/** Waits until the page's scripts and those of its figures, from this folder, have run, and for the frame after them. */
async function loaded(page: Page, folder: string): Promise<void> {
  const scripts = await page
    .locator("script")
    .evaluateAll((all) => all.map((one) => one.getAttribute("src")));
  for (const address of [...scripts, ...TAGS.map((tag) => folder + chunkOf(tag))])
    await page.evaluate(`import(${JSON.stringify(address)})`); // as text: Vitest rewrites what a function imports
  for (const tag of TAGS) await settled(page.locator(tag));
}

/** Names in the page's global scope, but for two by which Lit counts its copies, and those of the browser's driver. */
const globals = (page: Page) =>
  page.evaluate(() => Object.keys(globalThis).filter((name) => !/^(lit|reactiveElement|__pw)/.test(name)));

/** A second version of the package: another text of each script, under another address. */
const other = mkdtempSync(join(tmpdir(), "posenc-other-"));
const OTHER_VERSION = `${version}-other`;
beforeAll(() => {
  cpSync(DIST, other, { recursive: true });
  const scripts = readdirSync(other, { recursive: true, encoding: "utf8" }).filter((name) =>
    name.endsWith(".js"),
  );
  const changed = scripts.filter((name) => {
    const file = join(other, name);
    const text = readFileSync(file, "utf8");
    writeFileSync(file, `${text.replaceAll(version, OTHER_VERSION)}\n// ${OTHER_VERSION}\n`);
    return text.includes(version);
  });
  expect(changed.length).toBeGreaterThan(0);
});
afterAll(() => rmSync(other, { recursive: true, force: true }));

describe("under the strictest policy", () => {
  const pages = {
    "/early": page(EMBED + figures),
    "/late": page(figures + EMBED),
    "/twice": page(EMBED + figures + EMBED),
    "/twice-by-address": page(EMBED + script("/dist/embed.js?again") + figures),
    "/with-define": page(EMBED + script("/dist/define.js") + figures),
    "/two-versions": page(EMBED + script("/other/embed.js") + figures),
    "/none": page(""),
  };
  const opened = pagesForTests({
    folders: { "/dist/": DIST, "/other/": other },
    pages,
    csp: strictPolicy(),
    delay: (path) => (path.startsWith("/other/chunks/") ? 500 : 0), // the first version is there first
  });
  const open = (path: string, use: (page: Page) => Promise<void>, options: WatchOptions = {}) =>
    withPage(opened.browser, opened.site, { ...options, path }, use);

  let before: string[];
  beforeAll(() =>
    open("/none", async (page) => {
      before = await globals(page);
    }),
  );
  const draws = (path: string) =>
    open(path, async (page) => {
      await expectDrawn(page);
      expect(await globals(page)).toEqual(before);
    });
  test.each(["/early", "/late"])("%s", draws);
  testOnce.each(["/twice", "/twice-by-address", "/with-define", "/two-versions"])("%s", draws);

  test("of two versions the first one draws, and the second does nothing", async () => {
    const from = opened.site.requested.length;
    await open("/two-versions", async (page) => {
      await expectDrawn(page);
      await loaded(page, "/other/");
    });
    const asked = opened.site.requested.slice(from);
    for (const tag of TAGS) expect(asked).toContain(`/other/${chunkOf(tag)}`);
    const modules = asked.filter((path) => path.endsWith(".wasm"));
    expect(new Set(modules.map((path) => path.split("/")[1]))).toEqual(new Set(["dist"]));
    expect(new Set(modules).size, "nothing is asked for twice").toBe(modules.length);
  });

  testOnce("if storage is denied", async () => {
    const deny = () => {
      for (const name of ["localStorage", "sessionStorage", "indexedDB", "caches"]) {
        Object.defineProperty(globalThis, name, {
          get() {
            throw new DOMException("denied", "SecurityError");
          },
        });
      }
    };
    await open("/early", expectDrawn, { before: deny });
  });

  testOnce("in a DOM without layout the children stay", async () => {
    const remove = () => {
      for (const name of ["IntersectionObserver", "ResizeObserver", "matchMedia"])
        Reflect.deleteProperty(globalThis, name);
    };
    const look = async (page: Page) => {
      await loaded(page, "/dist/");
      await expectChildren(page);
    };
    for (const path of ["/early", "/with-define"]) await open(path, look, { before: remove });
  });

  test("on a page that the reader returns to", async () => {
    await open("/early", async (page) => {
      await expectDrawn(page);
      await page.goto(`${opened.site.origin}/none`);
      await page.goBack();
      await expectDrawn(page);
      const figure = page.locator("pe-bias");
      await figure.scrollIntoViewIfNeeded();
      await figure.locator(".plot").press("ArrowRight");
      expect(await spokenBy(figure)).toMatch(/\d/);
    });
  });
});

describe("from another origin", () => {
  const library = pagesForTests({ folders: { "/dist/": DIST }, shared: true });
  const address = () => `${library.site.origin}/dist/embed.js`;
  const hash = (bytes: string | Buffer) => `sha384-${createHash("sha384").update(bytes).digest("base64")}`;
  const pinned = (integrity: string) => `integrity="${integrity}" crossorigin`;
  const frame = (content: string) =>
    `<iframe sandbox="allow-scripts" width="800" height="1200" srcdoc="${content.replaceAll('"', "&quot;")}"></iframe>`;
  const right = () => pinned(hash(readFileSync(join(DIST, "embed.js"))));

  const opened = pagesForTests({
    pages: {
      get "/pinned"() {
        return page(script(address(), right()) + figures);
      },
      get "/changed"() {
        return page(script(address(), pinned(hash("another file"))) + figures);
      },
      get "/framed"() {
        return page(frame(page(script(address(), right()) + figures)));
      },
    },
  });
  const foreign = () => `^foreign request: ${library.site.origin}`;
  const open = (path: string, use: (page: Page) => Promise<void>, expected = foreign()) =>
    withPage(opened.browser, opened.site, { path, expected: new RegExp(expected) }, use);

  test("with the integrity of the script", () => open("/pinned", expectDrawn));

  test("a script with another hash does not run, and the children stay", () =>
    open("/changed", expectChildren, `${foreign()}|integrity`));

  test("in a sandboxed frame without an origin", async () => {
    const look = async (page: Page) => {
      for (const tag of TAGS) {
        const figure = page.frameLocator("iframe").locator(tag);
        await figure.scrollIntoViewIfNeeded();
        await figure.locator(".frame[data-state=drawn]").waitFor();
        for (const name of ["More", "Share"]) await figure.getByRole("button", { name }).click();
        await figure.getByRole("button", { name: "Link" }).click();
        expect(await figure.getByLabel("Text to copy").inputValue()).toContain(`#${tag}?`);
      }
    };
    await open("/framed", look, `${foreign()}|Clipboard API has been blocked`); // the reader copies by hand
  });
});

testOnce("a figure whose code does not load keeps its children, and another one is drawn", async () => {
  await withPage(broken.browser, broken.site, { path: "/", expected: /waves\.js|404/ }, async (page) => {
    await page.locator("pe-bias .frame[data-state=drawn]").waitFor();
    expect(await page.locator("pe-waves").getByText(CHILDREN).isVisible()).toBe(true);
  });
});
const broken = pagesForTests({ pages: { "/": page(figures + EMBED) } });
beforeAll(() => {
  broken.site.replies.set("/dist/chunks/waves.js", { status: 404 });
});
