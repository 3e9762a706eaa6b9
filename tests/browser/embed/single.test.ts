/** `embed.single.js` under the strictest policies: what it needs, and that it asks for nothing but itself. */
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Script } from "node:vm";
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { openMore } from "../harness/figure-page.ts";
import { testOnce } from "../harness/once.ts";
import { pagesForTests } from "../harness/pages.ts";
import { DIST } from "../harness/site.ts";
import { withPage } from "../harness/watched-page.ts";

const code = readFileSync(join(DIST, "embed.single.js"), "utf8");
const hash = `'sha256-${createHash("sha256").update(code).digest("base64")}'`;
const TYPES = "require-trusted-types-for 'script'; trusted-types 'none'";
const CHILDREN = "What the figure would show.";
const TAGS = ["pe-waves", "pe-bias", "pe-heatmap", "pe-attention"];
const figures = TAGS.map((tag) => `<${tag}><p>${CHILDREN}</p></${tag}>`);

const policy = (scripts: string) =>
  `<meta http-equiv="Content-Security-Policy" content="default-src 'none'; img-src data:; script-src ${scripts}; ${TYPES}">`;
const page = (scripts: string, script: string, shown = figures.join("")) =>
  `<!doctype html><html lang="en"><meta charset="utf-8">${policy(scripts)}<title>t</title><link rel="icon" href="data:,">${script}${shown}`;
const beside = '<script src="/dist/embed.single.js"></script>';
const inside = `<script>${code}</script>`;

const opened = pagesForTests({
  pages: {
    "/beside": page("'self' 'wasm-unsafe-eval'", beside),
    "/inside": page(`${hash} 'wasm-unsafe-eval'`, inside),
    "/no-wasm": page("'self'", beside),
    "/race": page("'self' 'wasm-unsafe-eval'", beside, '<pe-race steps="50"></pe-race>'),
  },
});

async function drawn(page: Page): Promise<void> {
  for (const tag of TAGS) {
    await page.locator(tag).scrollIntoViewIfNeeded();
    await page.locator(`${tag} .frame[data-state=drawn]`).waitFor();
    expect(await page.locator(tag).getByText(CHILDREN).isVisible()).toBe(false);
  }
}

test.each([
  ["/beside", ["/beside", "/dist/embed.single.js"]],
  ["/inside", ["/inside"]],
])("%s needs its script and 'wasm-unsafe-eval', and no other word", async (path, asked) => {
  const from = opened.site.requested.length;
  await withPage(opened.browser, opened.site, { path }, async (page) => {
    // The driver of Firefox puts a name of its own there, sometimes late.
    const names = () =>
      page.evaluate(() => Object.keys(globalThis).filter((name) => !name.startsWith("__pw")));
    const before = await names();
    await drawn(page);
    expect((await names()).filter((name) => !before.includes(name))).toEqual([]);
  });
  expect(opened.site.requested.slice(from).filter((address) => address !== "/empty")).toEqual(asked);
});

testOnce("its menus name the presets, and an encoding that is chosen is there", async () => {
  await withPage(opened.browser, opened.site, { path: "/beside" }, async (page) => {
    await drawn(page);
    for (const tag of ["pe-bias", "pe-attention"]) {
      const names = await page.locator(tag).locator(".encoding option").allTextContents();
      expect(names).toContain("T5, encoder");
      expect(names.filter((name) => ["", "undefined"].includes(name))).toEqual([]);
    }
    const attention = page.locator("pe-attention");
    await openMore(attention);
    await attention.getByRole("combobox", { name: "another" }).selectOption({ label: "T5, encoder" });
    const title = attention.locator("svg.drawing text[font-weight]").last();
    await expect.poll(() => title.textContent()).toBe("T5, encoder");
  });
});

testOnce("a race trains with the module inside", async () => {
  const from = opened.site.requested.length;
  await withPage(opened.browser, opened.site, { path: "/race" }, async (page) => {
    await page.getByRole("button", { name: "Train", exact: true }).click();
    await page.getByRole("button", { name: "Trained" }).waitFor();
  });
  expect(opened.site.requested.slice(from)).toEqual(["/race", "/dist/embed.single.js"]);
});

test("without 'wasm-unsafe-eval' a figure keeps its children, and says why", async () => {
  const expected = /Content.Security.Policy|settings blocked/i;
  await withPage(opened.browser, opened.site, { path: "/no-wasm", expected }, async (page) => {
    const figure = page.locator("pe-waves");
    await figure.locator(".frame[data-state=failed]").waitFor();
    expect(await figure.getByRole("alert").textContent()).toContain("'wasm-unsafe-eval'");
    expect(await figure.getByText(CHILDREN).isVisible()).toBe(true);
  });
});

testOnce("is a classic script that can stand in a page", () => {
  expect(/<\/script|<!--|import\.meta/i.test(code)).toBe(false);
  expect(() => new Script(code)).not.toThrow(); // parsed only: in a classic script `import` and `export` are errors
});
