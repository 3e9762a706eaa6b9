import { expect, test } from "vitest";
import { attributeOf, figuresForTests, noteOf, type Rule, taggedFigures } from "./harness/all-figures.ts";

/** All attributes of every figure are properties, and the reverse, because frameworks set either. */

const withFigures = figuresForTests();

/** A value that a rule allows and that is not the default, with the text of its attribute. */
function another(rule: Rule & { readonly default?: unknown }): { value: unknown; text: string } | undefined {
  switch (rule.kind) {
    case "flag":
      return { value: !rule.default, text: rule.default ? "false" : "" };
    case "word": {
      const value = rule.words.find((word) => word !== rule.default);
      return value === undefined ? undefined : { value, text: value };
    }
    case "number": {
      const next = rule.default + (rule.step ?? 1);
      const value = next <= rule.to ? next : rule.from;
      return { value, text: String(value) };
    }
    default:
      return undefined; // texts and lists have rules of their own beyond their kind
  }
}

test.each(taggedFigures)("$tag", async ({ figure }) => {
  await withFigures(async ({ show }) => {
    for (const [property, rule] of Object.entries(figure.rules)) {
      const other = another(rule);
      if (!other) continue;
      const attribute = attributeOf(figure, property);
      const shown = await show(figure);
      const results = await shown.evaluate(
        async (node, [name, key, { value, text }]) => {
          const element = node as unknown as HTMLElement &
            Record<string, unknown> & { updateComplete: Promise<unknown> };
          element[key] = value;
          await element.updateComplete;
          const reflected = element.getAttribute(name);
          element.removeAttribute(name);
          element.setAttribute(name, text);
          const read = element[key];
          element.removeAttribute(name);
          element.setAttribute(key, text); // as a server writes the property
          return { reflected, read, lowered: element[key] };
        },
        [attribute, property, other] as const,
      );
      expect(results, property).toEqual({ reflected: other.text, read: other.value, lowered: other.value });
      expect(await noteOf(shown), property).not.toMatch(/unknown attribute/);
    }
  });
});

test('`controls` set as a property hides them, and "nnone" is named', async () => {
  await withFigures(async ({ show }) => {
    for (const { tag, figure } of taggedFigures) {
      const shown = await show(figure);
      const controls = shown.locator("[part~=controls]").first();
      await shown.evaluate((node) => Object.assign(node, { controls: "none" }));
      await shown.evaluate(
        (node) => (node as unknown as { updateComplete: Promise<unknown> }).updateComplete,
      );
      expect(await controls.isVisible(), tag).toBe(false);
      await shown.evaluate((node) => Object.assign(node, { controls: "nnone" }));
      expect(await noteOf(shown), tag).toBe('controls must be "none"; got "nnone".');
    }
  });
});
