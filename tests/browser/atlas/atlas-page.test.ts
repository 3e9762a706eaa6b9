import type { Locator, Page } from "playwright-core";
import { atlas } from "posenc/atlas";
import { expect, test } from "vitest";
import published from "../../fixtures/atlas/published.json" with { type: "json" };
import { axeLightAndDark } from "../harness/axe.ts";
import { runNumpy } from "../harness/numpy.ts";
import { pagesForTests } from "../harness/pages.ts";
import { runJavaScript } from "../harness/shared-numbers.ts";
import { asItWasLeft, type WatchOptions, withPage } from "../harness/watched-page.ts";

/** The atlas: its search, its rows, its keys and its address. */

const opened = pagesForTests();

const withModels = <T>(search: string, use: (page: Page) => Promise<T>, options: WatchOptions = {}) =>
  withPage(opened.browser, opened.site, { ...options, path: `/atlas/${search}` }, async (page) => {
    await page.locator("#count:not(:empty)").waitFor();
    return use(page);
  });

const listed = (page: Page) => page.locator("#types .type-name").allTextContents();
const recipeOf = (page: Page, type: string) => page.locator(`[id="type-${type}"] .recipe`);

/** A number as the page writes it. */
const plain = (text: string) => Number(text.replaceAll("−", "-").replaceAll("\u202f", ""));

/** The rows of the table of values, which opens below the picture. */
const valuesIn = async (recipe: Locator) => {
  if ((await recipe.locator(".numbers").count()) === 0)
    await recipe.getByText("Values, wavelengths and code").click();
  await recipe.locator(".numbers tbody tr").first().waitFor();
  const rows = await recipe.locator(".numbers").first().locator("tbody tr").all();
  return Promise.all(rows.map(async (row) => (await row.locator("td").allTextContents()).map(plain)));
};

test("lists all types of the atlas, some at a time", async () => {
  await withModels("", async (page) => {
    expect(await page.locator("#count").textContent()).toBe(
      `${published.files.length} published models and ${atlas().length} types; 12 of each are listed.`,
    );
    await page.getByRole("button", { name: "More models" }).click();
    expect(await listed(page)).toHaveLength(24);
    expect(await page.locator("#published > li").count()).toBe(24 + 1); // and the open one
  });
});

test.each([
  ["Llama 3.1 8B", "llama"],
  ["meta-llama/Llama-3.1-8B", "llama"],
  ["gpt-oss-20b", "gpt_oss"],
  ["Kimi K2", "kimi_k2"],
  ["FLUX.1-dev", "FluxTransformer2DModel"],
  ["deepseek_v4", "deepseek_v4"],
  ["gemma 3", "gemma3"],
])("finds %s as %s", async (text, type) => {
  const search = async (page: Page) => {
    await page.locator("#find").fill(text);
    expect((await listed(page))[0]).toBe(type);
  };
  await withModels("", search, { renewal: asItWasLeft });
});

test("works with keys only, and the address keeps the text and the open row", async () => {
  await withModels("", async (page) => {
    await page.locator("#find").focus();
    await page.keyboard.type("gpt_neox");
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Enter");
    const [, second = ""] = await listed(page);
    expect(await recipeOf(page, second).isVisible()).toBe(true);
    const { searchParams } = new URL(page.url());
    expect([searchParams.get("find"), searchParams.get("model")]).toEqual(["gpt_neox", second]);
    await page.keyboard.press("Escape");
    expect(await page.evaluate(() => document.activeElement?.id)).toBe("find");
    await page.keyboard.press("Enter"); // the best match
    const [first = ""] = await listed(page);
    expect(await recipeOf(page, first).isVisible()).toBe(true);
    expect(await page.locator("[id] > li [aria-expanded=true]").count()).toBe(1);
  });
  await withModels("?find=gemma3&model=llama4", async (page) => {
    expect(await page.locator("#find").inputValue()).toBe("gemma3");
    expect((await listed(page)).slice(0, 2)).toEqual(["llama4", "gemma3"]);
    expect(await recipeOf(page, "llama4").isVisible()).toBe(true);
  });
});

test.each([
  ["Llama 3.1 70B", "meta-llama/Meta-Llama-3.1-70B", "80 layers", "base 500\u202f000, llama3 × 8"],
  ["DeepSeek R1", "deepseek-ai/DeepSeek-R1", "61 layers", "YaRN × 40"],
  ["qwen3-8b", "Qwen/Qwen3-8B", "36 layers", "base 1\u202f000\u202f000"],
  ["Phi-4", "microsoft/phi-4", "40 layers", "base 250\u202f000"],
])(
  "%s answers with its published config, and not with the defaults of its class",
  async (text, name, ...facts) => {
    await withModels("", async (page) => {
      await page.locator("#find").fill(text);
      await page.locator("#find").press("Enter");
      expect(await page.locator("[aria-expanded=true] .type-name").allTextContents()).toEqual([name]);
      const recipe = await recipeOf(page, name).textContent();
      for (const fact of facts) expect(recipe).toContain(fact);
      expect(recipe).toContain("Read from the published config.json");
      expect(new URL(page.url()).searchParams.get("model")).toBe(name);
    });
    await withModels(`?model=${encodeURIComponent(name)}`, async (page) => {
      expect(await recipeOf(page, name).isVisible()).toBe(true);
    });
  },
);

test("says that a type is a class default if no config of the model is kept", async () => {
  await withModels("", async (page) => {
    await page.locator("#find").fill("Phi-3 vision");
    expect(await page.locator("#count").textContent()).toContain("No published config of this name");
    expect(await page.locator("#published li").count()).toBe(0);
  });
});

test("an open row that does not answer a new text closes, and Enter takes the best match", async () => {
  await withModels("", async (page) => {
    await page.locator("#find").fill("llama4");
    await page.locator("#find").press("Enter");
    await page.locator("#find").fill("gptj");
    expect((await listed(page))[0]).toBe("gptj");
    expect(await page.locator("[aria-expanded=true]").count()).toBe(0);
    await page.locator("#find").press("Enter");
    expect(await page.locator("[aria-expanded=true] .type-name").allTextContents()).toEqual(["gptj"]);
  });
});

const coloursIn = (figure: Locator) =>
  figure
    .locator(".bars .layer")
    .evaluateAll((bars) => bars.map((bar) => (bar as HTMLElement).dataset.colour));

test("draws a bar for each layer: height for how far back, colour for the rule, empty without rotation", async () => {
  await withModels("?model=gemma3_text", async (page) => {
    const recipe = recipeOf(page, "gemma3_text");
    // google/gemma-3: five of six layers see a window, and each kind has its own base.
    const kinds = Array.from({ length: 26 }, (_, layer) => ((layer + 1) % 6 === 0 ? "rule-2" : "rule-1"));
    expect(await coloursIn(recipe)).toEqual(kinds);
    const heights = await recipe
      .locator(".bars .layer")
      .evaluateAll((bars) => bars.map((bar) => bar.getBoundingClientRect().height));
    const [local = 0, full = 0] = [heights[0], heights[5]];
    expect(full).toBeGreaterThan(1.3 * local);
    for (const [layer, height] of heights.entries())
      expect(height).toBeCloseTo(kinds[layer] === "rule-1" ? local : full, 1);
    expect(await recipe.locator(".legend li").allTextContents()).toEqual([
      "22 of 26: rotates with base 10\u202f000, sees the last 4\u202f096 tokens",
      "4 of 26: rotates with base 1\u202f000\u202f000, sees all tokens before it",
    ]);
    const slider = recipe.getByRole("slider", { name: "Layers" });
    await slider.focus();
    for (let presses = 0; presses < 5; presses++) await page.keyboard.press("ArrowRight");
    expect(await slider.getAttribute("aria-valuetext")).toMatch(
      /^Layer 5: rotates with base 1\u202f000\u202f000/,
    );
    expect(await recipe.locator(".read").textContent()).toMatch(/^Layer 5:/);
  });
  await withModels("?model=llama4", async (page) => {
    const colours = await coloursIn(recipeOf(page, "llama4").locator(".layers").first());
    expect(colours).toEqual(Array.from({ length: 48 }, (_, n) => (n % 4 === 3 ? "bare" : "rule-1")));
  });
});

test.each([
  ["smollm3", 2_000_000, 128],
  ["gptj", 10_000, 64],
])("gives the values of %s, and the same by its programs", async (type, base, width) => {
  await withModels(`?model=${type}`, async (page) => {
    const recipe = recipeOf(page, type);
    await valuesIn(recipe);
    await recipe.getByLabel("Position").fill("1000");
    await expect.poll(() => recipe.locator("caption").textContent()).toContain("1\u202f000");
    const expected = [0, 1, 2, 3].map((pair) => base ** ((-2 * pair) / width));
    const shown = await valuesIn(recipe);
    for (const [pair, [, cos = 0, sin = 0] = []] of shown.entries()) {
      expect(Math.abs(cos - Math.cos(1000 * expected[pair]!))).toBeLessThan(6e-7); // six decimals
      expect(Math.abs(sin - Math.sin(1000 * expected[pair]!))).toBeLessThan(6e-7);
    }
    const [numpy = "", torch = "", javascript = ""] = await recipe.locator("pre").allTextContents();
    const made = await runNumpy(numpy, "values");
    expect(made.shape).toEqual([width / 2, 2]);
    const ran = await runJavaScript(javascript, "values");
    for (const [index, value] of made.values.entries())
      expect(Math.abs(ran[index]! - value)).toBeLessThan(1e-7); // a float32 against doubles
    expect(made.values[2]).toBeCloseTo(Math.cos(1000 * expected[1]!), 9);
    expect(torch).toContain("import torch");
  });
});

test("gives the values of several axes and of rules with divisors", async () => {
  for (const type of ["FluxTransformer2DModel", "qwen3_vl", "gpt_oss", "phi3"])
    await withModels(`?model=${type}`, async (page) => {
      const recipe = recipeOf(page, type);
      const shown = await valuesIn(recipe);
      const [numpy = ""] = await recipe.locator("pre").allTextContents();
      const made = await runNumpy(numpy, "values");
      for (const [pair, [, cos = 0, sin = 0] = []] of shown.entries()) {
        expect(Math.abs(cos - made.values[2 * pair]!), type).toBeLessThan(6e-7); // six decimals
        expect(Math.abs(sin - made.values[2 * pair + 1]!), type).toBeLessThan(6e-7);
      }
    });
});

test("opens every type of the atlas without a fault, each with its source", async () => {
  await withModels("", async (page) => {
    const types = atlas().map(({ type }) => type);
    const wrong = await page.evaluate(async (all) => {
      const field = document.querySelector<HTMLInputElement>("#find")!;
      const faults: string[] = [];
      for (const type of all) {
        field.value = type;
        field.dispatchEvent(new Event("input"));
        const button = [...document.querySelectorAll<HTMLButtonElement>("#types button")].find(
          (each) => each.querySelector(".type-name")?.textContent === type,
        );
        button?.click();
        const recipe = document.getElementById(`type-${type}`);
        const text = recipe?.textContent ?? "";
        if (
          recipe?.hidden !== false ||
          !/, (commit [0-9a-f]{12}|release v\d+\.\d+)/.test(text) ||
          /undefined|NaN|\[object/.test(text)
        )
          faults.push(type);
        button?.click();
      }
      return faults;
    }, types);
    expect(wrong).toEqual([]);
  });
});

test.each([280, 360])("an open row is no wider than a screen of %i px", async (width) => {
  for (const type of ["llama4", "gemma3", "deepseek_v4", "FluxTransformer2DModel"])
    await withModels(
      `?model=${type}`,
      async (page) => {
        await valuesIn(recipeOf(page, type));
        expect(await page.evaluate(() => document.documentElement.scrollWidth), type).toBeLessThanOrEqual(
          width,
        );
      },
      { width },
    );
});

test("reads a pasted config.json, and says what it did not understand", async () => {
  await withModels("", async (page) => {
    const config = {
      model_type: "llama",
      num_hidden_layers: 3,
      head_dim: 64,
      rope_theta: 500_000,
      rope_scaling: { rope_type: "yarn", factor: 4, original_max_position_embeddings: 2048 },
    };
    await page.locator("#config").fill(JSON.stringify(config));
    const recipe = page.locator("#config-recipe");
    expect(await recipe.locator(".sentence").textContent()).toMatch(
      /^3 layers see all tokens before them and rotate with base 500\u202f000, YaRN × 4\. Pairs are halves/,
    );
    expect(await recipe.locator(".layer").count()).toBe(3 + 1); // and one in the legend
    // The first pair keeps its frequency of 1, and YaRN's attention factor for 4 is 0.1 ln 4 + 1.
    const [[, cos = 0] = []] = await valuesIn(recipe);
    expect(Math.abs(cos - (0.1 * Math.log(4) + 1) * Math.cos(100))).toBeLessThan(6e-7);
    await page.locator("#config").fill('{ "model_type": "llama", "rope_scaling": { "type": "spiral" } }');
    expect(await recipe.locator(".doubts").textContent()).toMatch(/Not understood: rope_scaling.type/);
    // A field that no note speaks of is listed all the same.
    await page
      .locator("#config")
      .fill('{ "model_type": "mpt", "attn_config": { "alibi": false, "rope": true } }');
    expect(await recipe.locator(".doubts").textContent()).toContain("Not understood: attn_config.rope.");
    const kinds = ["a\u202eb", "full_attention"]; // with a mark that would turn the letters after it around
    const turned = { model_type: "gemma3_text", num_hidden_layers: 2, layer_types: kinds };
    await page.locator("#config").fill(JSON.stringify(turned));
    expect(await recipe.locator(".doubts").textContent()).toContain("a\\u202eb");
    expect(await recipe.textContent()).not.toContain("\u202e");
    await page.locator("#config").fill("{ model_type");
    expect(await page.locator("#config-fault").textContent()).toMatch(/not JSON/);
    expect(await recipe.locator(".recipe").count()).toBe(0);
  });
});

test("says that a name is not there", async () => {
  await withModels("?find=zzz&model=nothing", async (page) => {
    expect(await page.locator("#count").textContent()).toMatch(/^No result\. .*Try/);
    expect(await listed(page)).toEqual([]);
  });
});

test("axe finds no violation with a row open, light and dark", async () => {
  await withModels("?model=gemma3", async (page) => {
    await valuesIn(recipeOf(page, "gemma3"));
    expect(await axeLightAndDark(page)).toEqual([]);
  });
});
