/** A real llama.cpp, in a page: it tells the rotation that it computes, and the page compares that with the config. */
import { readdirSync, readFileSync } from "node:fs";
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { axeViolations } from "../harness/axe.ts";
import { pagesForTests } from "../harness/pages.ts";
import { type Reply, SITE } from "../harness/site.ts";
import { withPage } from "../harness/watched-page.ts";

const opened = pagesForTests();
const path = "/reference/llama-cpp.html";

const isEngine = (file: string) => /wllama|llama-cpp-run/.test(file);

async function choose(page: Page, example: string): Promise<void> {
  await page.getByLabel("An example").selectOption({ label: example });
}

/** The rows of the first table, by their names: what llama.cpp computes, and what the config says. */
async function factsOf(page: Page): Promise<Record<string, string[]>> {
  await page.locator(".verdict").waitFor();
  const rows = await page
    .locator("#facts table")
    .first()
    .locator("tbody tr")
    .evaluateAll((nodes) => nodes.map((row) => Array.from(row.children, (cell) => cell.textContent ?? "")));
  return Object.fromEntries(rows.map(([name, ...values]) => [name, values]));
}

test("llama.cpp is loaded by its button alone, and computes the llama3 rule of the config", async () => {
  await withPage(opened.browser, opened.site, { path }, async (page) => {
    await page.waitForLoadState("networkidle");
    expect(opened.site.requested.filter(isEngine)).toEqual([]);
    await page.getByRole("button", { name: "Run llama.cpp here (2.2 MB)" }).click();
    const facts = await factsOf(page);
    expect(await page.locator(".verdict").textContent()).toBe(
      "Halves pairs, 64 of 64 channels turn, base 500000, llama3 8 from 8192: the config says the same.",
    );
    // Radians that a float16 key could be off in 1024 tokens; the page shows five digits.
    const tolerance = 2 ** -11 / 1024;
    for (const pair of [0, 15, 31]) {
      const values = facts[`Pair ${pair}, rad per token`]!.map(Number);
      expect(values).toHaveLength(2);
      for (const value of values)
        expect(Math.abs(value - llama3(pair)), `pair ${pair}`).toBeLessThan(tolerance + 1e-5 * llama3(pair));
    }
    const [, build = "none"] =
      /^llama\.cpp (b\d+)/.exec((await page.locator("#progress").textContent()) ?? "") ?? [];
    expect(await page.locator("#how + p + p").textContent()).toContain(`It is llama.cpp ${build};`);
    expect(facts.Pairing).toEqual(["halves", "halves"]);
    expect(facts.Window).toEqual(["none", "none"]);
    expect(opened.site.requested.filter(isEngine).length).toBeGreaterThan(0);
    expect(await axeViolations(page)).toEqual([]);
  });
});

/** A frequency under the llama3 rule of the page's first example, from its formula. */
function llama3(pair: number): number {
  const plain = 500000 ** (-pair / 32);
  const turns = (8192 * plain) / (2 * Math.PI);
  const kept = Math.min(1, Math.max(0, (turns - 1) / (4 - 1)));
  return plain * (kept + (1 - kept) / 8);
}

test("llama.cpp ignores YaRN's betas in Qwen3, and the page says which pairs differ", async () => {
  await withPage(opened.browser, opened.site, { path }, async (page) => {
    await choose(page, "Qwen3 with YaRN and betas of its own");
    await page.getByRole("button", { name: /^Run llama.cpp/ }).click();
    const facts = await factsOf(page);
    expect(await page.locator(".verdict").textContent()).toMatch(/^Layer 0: YaRN's betas are 32 and 1, not /);
    expect(await page.locator("#facts").textContent()).toContain("drops beta_fast and beta_slow");
    const [, between] = Object.entries(facts).filter(([name]) => name.startsWith("Pair "));
    const [found, wanted] = between![1].map(Number) as [number, number];
    expect(Math.abs(found / wanted - 1)).toBeGreaterThan(0.1);
  });
});

test("the notices have the licences of wllama and llama.cpp", () => {
  const notices = readFileSync(`${SITE}/notices.txt`, "utf8");
  for (const name of ["@wllama/wllama 2.3.7 (MIT)", "Xuan Son NGUYEN", "llama.cpp (MIT)", "The ggml authors"])
    expect(notices).toContain(name);
});

test("kinds of layers have tables of their own, with windows and sinks", async () => {
  await withPage(opened.browser, opened.site, { path }, async (page) => {
    await choose(page, "gpt-oss: windows, sinks, an unrounded ramp");
    await page.getByRole("button", { name: /^Run llama.cpp/ }).click();
    const facts = await factsOf(page);
    expect(facts.Window).toEqual(["128", "128"]);
    const [found, planted] = facts["Sink of each head"]!.map(Number) as [number, number];
    expect(Math.abs(found - planted)).toBeLessThan(0.01); // of 3
    expect(await page.locator("#facts caption").allTextContents()).toEqual(["Layer 0", "Layer 1"]);
    expect(facts["Pair 17, rad per token"]).toHaveLength(2);
    expect(await page.locator(".verdict").textContent()).toMatch(
      /^Layer 0: the ends of YaRN's ramp are rounded\. Layer 1: the ends/,
    );
  });
});

test("a file that does not come, a broken module, and a config without a probe are said; Stop stops, Retry runs again", async () => {
  const expected = /Failed to load resource|Aborted/;
  const [script, wasm] = ["js", "wasm"].map((end) => {
    const name = readdirSync(`${SITE}/assets`).find((file) => isEngine(file) && file.endsWith(`.${end}`));
    return `/assets/${name}`;
  }) as [string, string];
  await withPage(opened.browser, opened.site, { path, expected }, async (page) => {
    const config = page.getByLabel("or the config.json of your model");
    const kept = `${await config.inputValue()} `;
    await config.fill(kept);
    const { replies } = opened.site;
    const faultOf = async (file: string, reply: Reply) => {
      replies.set(file, reply);
      await page.locator("#run:enabled").click();
      const fault = page.locator("#fault:not(:empty)");
      await fault.waitFor();
      replies.delete(file);
      return fault.textContent();
    };
    expect(await faultOf(script, { status: 503 })).toMatch(/^The files of llama\.cpp were not loaded; /);
    expect(await page.locator("#run").textContent()).toBe("Retry");
    expect(await faultOf(wasm, { status: 503 })).toBe("The module of llama.cpp was not loaded: HTTP 503.");
    expect(await config.inputValue()).toBe(kept);
    expect(await faultOf(wasm, { body: () => "none" })).toMatch(/^The engine stopped: .*CompileError/);
    await config.fill('{ "model_type": "mamba" }');
    expect(await faultOf("", {})).toMatch(/^No probe can be made for model_type "mamba"/);
    await config.fill(
      '{ "model_type": "ministral3", "num_hidden_layers": 1, "hidden_size": 256, "num_attention_heads": 4 }',
    );
    expect(await faultOf("", {})).toContain("unknown model architecture: 'mistral3'"); // younger than wllama's llama.cpp
    await config.fill(kept);
    await page.getByRole("button", { name: "Retry" }).click();
    await page.getByRole("button", { name: "Stop" }).click();
    await page.locator("#progress", { hasText: "Stopped." }).waitFor();
    expect(await page.locator("#facts").textContent()).toBe("");
    await page.getByRole("button", { name: "Retry" }).click();
    await factsOf(page);
    expect(await page.locator("#fault").textContent()).toBe("");
  });
});
