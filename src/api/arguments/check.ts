/** Checks of plain arguments. Nothing is coerced, and no code of the caller runs except the getters of its options, once. */
import { rangeError, typeError } from "./errors.ts";
import { allowed, hint } from "./hints.ts";
import { printable } from "./printable.ts";

/** The requirements on a number. */
export interface NumberRule {
  from: number;
  to: number;
  integer?: boolean;
  even?: boolean;
  /** The value of an argument that is left out; without a default it is required. */
  default?: number;
  /** The requirement in words, if the limits do not say everything. */
  expected?: string;
}

export function checkNumber(param: string, value: unknown, rule: NumberRule): number {
  if (value === undefined && rule.default !== undefined) return rule.default;
  if (value === undefined) throw missing(param, describe(rule));
  if (typeof value !== "number") throw wrongType(param, describe(rule), value);
  if (!fits(value, rule)) {
    throw rangeError(`${param} must be ${describe(rule)}; got ${show(value)}`, {
      code: "range",
      param,
      value,
    });
  }
  return value + 0; // −0 becomes 0
}

export function fits(value: number, { from, to, integer = false, even = false }: NumberRule): boolean {
  return value >= from && value <= to && !(integer && !Number.isInteger(value)) && !(even && value % 2 !== 0);
}

function describe({ from, to, integer, even, expected }: NumberRule): string {
  if (expected !== undefined) return expected;
  const kind = even ? "an even integer" : integer ? "an integer" : "a number";
  return `${kind} from ${from} to ${to}`;
}

/** Throws unless the value is one of these words. */
export function checkWord<W extends string>(
  param: string,
  value: unknown,
  words: readonly W[],
  otherwise?: W,
): W {
  if (value === undefined && otherwise !== undefined) return otherwise;
  const expected = allowed(words);
  if (value === undefined) throw missing(param, expected);
  if (typeof value !== "string") throw wrongType(param, expected, value);
  if (words.includes(value as W)) return value as W;
  const text = `${param} must be ${expected}; got ${show(value)}${hint(value, words, 3)}`;
  throw rangeError(text, { code: "range", param, value });
}

export function checkFlag(param: string, value: unknown, otherwise: boolean): boolean {
  if (value === undefined) return otherwise;
  if (typeof value !== "boolean") throw wrongType(param, "true or false", value);
  return value;
}

/** Options that were read and whose values have not been checked. */
export type Unchecked<Name extends PropertyKey> = Partial<Record<Name, unknown>>;

/** The caller's own enumerable options, each read once; any name that is not listed is an error. */
export function readOptions<Name extends string>(
  param: string,
  given: unknown,
  names: readonly Name[],
): Unchecked<Name> {
  if (typeof given !== "object" || given === null) throw wrongType(param, "an object", given);
  const options: Unchecked<Name> = {};
  for (const name of guarded(param, given, () => Object.keys(given)) as Name[]) {
    if (!names.includes(name)) throw unknownOption(param, name, names);
    options[name] = guarded(name, given, () => (given as Record<Name, unknown>)[name]);
  }
  return options;
}

/** No spec has more fields. */
const mostFields = 64;

/** The caller's own enumerable fields, each read once. Which names are legal may follow from them: see {@link checkNames}. */
export function readFields(param: string, given: unknown): Map<string, unknown> {
  if (typeof given !== "object" || given === null) throw wrongType(param, "an object", given);
  const names = guarded(param, given, () => Object.keys(given));
  if (names.length > mostFields) {
    const text = `${param} must have at most ${mostFields} fields; got ${names.length}`;
    throw rangeError(text, { code: "range", param, value: given });
  }
  const read = (name: string) => guarded(name, given, () => (given as Record<string, unknown>)[name]);
  return new Map(names.map((name) => [name, read(name)]));
}

/** Refuses names that `owner` does not have; a field that holds undefined counts as left out. */
export function checkNames(
  owner: string,
  fields: Iterable<readonly [name: string, value: unknown]>,
  names: readonly string[],
): void {
  for (const [name, value] of fields) {
    if (value !== undefined && !names.includes(name)) throw unknownOption(owner, name, names);
  }
}

function unknownOption(owner: string, name: string, names: readonly string[]) {
  const of = owner === "options" ? "" : ` of ${owner}`;
  const fix =
    hint(name, names) || (names.length > 0 ? `; allowed are ${names.join(", ")}` : "; it takes no options");
  return typeError(`unknown option ${show(name)}${of}${fix}`, {
    code: "unknown-option",
    param: name,
    value: name,
  });
}

/** Runs code that may call the caller's getters or proxies. */
export function guarded<T>(param: string, value: unknown, read: () => T): T {
  try {
    return read();
  } catch (cause) {
    throw typeError(`${param} could not be read: reading it threw an error`, {
      code: "unreadable",
      param,
      value,
      cause,
    });
  }
}

export const missing = (param: string, expected: string) =>
  typeError(`${param} is required: ${expected}`, { code: "missing", param, value: undefined });

export const wrongType = (param: string, expected: string, value: unknown) =>
  typeError(`${param} must be ${expected}; got ${show(value)}`, { code: "type", param, value });

const longest = 40;

/** A value in a message, without calling any of its methods. */
export function show(value: unknown): string {
  if (typeof value === "string") return printable(JSON.stringify(shortened(value)));
  if (typeof value === "number") return Object.is(value, -0) ? "-0" : `${value}`;
  if (typeof value === "object" && value !== null) return kindOf(value);
  if (typeof value === "bigint" || typeof value === "symbol" || typeof value === "function")
    return `a ${typeof value}`;
  return `${value}`;
}

/** The start of a long text; a character of two halves is not cut. */
function shortened(text: string): string {
  if (text.length <= longest) return text;
  return `${text.slice(0, longest).replace(/[\ud800-\udbff]$/, "")}…`;
}

/** The name of a typed array's type, by the built-in getter, which works on arrays of other frames. */
const tagOf = (view: ArrayBufferView): string | undefined =>
  Reflect.get(Object.getPrototypeOf(Uint8Array.prototype), Symbol.toStringTag, view);

/** `"Float32Array"`, …, `"DataView"`, `"Array"` or `"object"`, also for arrays that another frame made. */
export function kindOf(value: unknown): string {
  if (ArrayBuffer.isView(value)) return tagOf(value) ?? "DataView";
  return isArray(value) ? "Array" : "object";
}

function isArray(value: unknown): boolean {
  try {
    return Array.isArray(value);
  } catch {
    return false; // a revoked proxy
  }
}
