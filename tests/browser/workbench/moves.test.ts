import type { Page } from "playwright-core";
import { expect } from "vitest";
import { axeViolations } from "../harness/axe.ts";
import { testOnce } from "../harness/once.ts";
import { pagesForTests } from "../harness/pages.ts";
import { withPage } from "../harness/watched-page.ts";

/** The workbench says whether the cached keys of a model may move. */

const opened = pagesForTests();

/** Looks at a config, opens the form, and asks it. @returns the verdict, and a line for each kind of layer */
async function ask(page: Page, config: object): Promise<{ verdict: string; lines: string[] }> {
  await page.locator("#text").fill(JSON.stringify(config));
  await page.locator("#run").click();
  await page.waitForFunction(() => document.querySelector("#progress progress") === null);
  await page.getByText("May cached keys move to other positions?").click();
  await page.getByRole("button", { name: "May it move?" }).click();
  const verdict = page.locator(".moves p strong");
  await verdict.waitFor();
  return {
    verdict: (await verdict.textContent()) ?? "",
    lines: await page.locator(".moves .verdicts li").allTextContents(),
  };
}

testOnce("says for each kind of layer whether cached keys may move, and how", async () => {
  await withPage(opened.browser, opened.site, { path: "/workbench/" }, async (page) => {
    await page.locator("#samples button").first().waitFor();
    const llama = await ask(page, { model_type: "llama" });
    expect(llama.verdict).toBe("The cache may move, if its keys are rotated again.");
    expect(llama.lines).toEqual([
      "✓32 layers: yes. Rotate again by −512 positions (128 channels in pairs of halves, with base 10000); a pair is off by at most 2.68e-7 of its length.",
    ]);
    expect(await axeViolations(page)).toEqual([]);
    const gpt = await ask(page, { model_type: "gpt2" });
    expect(gpt.verdict).toBe("The cache cannot move: the model must compute it at the new positions.");
    expect(gpt.lines).toEqual([expect.stringMatching(/^×12 layers: no\. A row of a learned table is added/)]);
    const strange = await ask(page, { model_type: "kolibri_x", num_hidden_layers: 2 });
    expect(strange.verdict).toBe("It is not known whether the cache may move.");
    await page.locator(".moves input").first().fill("");
    await page.getByRole("button", { name: "May it move?" }).click();
    expect(await page.locator(".moves input:invalid").count()).toBe(1); // the form asks for a number
  });
});
