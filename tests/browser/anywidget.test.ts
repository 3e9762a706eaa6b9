/** posenc/anywidget in a host that loads and calls widgets as anywidget does: from a blob, with a model of traits. */
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { openMore } from "./harness/figure-page.ts";
import { pagesForTests } from "./harness/pages.ts";
import { DIST } from "./harness/site.ts";
import { withPage } from "./harness/watched-page.ts";

const guide = new URL("../../web/site/reference/guides/notebook.py", import.meta.url);

interface Widget {
  render(view: { model: object; el: HTMLElement }): () => void;
}

interface Host {
  traits: Record<string, unknown>;
  /** What the widget has sent to the kernel, at each `save_changes`. */
  saved: Record<string, unknown>[];
  listeners: Map<string, Set<() => void>>;
  set(trait: string, value: unknown): void;
  /** Shows the widget in a place of its own; what it returned ends that. */
  view(): () => void;
}

/**
 * Runs in the page. The contract, from manzt/anywidget, packages/anywidget/src/{load,model-proxy}.ts at 6f420a6: the module is
 * imported from a blob; `render` of its default export gets a model with `get`, `set`, `save_changes`, `on` and `off`, and
 * an element; `change:<trait>` is told when a value differs; what `render` returns ends the view.
 */
async function makeHost(traits: Record<string, unknown>): Promise<void> {
  const texts = ["embed.single.js", "anywidget.js"].map(async (file) =>
    (await fetch(`/dist/${file}`)).text(),
  );
  const code = (await Promise.all(texts)).join("");
  const address = URL.createObjectURL(new Blob([code], { type: "text/javascript" }));
  const load = new Function("address", "return import(address)"); // Vitest rewrites an import
  const widget: Widget = (await load(address)).default;
  URL.revokeObjectURL(address);
  const listeners = new Map<string, Set<() => void>>();
  const unsaved: Record<string, unknown> = {};
  const saved: Record<string, unknown>[] = [];
  const set = (trait: string, value: unknown) => {
    if (JSON.stringify(traits[trait]) === JSON.stringify(value)) return;
    traits[trait] = value;
    for (const listener of [...(listeners.get(`change:${trait}`) ?? [])]) listener();
  };
  const model = {
    get: (trait: string) => traits[trait],
    set(trait: string, value: unknown) {
      unsaved[trait] = value;
      set(trait, value);
    },
    save_changes() {
      saved.push({ ...unsaved });
      for (const trait of Object.keys(unsaved)) delete unsaved[trait];
    },
    on(event: string, listener: () => void) {
      listeners.set(event, (listeners.get(event) ?? new Set()).add(listener));
    },
    off: (event: string, listener: () => void) => void listeners.get(event)?.delete(listener),
  };
  const view = () => {
    const el = document.createElement("div");
    document.querySelector("main")?.append(el);
    return widget.render({ model, el });
  };
  Object.assign(globalThis, { host: { traits, saved, listeners, set, view } satisfies Host });
}

declare const host: Host;
declare let end: () => void;

const opened = pagesForTests({
  pages: {
    "/": '<!doctype html><html lang="en"><title>t</title><link rel="icon" href="data:,"><main></main>',
  },
});

const withHost = (traits: Record<string, unknown>, use: (page: Page) => Promise<void>) =>
  withPage(opened.browser, opened.site, {}, async (page) => {
    const from = opened.site.requested.length;
    await page.evaluate(makeHost, traits);
    await use(page);
    expect(opened.site.requested.slice(from)).toEqual(["/dist/embed.single.js", "/dist/anywidget.js"]);
  });

const show = (page: Page) =>
  page.evaluate(() => {
    Object.assign(globalThis, { end: host.view() });
  });
const drawn = (page: Page, tag: string) => page.locator(`${tag} .frame[data-state=drawn]`).first().waitFor();
const set = (page: Page, trait: string, value: unknown) =>
  page.evaluate(([trait, value]) => host.set(trait as string, value), [trait, value]);
const saved = (page: Page) => page.evaluate(() => host.saved);

/** Imports the widget's module alone: by its address, or from its text, which has none. */
const importAlone = (page: Page, from: "address" | "text") =>
  page.evaluate(async (from) => {
    const code = await (await fetch("/dist/anywidget.js")).text();
    const text = URL.createObjectURL(new Blob([code], { type: "text/javascript" }));
    const load = new Function("address", "return import(address)"); // Vitest rewrites an import
    try {
      await load(from === "text" ? text : "/dist/anywidget.js");
      return customElements.get("pe-heatmap") ? "has figures" : "has none";
    } catch (error) {
      return (error as Error).message;
    }
  }, from);

test("the module alone takes the figures from beside its address, or says where to put them", async () => {
  for (const from of ["text", "address"] as const)
    await withPage(opened.browser, opened.site, {}, async (page) => {
      const said = await importAlone(page, from);
      if (from === "address") expect(said).toBe("has figures");
      else expect(said).toMatch(/Put its text before the text of anywidget\.js/);
    });
});

test("a figure follows its traits, and says nothing back", async () => {
  await withHost(
    { figure: "pe-heatmap", d_model: 50, positions: [0, 20], controls: "none" },
    async (page) => {
      await show(page);
      await drawn(page, "pe-heatmap");
      const figure = page.locator("pe-heatmap");
      const attributes = () =>
        figure.evaluate((element) =>
          ["d-model", "positions", "controls"].map((name) => element.getAttribute(name)),
        );
      expect(await attributes()).toEqual(["50", "0 20", "none"]);
      await set(page, "d_model", 64);
      await set(page, "positions", [0, 100]);
      await set(page, "controls", null);
      await expect.poll(attributes).toEqual(["64", "0 100", null]);
      await expect.poll(() => figure.locator(".note").textContent()).toBe("");
      expect(await saved(page)).toEqual([]);
    },
  );
});

test("the widget of the guide to notebooks shows its figure", async () => {
  const python = readFileSync(guide, "utf8");
  const rows = [...python.matchAll(/^ {4}(\w+) = traitlets\.\w+\((.*)\)\.tag\(sync=True\)$/gm)];
  const traits = Object.fromEntries(rows.map(([, name = "", value = ""]) => [name, JSON.parse(value)]));
  expect(Object.keys(traits)).toEqual(["figure", "d_model", "positions"]);
  await withHost(traits, async (page) => {
    await show(page);
    await drawn(page, traits.figure);
    expect(await page.locator(traits.figure).getAttribute("d-model")).toBe(String(traits.d_model));
  });
});

test.each([
  ["numbers", [0, 1, 2, 3], [1, 1, 2, 3]],
  ["text", "0 1 2 3", "1 1 2 3"],
])("a trait of %s follows the reader, and other views of the widget with it", async (_, before, after) => {
  await withHost({ figure: "pe-waves", marks: before }, async (page) => {
    await show(page);
    await show(page);
    await drawn(page, "pe-waves");
    await openMore(page.locator("pe-waves").first());
    await page.locator("pe-waves").first().getByRole("slider", { name: "position A" }).press("ArrowRight");
    await expect.poll(() => saved(page)).toEqual([{ marks: after }]);
    await expect.poll(() => page.locator("pe-waves").nth(1).getAttribute("marks")).toBe("1 1 2 3");
    expect(await saved(page)).toHaveLength(1);
  });
});

test("None becomes the figure's default, and the model learns it", async () => {
  await withHost({ figure: "pe-heatmap", d_model: null }, async (page) => {
    await show(page);
    await drawn(page, "pe-heatmap");
    await expect.poll(() => saved(page)).toEqual([{ d_model: 128 }]);
  });
});

test("what cannot be drawn is said under the figure, and the last picture stays", async () => {
  const expected = /<pe-heatmap>: d-model must be/;
  await withPage(opened.browser, opened.site, { expected }, async (page) => {
    await page.evaluate(makeHost, { figure: "pe-heatmap", d_model: 50 });
    await show(page);
    await drawn(page, "pe-heatmap");
    await set(page, "d_model", 7.5);
    await expect.poll(() => page.locator("pe-heatmap .note").textContent()).toContain("d-model must be");
    expect(await saved(page)).toEqual([]);
  });
});

test("another figure takes its place; one that does not exist is refused, and the old one stays", async () => {
  await withHost({ figure: "pe-waves" }, async (page) => {
    await show(page);
    await drawn(page, "pe-waves");
    await set(page, "figure", "pe-bias");
    await drawn(page, "pe-bias");
    expect(await page.locator("pe-waves").count()).toBe(0);
    const refused = await page.evaluate(() => {
      try {
        host.set("figure", "bias");
        return undefined;
      } catch (error) {
        const { name, message, param, value } = error as Error & { param: string; value: unknown };
        return { name, message, param, value };
      }
    });
    expect(refused).toMatchObject({ name: "RangeError", param: "figure", value: "bias" });
    expect(refused?.message).toContain("pe-heatmap");
    expect(await page.locator("pe-bias").count()).toBe(1);
  });
});

test("a view that ends takes its figure and its listeners away", async () => {
  await withHost({ figure: "pe-waves", d_model: 20, from_: 1 }, async (page) => {
    await show(page);
    await drawn(page, "pe-waves");
    const listeners = () =>
      page.evaluate(() => [...host.listeners.values()].reduce((sum, { size }) => sum + size, 0));
    expect(await listeners()).toBe(2);
    await page.evaluate(() => end());
    expect(await listeners()).toBe(0);
    expect(await page.locator("main > div > *").count()).toBe(0);
  });
});

/** Traits and methods of a DOMWidget that are also words of figures: ipywidgets, `domwidget.py` and `widget.py`. */
const JUPYTER = [
  "layout",
  "tooltip",
  "tabbable",
  "comm",
  "keys",
  "open",
  "close",
  "send",
  "focus",
  "blur",
  "observe",
];

test("no trait has a name that Python or Jupyter has", async () => {
  const print = "import keyword; print(*keyword.kwlist, *keyword.softkwlist)";
  const python = execFileSync("python3", ["-c", print], { encoding: "utf8" }).trim().split(" ");
  const manifest = JSON.parse(readFileSync(join(DIST, "custom-elements.json"), "utf8"));
  const names: string[] = manifest.modules[0].declarations.flatMap(
    ({ attributes }: { attributes: { name: string }[] }) => attributes.map(({ name }) => name),
  );
  const taken = [...new Set(names)].filter((name) => [...python, ...JUPYTER].includes(name)).sort();
  expect(taken).toEqual(["from", "layout"]); // those that have an underscore behind
  await withHost({ figure: "pe-heatmap", layout: { width: null }, layout_: "halves" }, async (page) => {
    await show(page);
    await drawn(page, "pe-heatmap");
    expect(await page.locator("pe-heatmap").getAttribute("layout")).toBe("halves");
  });
});
