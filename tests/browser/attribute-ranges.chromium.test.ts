import type { Locator } from "playwright-core";
import * as elements from "posenc/elements";
import { expect, test } from "vitest";
import { settled, WARNING } from "./harness/figure-page.ts";
import { pagesForTests } from "./harness/pages.ts";
import { withPage } from "./harness/watched-page.ts";

/**
 * Each figure takes both ends of the range of each of its numbers, which the documentation states, and nothing beyond. The
 * ranges do not depend on the browser, so one is asked.
 */

interface NumberRule {
  readonly kind: "number";
  readonly from: number;
  readonly to: number;
  readonly step?: 1 | 2;
}

interface Rule {
  readonly kind: "number" | "numbers" | "word" | "flag" | "text";
}

interface Figure {
  readonly definition: { readonly tag: string };
  readonly rules: Readonly<Record<string, Rule>>;
  readonly properties: Readonly<Record<string, { readonly attribute: string }>>;
}

const figures: readonly Figure[] = Object.values(elements as object).filter(({ definition }) => definition);

/** The numbers that a figure takes, by attribute. */
const numbersOf = ({ rules, properties }: Figure) =>
  Object.entries(rules).flatMap(([name, rule]) =>
    rule.kind === "number" ? [{ name: properties[name]?.attribute ?? name, rule: rule as NumberRule }] : [],
  );

/** What lies just beyond the ends of a range, or between numbers that it has. */
function refusedBy({ from, to, step }: NumberRule): number[] {
  if (step === undefined) return [from - (Math.abs(from) / 2 || 1), to * 2];
  // A double beyond 2^53 has no next whole number.
  const next = (end: number) => Math.max(Math.abs(end) * Number.EPSILON, step);
  const between = Math.max(from, 0) + step / 2;
  return [from - next(from), to + next(to), between];
}

const opened = pagesForTests({
  pages: Object.fromEntries(
    figures.map(({ definition: { tag } }) => [
      `/${tag}`,
      `<!doctype html><html lang="en"><title>t</title><link rel="icon" href="data:,">
<script type="module" src="/dist/embed.js"></script><${tag}></${tag}>`,
    ]),
  ),
});

/** Attributes whose whole range is taken only beside another one. */
const BESIDE: Readonly<Record<string, readonly [name: string, value: string]>> = {
  "pe-attention heads": ["d-model", "256"],
  "pe-race d-model": ["heads", "2"],
  "pe-repeat from": ["to", String(2 ** 53 - 128)],
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

test.each(figures.map((figure) => ({ tag: figure.definition.tag, figure })))(
  "$tag takes the ends of its ranges, and nothing beyond",
  async ({ tag, figure: described }) => {
    await withPage(opened.browser, opened.site, { path: `/${tag}`, expected: WARNING }, async (page) => {
      const figure = page.locator(tag);
      await figure.locator(".frame[data-state=drawn]").waitFor();
      for (const { name, rule } of numbersOf(described)) {
        for (const value of [rule.from, rule.to])
          expect(await noteTo(figure, name, value), `${name}=${value}`).toBe("");
        for (const value of refusedBy(rule))
          expect(await noteTo(figure, name, value), `${name}=${value}`).not.toBe("");
      }
    });
  },
);
