import type { Locator } from "playwright-core";
import { expect, test } from "vitest";
import {
  attributeOf,
  change,
  type FigureClass,
  figuresForTests,
  noteOf,
  type Rule,
  taggedFigures,
} from "./harness/all-figures.ts";
import { settled } from "./harness/figure-page.ts";

/**
 * Each figure takes both ends of the range of each of its numbers, which the documentation states, and nothing beyond. The
 * ranges do not depend on the browser, so one is asked.
 */

type NumberRule = Extract<Rule, { kind: "number" }>;

/** The numbers that a figure takes, by attribute. */
const numbersOf = (figure: FigureClass) =>
  Object.entries(figure.rules).flatMap(([name, rule]) =>
    rule.kind === "number" ? [{ name: attributeOf(figure, name), rule }] : [],
  );

/** What lies just beyond the ends of a range, or between numbers that it has. */
function refusedBy({ from, to, step }: NumberRule): number[] {
  if (step === undefined) return [from - (Math.abs(from) / 2 || 1), to * 2];
  // A double beyond 2^53 has no next whole number.
  const next = (end: number) => Math.max(Math.abs(end) * Number.EPSILON, step);
  const between = Math.max(from, 0) + step / 2;
  return [from - next(from), to + next(to), between];
}

const withFigures = figuresForTests();

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
async function notesTo(shown: Locator, attribute: string, values: readonly number[]): Promise<string[]> {
  const tag = await shown.evaluate(({ localName }) => localName);
  const [beside, text = ""] = BESIDE[`${tag} ${attribute}`] ?? [];
  const notes: string[] = [];
  if (beside !== undefined) await change(shown, beside, text);
  for (const value of values) {
    await change(shown, attribute, String(value));
    notes.push(await noteOf(shown));
  }
  await shown.evaluate(
    (node, names) => {
      for (const name of names) node.removeAttribute(name);
    },
    beside === undefined ? [attribute] : [attribute, beside],
  );
  await settled(shown);
  return notes;
}

test.each(taggedFigures)("$tag takes the ends of its ranges, and nothing beyond", async ({ figure }) => {
  await withFigures(async ({ show }) => {
    const shown = await show(figure);
    for (const { name, rule } of numbersOf(figure)) {
      const taken = [rule.from, rule.to];
      const refused = refusedBy(rule);
      const notes = await notesTo(shown, name, [...refused, ...taken]);
      for (const [n, value] of refused.entries()) expect(notes[n], `${name}=${value}`).not.toBe("");
      for (const [n, value] of taken.entries())
        expect(notes[refused.length + n], `${name}=${value}`).toBe("");
    }
  });
});
