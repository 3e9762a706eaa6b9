import { expect, test } from "vitest";
import { describeOnce } from "../harness/once.ts";
import { pagesForTests } from "../harness/pages.ts";
import { codeOn, open, run, withPlayground, write } from "./playground-page.ts";

/** What a reader changes stays, and what the page offers without being asked: `pe`, and the format of links. */

const opened = pagesForTests();

describeOnce("changes", () => {
  test("survive another sample and a reload, until the sample is reset", async () => {
    await withPlayground(opened, async (page) => {
      await page.locator("#output .matrix").waitFor();
      const original = await codeOn(page);
      await write(page, "show(6 * 7);");
      await page.getByLabel("sample").selectOption({ index: 2 });
      await expect.poll(() => codeOn(page)).not.toBe("show(6 * 7);");
      await page.getByLabel("sample").selectOption({ index: 0 });
      await expect.poll(() => codeOn(page)).toBe("show(6 * 7);");
      await page.reload();
      await expect.poll(() => codeOn(page)).toBe("show(6 * 7);");
      await page.getByRole("button", { name: "Reset sample" }).click();
      await expect.poll(() => codeOn(page)).toBe(original);
      await page.reload();
      await expect.poll(() => codeOn(page)).toBe(original);
    });
  });

  test("pe is there for code that does not make it, and errors name the right line", async () => {
    await withPlayground(opened, async (page) => {
      const { shown } = await run(page, "show(pe.sinusoidal({ length: 2, dModel: 2 })[2]);");
      expect(shown).toEqual([String(Math.fround(Math.sin(1)))]);
      const failed = await run(page, "show(1);\npe.nothing();");
      expect(failed.shown.at(-1)).toMatch(/^Line 2: TypeError/);
    });
  });

  test("the page says how a link is made, and a link made so opens", async () => {
    await withPlayground(opened, async (page) => {
      await page.getByText("The format of a link").click();
      const format = page.locator("details", { hasText: "The format of a link" });
      expect(await format.textContent()).toContain('deflateRawSync(code).toString("base64url")');
      await open(page, "show(1 + 1);"); // the harness makes its links by that line
    });
  });
});
