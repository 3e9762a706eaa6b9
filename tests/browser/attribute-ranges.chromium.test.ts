import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Locator } from "playwright-core";
import { expect, test } from "vitest";
import { settled } from "./harness/figure-page.ts";
import { pagesForTests } from "./harness/pages.ts";
import { DIST } from "./harness/site.ts";
import { withPage } from "./harness/watched-page.ts";

/**
 * What the manifest says of a number is what the figure takes: both ends of its range, and nothing beyond. No browser has
 * a say in that, so one is asked.
 */

interface Attribute {
  readonly name: string;
  readonly type: { readonly text: string };
  readonly description: string;
}

interface Figure {
  readonly tagName: string;
  readonly attributes: readonly Attribute[];
}

const manifest = JSON.parse(readFileSync(join(DIST, "custom-elements.json"), "utf8"));
const figures: readonly Figure[] = manifest.modules[0].declarations;

/** Such as `64`, `0.01`, `10^−9`, `−2^53` and `2^53 − 1`. */
const NUMBER = String.raw`(−?)(\d[\d.]*)(?:\^(−?\d+))?(?: − (\d+))?`;

function numberIn(pattern: string, text: string): number | undefined {
  const found = new RegExp(pattern + NUMBER).exec(text);
  if (!found) return undefined;
  const [, sign, base, power = "1", less = "0"] = found;
  return (sign ? -1 : 1) * Number(base) ** Number(power.replace("−", "-")) - Number(less);
}

interface Said {
  /** The ends of the range. */
  readonly taken: readonly number[];
  /** What lies just beyond them, or between numbers that it has. */
  readonly refused: readonly number[];
}

function saidOf({ description }: Attribute): Said {
  const least = numberIn(String.raw`\bfrom `, description);
  const most = numberIn(String.raw`\b(?:up )?to `, description);
  const isEven = description.includes("even number");
  const isWhole = isEven || description.includes("whole number");
  const step = isEven ? 2 : 1;
  const refused: number[] = [];
  if (least !== undefined) refused.push(isWhole ? least - step : least - Math.abs(least) / 2);
  // A double beyond 2^53 has no next whole number.
  if (most !== undefined)
    refused.push(isWhole ? Math.max(most + step, most * (1 + Number.EPSILON)) : most * 2);
  if (least !== undefined && isWhole) refused.push(least + step / 2);
  return { taken: [least, most].filter((end) => end !== undefined), refused };
}

const opened = pagesForTests({
  pages: Object.fromEntries(
    figures.map(({ tagName }) => [
      `/${tagName}`,
      `<!doctype html><html lang="en"><title>t</title><link rel="icon" href="data:,">
<script type="module" src="/dist/embed.js"></script><${tagName}></${tagName}>`,
    ]),
  ),
});

/** Attributes that count only beside another one. */
const BESIDE: Readonly<Record<string, readonly [name: string, value: string]>> = {
  "pe-broadcast kappa": ["method", "sine"],
  "pe-rope trained": ["view", "wavelengths"],
  "pe-rope length": ["view", "wavelengths"],
};

/** What a figure says when it is given a value; it is as it was afterwards. */
async function noteTo(figure: Locator, attribute: string, value: number): Promise<string> {
  const tag = await figure.evaluate(({ localName }) => localName);
  const beside = BESIDE[`${tag} ${attribute}`];
  const given = [[attribute, String(value)] as const, ...(beside ? [beside] : [])];
  await figure.evaluate((node, pairs) => {
    for (const [name, text] of pairs) node.setAttribute(name, text);
  }, given);
  await settled(figure);
  const note = await figure.locator(".note").textContent();
  await figure.evaluate((node, pairs) => {
    for (const [name] of pairs) node.removeAttribute(name);
  }, given);
  await settled(figure);
  return note ?? "";
}

test.each(figures)(
  "$tagName takes the numbers that the texts of its attributes name, and no others",
  async ({ tagName, attributes }) => {
    await withPage(opened.browser, opened.site, { path: `/${tagName}` }, async (page) => {
      const figure = page.locator(tagName);
      await figure.locator(".frame[data-state=drawn]").waitFor();
      for (const attribute of attributes.filter(({ type }) => type.text === "number")) {
        const { name } = attribute;
        const { taken, refused } = saidOf(attribute);
        expect(taken, name).not.toEqual([]);
        for (const value of taken) expect(await noteTo(figure, name, value), `${name}=${value}`).toBe("");
        for (const value of refused)
          expect(await noteTo(figure, name, value), `${name}=${value}`).not.toBe("");
      }
    });
  },
);
