/**
 * The rules of a spec's fields, as data, and the types of specs that follow from them. Bundlers may drop a rule that nothing
 * reads: an import of `version` alone should not carry any.
 */
import type { NumberRule } from "../arguments/check.ts";

interface Optional {
  /** The field may be left out, and has no default. */
  optional?: true;
}

interface NumberField extends NumberRule, Optional {
  kind: "number";
  /** Words that are allowed instead of a number. */
  or?: readonly string[];
  /** The field whose value is the default of this one. */
  sameAs?: string;
  /** The value of this required field if a text does not have it. */
  usual?: number;
}

interface WordField {
  kind: "word";
  words: readonly string[];
  default?: string;
  /** Words of earlier versions that are still read, and the words that have replaced them. */
  synonyms?: Readonly<Record<string, string>>;
}

interface FlagField {
  kind: "flag";
  default: boolean;
}

interface ListField extends Optional {
  kind: "list";
  each: NumberRule;
  /** Smallest and largest length. */
  least: number;
  most: number;
  default?: readonly number[];
  usual?: readonly number[];
}

/** An object whose `type` decides which other fields it has. The default is an object of the type `default`. */
interface ChoiceField {
  kind: "choice";
  of: Readonly<Record<string, Fields>>;
  default: string;
}

export type Field = NumberField | WordField | FlagField | ListField | ChoiceField;
export type Fields = Readonly<Record<string, Field>>;

export const number = /* @__NO_SIDE_EFFECTS__ */ <const R extends Omit<NumberField, "kind">>(rule: R) =>
  ({ kind: "number", ...rule }) as const;

/** A required word: with a default, nobody would notice that it is the wrong one. */
export const word = /* @__NO_SIDE_EFFECTS__ */ <const W extends readonly string[]>(...words: W) =>
  ({ kind: "word", words }) as const;

export const wordOr = /* @__NO_SIDE_EFFECTS__ */ <const D extends string, const W extends readonly string[]>(
  otherwise: D,
  ...words: W
) => ({ kind: "word", words: [otherwise, ...words], default: otherwise }) as const;

/** The word that has replaced an earlier one; any other value as it is. */
export const currentWord = ({ synonyms }: Pick<WordField, "synonyms">, value: unknown): unknown =>
  typeof value === "string" && synonyms && Object.hasOwn(synonyms, value) ? synonyms[value] : value;

export const flag = /* @__NO_SIDE_EFFECTS__ */ <const D extends boolean>(otherwise: D) =>
  ({ kind: "flag", default: otherwise }) as const;

export const list = /* @__NO_SIDE_EFFECTS__ */ <const R extends Omit<ListField, "kind">>(rule: R) =>
  ({ kind: "list", ...rule }) as const;

export const choice = /* @__NO_SIDE_EFFECTS__ */ <
  const O extends ChoiceField["of"],
  const D extends keyof O & string,
>(
  otherwise: D,
  of: O,
) => ({ kind: "choice", of, default: otherwise }) as const;

type Flat<T> = { [K in keyof T]: T[K] };

type Plain<R> = R extends { kind: "number"; or: readonly (infer W)[] }
  ? number | W
  : R extends { kind: "number" }
    ? number
    : R extends { kind: "word"; words: readonly (infer W)[] }
      ? W
      : R extends { kind: "flag" }
        ? boolean
        : R extends { kind: "list" }
          ? readonly number[]
          : never;

type NamesWith<F, Mark> = { [K in keyof F]: F[K] extends Mark ? K : never }[keyof F];
type Omittable = { default: unknown } | { sameAs: string } | { optional: true };

type GivenValue<R> = R extends { kind: "choice"; of: infer O }
  ? { [T in keyof O]: Flat<Chosen<T> & Given<O[T]>> }[keyof O]
  : Plain<R> | (R extends { synonyms: infer S } ? keyof S : never);

interface Chosen<T> {
  /** The name of the rule, which decides what other fields there are. */
  type: T;
}

/** The fields as a caller gives them: those with a default may be left out. */
export type Given<F> = Flat<
  { [K in keyof Omit<F, NamesWith<F, Omittable>>]: GivenValue<F[K & keyof F]> } & {
    [K in keyof Pick<F, NamesWith<F, Omittable>>]?: GivenValue<F[K]> | undefined;
  }
>;

type ResolvedValue<R> = R extends { kind: "choice"; of: infer O }
  ? { [T in keyof O]: Flat<{ readonly type: T } & Resolved<O[T]>> }[keyof O]
  : Plain<R>;

/** The fields with every default filled in. */
export type Resolved<F> = Readonly<
  Flat<
    { [K in keyof Omit<F, NamesWith<F, { optional: true }>>]: ResolvedValue<F[K & keyof F]> } & {
      [K in keyof Pick<F, NamesWith<F, { optional: true }>>]?: ResolvedValue<F[K]>;
    }
  >
>;

/** A field that conflicts with others. */
export interface Conflict {
  /** The field at fault, with dots into nested ones: `"scaling.factor"`. */
  param: string;
  value: unknown;
  /** What it must be, and why: `"at most headDim, 64"`. */
  expected: string;
  /** A value without the conflict. If there is none, the field must be left out. */
  instead?: unknown;
}

/** Finds a conflict between fields that are right one by one. */
type Relation<F> = (spec: Resolved<F>) => Conflict | undefined;

export type Family = "additive" | "rotary" | "bias";

export interface Method<F = Fields> {
  family: Family;
  fields: F;
  relations?: readonly Relation<F>[];
}

/** A spec of a method, with every default filled in. */
export type SpecOf<M extends { fields: unknown }, Name = string> = Readonly<{ version: 1; method: Name }> &
  Resolved<M["fields"]>;

/** Declares a method; gives its relations the types of their fields. */
export const method = /* @__NO_SIDE_EFFECTS__ */ <const F extends Fields, const K extends Family>(
  row: Method<F> & { family: K },
): Method<F> & { family: K } => row;
