import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "playwright-core";
import * as posenc from "posenc/full";
import { describe, expect, test } from "vitest";
import { readVectors } from "../../api/harness/vectors-file.ts";
import { pagesForTests } from "../harness/pages.ts";
import { DIST } from "../harness/site.ts";
import { sitePages } from "../harness/site-pages.ts";
import { withPage } from "../harness/watched-page.ts";

/** The pages that are made from comments, from the manifest of the figures, and from the presets. */

const PAGES = sitePages().flatMap((path) => /^\/reference\/(.+)\.html$/.exec(path)?.[1] ?? []);
const GUIDES = [
  ...["llama-cache", "from-pytorch", "from-python", "slider", "react", "colours"],
  ...["install", "accuracy", "speed"],
];
const TOPICS = PAGES.filter((name) => !["api", "elements", "conventions", ...GUIDES].includes(name));

const opened = pagesForTests();

const withReference = <T>(name: string, use: Parameters<typeof withPage<T>>[3], width = 1280) =>
  withPage(opened.browser, opened.site, { path: `/reference/${name}.html`, width }, use);

describe("the pages of functions and types", () => {
  test("have every function of the module and every export, each function with an example", async () => {
    const pe = await posenc.load();
    const names = [...Object.keys(pe), ...Object.keys(posenc)];
    const found = new Map<string, { text: string; examples: number; call: string }>();
    for (const topic of TOPICS)
      await withReference(topic, async (page) => {
        const sections = await page.locator("article").evaluateAll((all) =>
          all.map((article) => ({
            name: article.querySelector("h2")?.id ?? "",
            text: article.textContent ?? "",
            examples: article.querySelectorAll(":scope pre:not([class])").length,
            call: article.querySelector(".call")?.textContent ?? "",
          })),
        );
        for (const { name, ...section } of sections) {
          expect(found.has(name), name).toBe(false);
          found.set(name, section);
        }
      });
    for (const name of names) expect(found.get(name)?.text.length, name).toBeGreaterThan(60);
    const exported = ["load", "checkSpec", "formatSpec", "parseSpec", "specFromConfig"];
    for (const name of [...Object.keys(pe), ...exported])
      expect(found.get(name)?.examples, name).toBeGreaterThan(0);
    for (const name of Object.keys(pe)) expect(found.get(name)?.call).toMatch(new RegExp(`^pe\\.${name}\\(`));
  });

  test("have every method, and every field of each with its default", async () => {
    await withReference("methods", async (page) => {
      for (const [name, { fields }] of Object.entries(posenc.methods)) {
        const article = page.locator("article", { has: page.locator(`#method-${name}`) });
        const listed = await article.locator(":scope > details > dl.fields > dt > code").allTextContents();
        expect(listed.sort(), name).toEqual(Object.keys(fields).sort());
      }
      const base = page.locator("article", { has: page.locator("#method-sinusoidal") }).locator("dt", {
        hasText: /^base /,
      });
      expect(await base.textContent()).toBe("base a number from 10^−9 to 10^300; default 10000");
    });
  });

  test.each(["rotate", "method-rope", "Spec"])(
    "the old address api.html#%s leads to the page of today",
    async (name) => {
      await withPage(opened.browser, opened.site, { path: `/reference/api.html#${name}` }, async (page) => {
        await page.waitForURL((url) => !url.pathname.endsWith("api.html") && url.hash === `#${name}`);
        expect(await page.locator(`article h2#${name}`).count()).toBe(1);
      });
    },
  );

  test("have examples that open in the playground and run there", async () => {
    await withReference("rotary", async (page) => {
      await page
        .locator("article", { has: page.locator("#rotate") })
        .locator(".try a")
        .first()
        .click();
      await page.locator(".cm-content").waitFor();
      await page.getByRole("button", { name: "Run" }).click();
      await expect.poll(() => page.locator("#status").textContent()).toMatch(/^(Done|Failed)\.$/);
      expect(await page.locator("#output > .failure").allTextContents()).toEqual([]);
      expect(await page.locator("#output > *").count()).toBeGreaterThan(0);
    });
  });

  test("have the list of pages behind their content on a phone, beside it on a wide screen", async () => {
    await withPage(
      opened.browser,
      opened.site,
      { path: "/reference/tables.html", width: 390 },
      async (page) => {
        const boxes = async () => [
          await page.locator("main article").first().boundingBox(),
          await page.locator("nav.contents").boundingBox(),
        ];
        const [first, list] = await boxes();
        expect(first?.y).toBeLessThan(800);
        expect(list?.y).toBeGreaterThan(2000);
        await page.setViewportSize({ width: 1280, height: 800 });
        const [content, beside] = await boxes();
        expect(beside?.y).toBeLessThan(content?.y ?? 0);
        expect((beside?.x ?? 0) + (beside?.width ?? 0)).toBeLessThanOrEqual(content?.x ?? 0);
      },
    );
  });

  test("say what a person gets in a heading that can be read alone", async () => {
    await withReference("loading", async (page) => {
      expect(await page.locator("article", { has: page.locator("#load") }).innerText()).toContain(
        "Returned by load()",
      );
    });
  });
});

describe("the search", () => {
  test("is used by keys alone, and takes its index from the site when it is first used", async () => {
    await withReference("rotary", async (page) => {
      const before = opened.site.requested.filter((path) => path.endsWith("search.json")).length;
      await page.keyboard.press("/");
      await page.keyboard.type("alibi slopes");
      const answers = page.locator("#answers a");
      await expect.poll(() => answers.first().textContent()).toContain("alibiSlopes");
      expect(opened.site.requested.filter((path) => path.endsWith("search.json")).length).toBe(before + 1);
      await page.keyboard.press("ArrowDown");
      expect(await page.evaluate(() => document.activeElement?.textContent)).toContain("alibiSlopes");
      await page.keyboard.press("ArrowUp");
      await page.keyboard.press("Enter");
      await page.waitForURL("**/reference/bias.html#alibiSlopes");
    });
  });

  test("Escape empties it, and a name that nobody has is said to be none", async () => {
    await withReference("tables", async (page) => {
      await page.locator("#search").fill("qqqqzzzz");
      await expect.poll(() => page.locator("#search-count").textContent()).toBe("Nothing is called so.");
      await page.locator("#search").press("Escape");
      expect(await page.locator("#search").inputValue()).toBe("");
      expect(await page.locator("#answers > *").count()).toBe(0);
    });
  });
});

interface Listed {
  readonly tagName: string;
  readonly attributes: readonly { name: string; fieldName: string; default?: string }[];
  readonly cssParts: readonly { name: string }[];
}

const manifest = JSON.parse(readFileSync(join(DIST, "custom-elements.json"), "utf8"));
const figures: readonly Listed[] = manifest.modules[0].declarations;

/** Opens all entries of a folded page. */
const unfold = (page: Page) =>
  page.evaluate(() => {
    for (const entry of document.querySelectorAll("details")) entry.open = true;
  });

test("no page is longer than 12 000 px, and a link to an entry of a folded page opens it", async () => {
  for (const name of PAGES)
    await withReference(name, async (page) => {
      expect(await page.evaluate(() => document.documentElement.scrollHeight), name).toBeLessThan(12_000);
    });
  for (const address of [
    "types.html#HeatmapOptions",
    "methods.html#method-rope",
    "elements.html#figure-clock",
  ])
    await withPage(opened.browser, opened.site, { path: `/reference/${address}` }, async (page) => {
      const [, id] = address.split("#");
      const entry = page.locator("article", { has: page.locator(`#${id}`) });
      await entry.locator("dl.fields").first().waitFor();
      const { y } = (await entry.locator("summary").boundingBox())!;
      expect(y, address).toBeLessThan(800);
      expect(await page.locator("details[open]").count(), address).toBe(1);
    });
});

describe("the page of figures", () => {
  test("draws every figure of the package, which has the parts that the manifest lists", async () => {
    await withReference("elements", async (page) => {
      await unfold(page);
      for (const { tagName, cssParts } of figures) {
        const figure = page.locator(tagName);
        await figure.scrollIntoViewIfNeeded();
        await figure.locator(".frame[data-state=drawn]").waitFor();
        const parts = await figure.evaluate((element) =>
          [...(element.shadowRoot?.querySelectorAll("[part]") ?? [])].flatMap((part) => [...part.part]),
        );
        expect([...new Set(parts)].sort(), tagName).toEqual(cssParts.map(({ name }) => name).sort());
      }
    });
  });

  test("a new element has the state that the manifest gives as default", async () => {
    await withReference("elements", async (page) => {
      await unfold(page);
      for (const { tagName, attributes } of figures) {
        await page.waitForFunction((tag) => customElements.get(tag) !== undefined, tagName);
        const names = attributes.map(({ fieldName }) => fieldName);
        const made = await page.evaluate(
          ([tag, fields]) => {
            const element = document.createElement(tag) as unknown as Record<string, unknown>;
            return fields.map((field) => element[field] ?? null);
          },
          [tagName, names] as const,
        );
        const texts = made.map((value) => {
          if (value === null || value === false) return undefined;
          return Array.isArray(value) ? value.join(" ") : String(value);
        });
        expect(texts, tagName).toEqual(attributes.map((attribute) => attribute.default));
      }
    });
  });
});

describe("the page of conventions", () => {
  /** The numbers that the page shows for a preset; those left out are gaps. */
  const shownFor = (page: Page, name: string) =>
    page
      .locator(`tbody[id="${name}"] samp`)
      .textContent()
      .then((text) => text?.replaceAll("−", "-").split(", ").map(Number));

  /** As many digits as the page shows. */
  const brief = (digits: string) => Number(Number(digits).toPrecision(6));
  const ends = (values: readonly number[]) => {
    const half = values.length / 2;
    if (values.length <= 20) return values;
    return [...values.slice(0, 4), NaN, ...values.slice(half, half + 2), NaN, ...values.slice(-2)];
  };

  test("has every preset, with values of the reference that shares no code with the package", async () => {
    await withReference("conventions", async (page) => {
      for (const [name, { spec }] of Object.entries(posenc.presets)) {
        const [first] = readVectors(name).cases;
        if (spec.method === "rope") {
          expect(await shownFor(page, name), name).toEqual(ends((first!.frequencies as string[]).map(brief)));
        } else if (spec.method === "sinusoidal" || spec.method === "sine") {
          const row = first!.positions.indexOf(name === "fairseq" ? 3 : 1);
          const at = (column: number) => brief(first!.values[row]![first!.columns.indexOf(column)]!);
          const shown = (await shownFor(page, name)) ?? [];
          const close = [0, 1, 2, 3, 510, 511].map(at);
          // Entries are floats: six digits of one may end a step beside those of the exact value.
          [...shown.slice(0, 4), ...shown.slice(-2)].forEach((value, k) => {
            expect(Math.abs(value - close[k]!), name).toBeLessThanOrEqual(
              1.1e-6 * Math.max(1e-4, Math.abs(close[k]!)),
            );
          });
        } else {
          expect(await page.locator(`tbody[id="${name}"]`).count(), name).toBe(1);
        }
      }
    });
  });
});
