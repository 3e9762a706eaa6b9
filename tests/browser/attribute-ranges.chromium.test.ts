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

/** What a figure says of each value that an attribute is given, one after the other; it is as it was afterwards. */
async function notesTo(figure: Locator, attribute: string, values: readonly number[]): Promise<string[]> {
  const tag = await figure.evaluate(({ localName }) => localName);
  const [beside, text] = BESIDE[`${tag} ${attribute}`] ?? [];
  const notes: string[] = [];
  if (beside !== undefined)
    await figure.evaluate((node, [name, value]) => node.setAttribute(name, value), [
      beside,
      text ?? "",
    ] as const);
  for (const value of values) {
    await figure.evaluate((node, [name, value]) => node.setAttribute(name, value), [
      attribute,
      String(value),
    ] as const);
    await settled(figure);
    notes.push((await figure.locator(".note").textContent()) ?? "");
  }
  await figure.evaluate(
    (node, names) => {
      for (const name of names) node.removeAttribute(name);
    },
    beside === undefined ? [attribute] : [attribute, beside],
  );
  await settled(figure);
  return notes;
}

test.each(figures.map((figure) => ({ tag: figure.definition.tag, figure })))(
  "$tag takes the ends of its ranges, and nothing beyond",
  async ({ tag, figure: described }) => {
    await withPage(opened.browser, opened.site, { path: `/${tag}`, expected: WARNING }, async (page) => {
      const figure = page.locator(tag);
      await figure.locator(".frame[data-state=drawn]").waitFor();
      for (const { name, rule } of numbersOf(described)) {
        const taken = [rule.from, rule.to];
        const refused = refusedBy(rule);
        const notes = await notesTo(figure, name, [...refused, ...taken]);
        for (const [n, value] of refused.entries()) expect(notes[n], `${name}=${value}`).not.toBe("");
        for (const [n, value] of taken.entries())
          expect(notes[refused.length + n], `${name}=${value}`).toBe("");
      }
    });
  },
);
