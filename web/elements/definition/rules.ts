/** Errors of figures. Each names the attribute, its value, and the allowed values. */

export interface Refusal extends RangeError {
  readonly code: "range" | "unsupported";
  /** The attribute at fault. */
  readonly param: string;
  readonly value: unknown;
}

/**
 * @param param - the attribute at fault
 * @param expected - the allowed values, such as `"a whole number from 0 to 63"`
 */
export function refusal(param: string, expected: string, value: unknown): Refusal {
  const shown =
    typeof value === "string" ? `"${value}"` : Array.isArray(value) ? `"${value.join(" ")}"` : value;
  const error = new RangeError(`${param} must be ${expected}; got ${shown}.`);
  return Object.assign(error, { code: "range", param, value } as const);
}

/** The error of an encoding that a figure cannot show. */
export function notShown(sentence: string, value: unknown): Refusal {
  return Object.assign(new RangeError(sentence), { code: "unsupported", param: "spec", value } as const);
}

/**
 * Rules for the values of attributes, as data. From a rule follow the property and its type, the attribute's text, the
 * texts that a link may hold, the error for a value out of range, the ends of a slider, and the documentation.
 */

interface Described {
  /** The meaning of the attribute, in a sentence without its range. The build leaves it out of the package. */
  readonly doc: string;
  /** Name of the attribute. Default: the property's name in lower case with hyphens. */
  readonly attribute?: string;
}

export interface NumberRule extends Described {
  readonly kind: "number";
  readonly from: number;
  readonly to: number;
  /** Only multiples of it are allowed: 1 for whole numbers, 2 for even ones. Default: any number is. */
  readonly step?: 1 | 2;
  readonly default: number | undefined;
}

export interface WordRule<Word extends string = string> extends Described {
  readonly kind: "word";
  readonly words: readonly Word[];
  readonly default: Word;
}

export interface FlagRule extends Described {
  readonly kind: "flag";
  readonly default: boolean;
}

export interface TextRule extends Described {
  readonly kind: "text";
  readonly default: string;
}

export interface NumbersRule extends Described {
  readonly kind: "numbers";
  /** The least and the largest count of numbers. */
  readonly least: number;
  readonly most: number;
  /** The allowed numbers, in words. */
  readonly expected: string;
  /** Whether the numbers are as `expected` says; their count is right already. */
  readonly holds: (values: readonly number[]) => boolean;
  readonly default: readonly number[] | undefined;
}

export type Rule = NumberRule | WordRule | FlagRule | TextRule | NumbersRule;
export type Rules = Readonly<Record<string, Rule>>;

type ValueOf<R> = R extends { kind: "number"; default: infer D }
  ? number | (undefined extends D ? undefined : never)
  : R extends WordRule<infer Word>
    ? Word
    : R extends { kind: "flag" }
      ? boolean
      : R extends { kind: "numbers"; default: infer D }
        ? readonly number[] | (undefined extends D ? undefined : never)
        : string;

/** The properties that follow from rules. */
export type StateOf<R> = { -readonly [Name in keyof R]: ValueOf<R[Name]> };

type WithoutKind<R> = Omit<R, "kind">;

/** A rule for a number that may be missing if the default is undefined. */
type NumberOr<D> = NumberRule & { readonly default: D };
type NumberOptions<D> = WithoutKind<NumberRule> & { default: D };

/** Any number in a range. */
export const real = <D extends number | undefined>(rule: NumberOptions<D>): NumberOr<D> => ({
  kind: "number",
  ...rule,
});

export const whole = <D extends number | undefined>(rule: NumberOptions<D>): NumberOr<D> =>
  real({ step: 1, ...rule });

/** One of some words. Any other is noted, and counts as the default. */
export const word = <const Word extends string>(
  words: readonly [Word, ...Word[]],
  rule: Described & { readonly default?: Word },
): WordRule<Word> => ({ kind: "word", words, ...rule, default: rule.default ?? words[0] });

/** Yes or no: the attribute alone means yes, and `"false"` means no. */
export const flag = (rule: WithoutKind<FlagRule>): FlagRule => ({ kind: "flag", ...rule });

export const text = (rule: WithoutKind<TextRule>): TextRule => ({ kind: "text", ...rule });

/** Numbers with spaces between them. */
export const numbers = <D extends readonly number[] | undefined>(
  rule: WithoutKind<NumbersRule> & { default: D },
): NumbersRule & { readonly default: D } => ({ kind: "numbers", ...rule });

/** The attribute of a property. */
export const attributeOf = (name: string, rule: Rule): string =>
  rule.attribute ?? name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

/** The allowed values of a rule, in words. */
export function expected(rule: Rule): string {
  switch (rule.kind) {
    case "number": {
      const kind = rule.step === 2 ? "an even number" : rule.step === 1 ? "a whole number" : "a number";
      return `${kind} from ${rule.from} to ${rule.to}`;
    }
    case "word":
      return rule.words.map((known) => `"${known}"`).join(" or ");
    case "flag":
      return '"true" or "false"';
    case "numbers":
      return rule.expected;
    case "text":
      return "a text";
  }
}

export function isTaken(rule: Rule, value: unknown): boolean {
  switch (rule.kind) {
    case "number":
      return value === undefined ? rule.default === undefined : isInRange(rule, value as number);
    case "word":
      return rule.words.includes(value as string);
    case "numbers": {
      if (value === undefined) return rule.default === undefined;
      const { length } = value as readonly number[];
      const isNumbers = !(value as readonly number[]).some(Number.isNaN);
      return (
        isNumbers && length >= rule.least && length <= rule.most && rule.holds(value as readonly number[])
      );
    }
    default:
      return true;
  }
}

function isInRange({ from, to, step }: NumberRule, value: number): boolean {
  const isStep = step === undefined || (Number.isInteger(value) && value % step === 0);
  return isStep && value >= from && value <= to;
}

// Values of a figure's state as texts of attributes, and back. Text that is not a number becomes NaN, which rules refuse.

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

export const byAttribute = (rules: Rules): Readonly<Record<string, Rule>> =>
  Object.fromEntries(Object.entries(rules).map(([name, rule]) => [attributeOf(name, rule), rule]));

/** @param decided - the random things that the seed decides */
export const seedRule = (decided: string) =>
  whole({ from: 0, to: Number.MAX_SAFE_INTEGER, default: 1, doc: `The seed of the random ${decided}` });
