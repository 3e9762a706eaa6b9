/** Values of a figure's state as texts of attributes, and back. Text that is not a number becomes NaN, which rules refuse. */
import { attributeOf, isTaken, type Rule, type Rules } from "./rules.ts";

/** Text that counts as a number; `Number` alone would take "", "0x10" and "Infinity". */
const DECIMAL = /^[+-]?(\d+(\.\d*)?|\.\d+)(e[+-]?\d{1,3})?$/i;

const toNumber = (text: string): number => (DECIMAL.test(text.trim()) ? Number(text) : Number.NaN);

const toNumbers = (text: string): number[] =>
  text
    .trim()
    .split(/[\s,]+/)
    .map(toNumber);

type Numbers = readonly number[] | undefined;

export const areSame = (a: Numbers, b: Numbers): boolean =>
  a === b || (a?.length === b?.length && a?.every((value, index) => Object.is(value, b?.[index])) === true);

/** The value of a text; `null`, the text of a missing attribute, means the default. */
export function readText(rule: Rule, text: string | null): unknown {
  if (text === null) return rule.default;
  switch (rule.kind) {
    case "number":
      return toNumber(text);
    case "numbers": {
      const values = toNumbers(text);
      return areSame(values, rule.default) ? rule.default : values; // the same array, because Lit compares by identity
    }
    case "flag":
      return text !== "false";
    case "word":
      return rule.words.find((known) => known === text) ?? rule.default;
    case "text":
      return text;
  }
}

/** Properties by their names without capitals: HTML lowers the case of what servers write of a property, such as React's `dModel`. */
export const byLoweredName = (rules: Rules): Record<string, string> =>
  Object.fromEntries(
    Object.entries(rules)
      .filter(([name, rule]) => name.toLowerCase() !== attributeOf(name, rule))
      .map(([name]) => [name.toLowerCase(), name]),
  );

/** Significant digits of numbers in attributes: enough for the ends of a view. */
const DIGITS = 12;

const brief = (value: number): string => String(Number(value.toPrecision(DIGITS)));

/** The text of a value; `null` means no attribute. */
export function writeText(rule: Rule, value: unknown): string | null {
  if (value === undefined || value === null) return null;
  switch (rule.kind) {
    case "number":
      return brief(value as number);
    case "numbers":
      return (value as readonly number[]).map(brief).join(" ");
    case "flag":
      return value === rule.default ? null : value ? "" : "false";
    default:
      return String(value);
  }
}

/** Whether a rule accepts a text in a link, and in an attribute without a note. */
export function takesText(rule: Rule, text: string): boolean {
  if (rule.kind === "word") return rule.words.includes(text);
  if (rule.kind === "flag") return ["", "true", "false"].includes(text);
  return isTaken(rule, readText(rule, text));
}

/** Whether a link may hold a text. For a list of numbers, only the count is checked: the figure refuses the rest itself. */
export function isReadable(rule: Rule, text: string): boolean {
  if (rule.kind === "number") return !Number.isNaN(toNumber(text));
  if (rule.kind !== "numbers") return takesText(rule, text);
  const values = toNumbers(text);
  return values.length >= rule.least && values.length <= rule.most && !values.some(Number.isNaN);
}

/** Rules by the names of their attributes. */
export const byAttribute = (rules: Rules): Readonly<Record<string, Rule>> =>
  Object.fromEntries(Object.entries(rules).map(([name, rule]) => [attributeOf(name, rule), rule]));
