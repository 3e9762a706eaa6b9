import type { Rules, StateOf } from "./rules.ts";

/** The member of an element that has its encoding, as functions of the module take it. */
export type EncodingProperty = "spec" | "encoding";

/**
 * How a figure is told which encoding it shows: attributes of its state that stand for a spec. In a link the spec's own
 * fields stand in their place.
 *
 * @typeParam R - the rules of those attributes
 * @typeParam X - the encoding that follows from them, as {@link EncodingProperty}
 */
export interface Encoding<R extends Rules, X> {
  readonly rules: R;
  readonly property: EncodingProperty;
  /** Throws if the attributes are not understood, or this figure cannot show what they mean. */
  derive(state: StateOf<R>): X;
  /** The spec as a link holds it. */
  specText(state: StateOf<R>): string;
  /** What a text says of the encoding: values to take over, and what was not understood, in words for the reader. */
  readSpec(text: string): { readonly values: Partial<StateOf<R>>; readonly notes: readonly string[] };
  /** What the tag holds for readers without scripts, as HTML. */
  fallback(state: StateOf<R>): string;
}
