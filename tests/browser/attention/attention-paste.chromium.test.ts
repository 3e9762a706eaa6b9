import { expect, test } from "vitest";
import { attentionForTests, withAttention } from "./attention-page.ts";

/** A book in a field of <pe-attention>; only Chromium gives the clipboard to a test. */

const opened = attentionForTests();

test("10 MB of text can be pasted: the page responds, keeps the text and counts its tokens", async () => {
  await withAttention(opened, {}, async (figure, page) => {
    await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
    await page.evaluate(() => navigator.clipboard.writeText("hello wide world ".repeat(620_000)));
    const field = figure.getByRole("textbox").first();
    await field.focus();
    await page.keyboard.press("Control+A");
    await page.keyboard.press("Control+V");
    await page.keyboard.press("Control+Home");
    await page.keyboard.type("so ");
    expect((await field.inputValue()).slice(0, 20)).toBe("so hello wide world ");
    const length = () => figure.evaluate((node) => (node as unknown as { first: string }).first.length);
    await expect.poll(length).toBe(17 * 620_000 + 3);
    const note = figure.locator(".sentence output").first();
    await expect.poll(() => note.textContent()).toMatch(/^first 64 of 1\u202f860\u202f001 tokens/);
    await page.keyboard.press("Control+A");
    await page.keyboard.press("Delete");
    await expect.poll(length).toBe(0);
  });
});
