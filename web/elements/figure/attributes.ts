import type { PropertyDeclaration } from "@lit/reactive-element";

/**
 * Properties whose attribute is their state: reflected, and left off while they have their default value. Text that is
 * no number becomes NaN, which the module refuses with a sentence for the reader.
 */

/** Text that counts as a number; `Number` alone would take "", "0x10" and "Infinity". */
const DECIMAL = /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d{1,3})?$/i;

function toNumber(text: string): number {
  return DECIMAL.test(text.trim()) ? Number(text) : Number.NaN;
}

function toNumbers(text: string): number[] {
  return text
    .trim()
    .split(/[\s,]+/)
    .map(toNumber);
}

/** Decides whether a stranger's text is a value of an attribute. */
export type Accepts = (text: string) => boolean;

/** Accepts so many numbers. */
export function countOfNumbers(least: number, most: number): Accepts {
  return (text) => {
    const numbers = toNumbers(text);
    return numbers.length >= least && numbers.length <= most && !numbers.some(Number.isNaN);
  };
}

/** Accepts some words. */
export function oneOf(...words: string[]): Accepts {
  return (text) => words.includes(text);
}

/** Fractions of views are worth no more than this many digits in an attribute. */
const DIGITS = 12;

const brief = (value: number): string => String(Number(value.toPrecision(DIGITS)));

const sameNumbers = (a: readonly number[] | undefined, b: readonly number[] | undefined): boolean =>
  a === b || (a?.length === b?.length && a?.every((value, index) => Object.is(value, b?.[index])) === true);

/** A number. */
export function numberAttribute(attribute: string): PropertyDeclaration<number | undefined> {
  return {
    attribute,
    reflect: true,
    useDefault: true,
    converter: {
      fromAttribute: (text) => (text === null ? undefined : toNumber(text)),
      toAttribute: (value) => (value === undefined ? null : brief(value)),
    },
  };
}

/** Numbers apart by spaces, such as `positions="0 20"`. */
export function numbersAttribute(attribute: string): PropertyDeclaration<readonly number[] | undefined> {
  return {
    attribute,
    reflect: true,
    useDefault: true,
    hasChanged: (value, before) => !sameNumbers(value, before),
    converter: {
      fromAttribute: (text) => (text === null ? undefined : toNumbers(text)),
      toAttribute: (values) => (values === undefined ? null : values.map(brief).join(" ")),
    },
  };
}

/** One of a few words; any other word counts as the default. */
export function wordAttribute<Word extends string>(
  attribute: string,
  words: readonly [Word, ...Word[]],
): PropertyDeclaration<Word> {
  return {
    attribute,
    reflect: true,
    useDefault: true,
    converter: {
      fromAttribute: (text) => words.find((word) => word === text) ?? words[0],
      toAttribute: (value) => value,
    },
  };
}
