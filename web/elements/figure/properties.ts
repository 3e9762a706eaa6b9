/** Declarations of Lit's properties, made from rules. */
import type { PropertyDeclaration, PropertyDeclarations } from "@lit/reactive-element";
import { areSame, readText, writeText } from "../definition/attribute-text.ts";
import { attributeOf, type Rule, type Rules } from "../definition/rules.ts";

const propertyOf = (name: string, rule: Rule): PropertyDeclaration => ({
  attribute: attributeOf(name, rule),
  reflect: true,
  useDefault: true,
  ...(rule.kind === "numbers" && {
    hasChanged: (value, before) => !areSame(value as readonly number[], before as readonly number[]),
  }),
  converter: {
    fromAttribute: (text) => readText(rule, text),
    toAttribute: (value) => writeText(rule, value),
  },
});

export const propertiesOf = (rules: Rules): PropertyDeclarations =>
  Object.fromEntries(Object.entries(rules).map(([name, rule]) => [name, propertyOf(name, rule)]));
