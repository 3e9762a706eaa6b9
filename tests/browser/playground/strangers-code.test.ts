import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { pagesForTests } from "../harness/pages.ts";
import { asItWasLeft } from "../harness/watched-page.ts";
import { codeOn, fragmentOf, run, runAsItIs, withPlayground as withPages } from "./playground-page.ts";

/** What strangers' code cannot make of the playground's page, and what it cannot take from its reader. */

const opened = pagesForTests();

const withUsedPlayground = (use: (page: Page) => Promise<void>) =>
  withPages(opened, use, { renewal: asItWasLeft });

test("a figure takes attributes of its own rules only, and says which", async () => {
  await withUsedPlayground(async (page) => {
    const { shown } = await run(page, `show({ figure: "pe-waves", onclick: "x" });`);
    expect(shown).toEqual([
      expect.stringMatching(
        /^pe-waves takes no attribute "onclick" here; it takes aria-label, .*d-model, .*marks/,
      ),
    ]);
    await run(page, `show({ figure: "pe-waves", marks: "3", "aria-label": "some waves" });`);
    expect(await page.locator("#output pe-waves").getAttribute("aria-label")).toBe("some waves");
  });
});

test("it shows 500 values at most, and no text without an end", async () => {
  await withUsedPlayground(async (page) => {
    const many = await run(page, "for (let i = 0; i < 1000; i++) show(i);");
    expect(many.status).toBe("Failed.");
    expect(many.shown).toHaveLength(501);
    expect(many.shown.at(-1)).toBe("Stopped after 500 values.");
    const { shown } = await run(page, `show("x".repeat(200_000));`);
    expect(shown[0]).toBe(`${"x".repeat(100_000)} … (200000 characters)`);
  });
});

test("its end is heard, whatever it says", async () => {
  await withUsedPlayground(async (page) => {
    for (const fields of ['text: "no", line: "1"', "text: { toString: 1 }", ""]) {
      const { status } = await run(page, `postMessage({ kind: "failed", ${fields} }); for (;;) {}`);
      expect(status).toBe("Failed.");
    }
  });
});

// Each holds 90 000 characters in some hundred, over which a careless search would take minutes.
test.each([
  ["a word", `${"a".repeat(90_000)}`],
  ["a long word after calls", `${"f(".repeat(20_000)}${"a".repeat(50_000)}`],
  ["an import without a name", `from${" ".repeat(90_000)}`],
  ["an import with brackets", `${"import(".repeat(12_000)}`],
  ["digits", `show({ figure: "pe-waves", "d-model": "${"1".repeat(90_000)}x" })`],
])("%s without an end does not stop the page", async (_, code) => {
  const options = { renewal: asItWasLeft, expected: /d-model must be/ }; // what a figure says to its page's author
  const use = async (page: Page) => {
    await page.evaluate((hash) => location.assign(hash), fragmentOf(code));
    await page.locator("#status", { hasText: "This code came by the link." }).waitFor();
    await page.locator(".cm-content").focus();
    await page.keyboard.press("ControlOrMeta+End"); // the word at the cursor is looked up
    const { status } = await runAsItIs(page);
    expect(status).toMatch(/^(Done|Failed)\.$/);
  };
  await withPages(opened, use, options);
});

test("typing over several coloured lines keeps to the page's policy", async () => {
  await withUsedPlayground(async (page) => {
    await page.locator(".cm-line").first().click();
    await page.keyboard.press("ControlOrMeta+a");
    await page.keyboard.type('"show(1)');
    expect(await codeOn(page)).toMatch(/^"".*"show\(1\)|^"/s); // a quote is put around what is selected
    await page.keyboard.press("ControlOrMeta+a");
    await page.keyboard.type("show(2)");
    expect(await codeOn(page)).toBe("show(2)");
  });
});
