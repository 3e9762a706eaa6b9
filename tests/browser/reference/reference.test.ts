import { readFileSync } from "node:fs";
import { join } from "node:path";
import * as posenc from "posenc/full";
import { describe, expect, test } from "vitest";
import { axeViolations } from "../harness/axe.ts";
import { pagesForTests } from "../harness/pages.ts";
import { DIST } from "../harness/site.ts";
import { withPage } from "../harness/watched-page.ts";

/** The pages that are made from comments, from the manifest of the figures, and from the presets. */

const PAGES = ["api", "elements"];

const opened = pagesForTests();

const withReference = <T>(name: string, use: Parameters<typeof withPage<T>>[3], width = 1280) =>
  withPage(opened.browser, opened.site, { path: `/reference/${name}.html`, width }, use);

describe.each(PAGES)("the page %s", (name) => {
  test.each(["light", "dark"] as const)("has no violation that axe finds, %s", async (colorScheme) => {
    const path = `/reference/${name}.html`;
    await withPage(opened.browser, opened.site, { path, colorScheme }, async (page) => {
      expect(await axeViolations(page)).toEqual([]);
    });
  });

  test("is no wider than the screen, from 320 px", async () => {
    await withReference(
      name,
      async (page) => {
        const content = () => page.evaluate(() => document.documentElement.scrollWidth);
        await expect.poll(content).toBeLessThanOrEqual(320);
      },
      320,
    );
  });

  test("links to what is there", async () => {
    await withReference(name, async (page) => {
      const links = await page.locator("a[href]").evaluateAll((all) => {
        return all.map((link) => (link as HTMLAnchorElement).href);
      });
      const dead: string[] = [];
      const texts = new Map<string, string>();
      for (const link of new Set(links)) {
        const { origin, pathname, hash } = new URL(link);
        if (origin !== opened.site.origin) continue;
        if (!texts.has(pathname)) texts.set(pathname, await (await fetch(origin + pathname)).text());
        if (hash !== "" && !texts.get(pathname)?.includes(` id="${decodeURIComponent(hash.slice(1))}"`))
          dead.push(link);
        if (texts.get(pathname) === "not found") dead.push(link);
      }
      expect(dead).toEqual([]);
      expect(links.length).toBeGreaterThan(20);
    });
  });
});

describe("the page of functions and types", () => {
  test("has every function of the module and every export, each function with an example", async () => {
    const pe = await posenc.load();
    const names = [...Object.keys(pe), ...Object.keys(posenc)];
    await withReference("api", async (page) => {
      const sections = await page.locator("article").evaluateAll((all) =>
        all.map((article) => ({
          name: article.querySelector("h3")?.id,
          text: article.textContent ?? "",
          examples: article.querySelectorAll(":scope > pre:not([class])").length,
        })),
      );
      const found = new Map(sections.map((section) => [section.name, section]));
      for (const name of names) expect(found.get(name)?.text.length, name).toBeGreaterThan(60);
      const functions = [
        ...Object.keys(pe),
        "load",
        "checkSpec",
        "formatSpec",
        "parseSpec",
        "specFromConfig",
      ];
      for (const name of functions) expect(found.get(name)?.examples, name).toBeGreaterThan(0);
    });
  });

  test("has every method, and every field of each with its default", async () => {
    await withReference("api", async (page) => {
      for (const [name, { fields }] of Object.entries(posenc.methods)) {
        const article = page.locator("article", { has: page.locator(`#method-${name}`) });
        const listed = await article.locator(":scope > dl.fields > dt > code").allTextContents();
        expect(listed.sort(), name).toEqual(Object.keys(fields).sort());
      }
      const base = page.locator("article", { has: page.locator("#method-sinusoidal") }).locator("dt", {
        hasText: /^base /,
      });
      expect(await base.textContent()).toBe("base a number from 1e−9 to 1e300; default 10000");
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

describe("the page of figures", () => {
  test("draws every figure of the package, which has the parts that the manifest lists", async () => {
    await withReference("elements", async (page) => {
      for (const { tagName, cssParts } of figures) {
        const figure = page.locator(tagName);
        await figure.scrollIntoViewIfNeeded();
        await figure.locator(".frame[data-state=drawn]").waitFor();
        const parts = await figure.evaluate((element) =>
          [...(element.shadowRoot?.querySelectorAll("[part]") ?? [])].map((part) =>
            part.getAttribute("part"),
          ),
        );
        expect([...new Set(parts)].sort(), tagName).toEqual(cssParts.map(({ name }) => name).sort());
      }
    });
  }, 60_000);

  test("a new element has the state that the manifest gives as default", async () => {
    await withReference("elements", async (page) => {
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
