import type { MethodName, ResolvedSpec } from "../../src/entries/encodings.ts";
import type { StandIns } from "./stand-in.ts";

/** The title, sentence, stand-ins and code of each method, for figures. Each method has a file of its own, except the naive ones. */

interface Named<M extends MethodName> {
  /** Name in menus; a method without a title is in no menu. */
  readonly title?: string;
  /** Required fields of the spec with their usual values, as text. */
  readonly usual?: string;
  /** Stand-ins for the parameters that a model learns. */
  learned?(spec: ResolvedSpec<M>): StandIns;
  /** The names of the random stand-ins, in words. */
  readonly learnedInWords?: string;
}

/** A method with a table that is added to the embeddings of words. */
export interface AdditiveMethod<M extends MethodName> extends Named<M> {
  readonly family: "additive";
  /** Whether every sine has a cosine, so that widths are even. */
  readonly hasPairs?: boolean;
  /** Python that makes `table`, (positions, dModel), from `position`, (positions, 1). */
  python(spec: ResolvedSpec<M>): string;
  /** Python that makes `product`, (offsets), from the rows at `key` and at `key + offset`; `offset` is (offsets, 1). */
  product?(spec: ResolvedSpec<M>): string;
  /** The spec with a table for at most `tokens` positions, for encodings that store their rows. */
  limited?(spec: ResolvedSpec<M>, tokens: number): ResolvedSpec<M>;
}

/** A method that rotates queries and keys. */
export interface RotaryMethod<M extends MethodName> extends Named<M> {
  readonly family: "rotary";
  /** Python that makes `frequency`, (pairs), and a function `size(position, side)`, the factor of each rotated pair. */
  python(spec: ResolvedSpec<M>): string;
  /** Whether queries and keys are rotated differently. */
  readonly hasSides: boolean;
}

/** Facts for a sentence about a bias. */
export interface ShownBias {
  /** From 0. */
  readonly head: number;
  readonly heads: number;
  /** The bias of the head for a key one position before its query. */
  readonly ofNeighbour: number;
}

/** A method that adds a bias to the scores. */
export interface BiasMethod<M extends MethodName> extends Named<M> {
  readonly family: "bias";
  /** What the bias depends on: the offset (vector), the query and the key (matrix), or nothing. */
  readonly form: "vector" | "matrix" | "nothing";
  /** Name of the shown quantity, if it is not the bias: a learned function would map it to the bias. */
  readonly quantity?: string;
  /** Whether heads differ by more than their learned parameters. */
  headsDiffer(spec: ResolvedSpec<M>): boolean;
  /** The method in one sentence, with the numbers that stand in for learned ones. */
  sentence(spec: ResolvedSpec<M>, shown: ShownBias): string;
  /** Python that makes `bias` of `head` of `heads`, from the positions `query` and `key` and their `distance`. */
  python(spec: ResolvedSpec<M>): string;
}

export type Method<M extends MethodName> = AdditiveMethod<M> | RotaryMethod<M> | BiasMethod<M>;
