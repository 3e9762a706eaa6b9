import type { Rules, StateOf } from "./rules.ts";

/** The member of an element that returns its encoding, as functions of the module take it. */
export type EncodingProperty = "spec" | "encoding";

/**
 * The attributes of a figure that determine its encoding. A link has the fields of the spec instead of them.
 *
 * @typeParam R - the rules of those attributes
 * @typeParam X - the encoding that follows from them, as {@link EncodingProperty}
 */
export interface Encoding<R extends Rules, X> {
  readonly rules: R;
  readonly property: EncodingProperty;
  /** Throws if the attributes are not understood, or this figure cannot show the encoding. */
  derive(state: StateOf<R>): X;
  /** The spec as a link holds it. */
  specText(state: StateOf<R>): string;
  /** Reads the text of a spec: values of the attributes, and notes for the reader on parts that were not understood. */
  readSpec(text: string): { readonly values: Partial<StateOf<R>>; readonly notes: readonly string[] };
  /** HTML inside the tag, for readers without scripts. */
  fallback(state: StateOf<R>): string;
}

/**
 * The tag that shows a figure in its present state on another page.
 * @param fallback - HTML for readers without scripts
 */
export function tagOf(element: Element, attributes: readonly string[], fallback: string): string {
  const name = element.localName;
  const state = attributes.flatMap((attribute) => {
    const value = element.getAttribute(attribute);
    return value === null
      ? []
      : [` ${attribute}="${value.replaceAll("&", "&amp;").replaceAll('"', "&quot;")}"`];
  });
  return `<${name}${state.join("")}>${fallback && `\n  ${fallback}\n`}</${name}>`;
}

/** The package's picture of a preset, in the size of all these pictures. */
export const presetImage = (preset: string, alt: string): string =>
  `<img src="posenc/pictures/${preset}.svg" width="400" height="320" alt="${alt}">`;
