import type { AnyDefinition } from "../definition/definition.ts";
import { tagOf } from "../definition/encoding.ts";
import { byAttribute, isReadable, type Rules, type StateOf } from "../definition/rules.ts";
import { valuesOf } from "./state-element.ts";

/**
 * A figure's state in the fragment of a link:
 *
 *   #pe-heatmap?version=1&method=sinusoidal&dModel=512&base=10000&layout=interleaved&…&positions=0+20
 *
 * The name before the question mark is the figure's id, or its tag if it has none. Strangers write fragments, so the
 * length is limited, and the caller decides which attributes are accepted.
 */

/** Length of the longest fragment that is read, in characters; ours have about 250. */
const LONGEST = 4096;

interface FragmentState {
  /** The fields of the encoding and all other parameters, as text for `readSpec`. */
  readonly spec: string;
  /** The figure's own attributes. */
  readonly view: ReadonlyMap<string, string>;
}

const nameOf = (element: Element): string => element.id || element.localName;

/** The fragment, without `#`, of an element with its present attributes. Throws if it is too long to be read back. */
export function writeFragment(element: Element, spec: string, attributes: readonly string[]): string {
  const parameters = new URLSearchParams(spec);
  for (const name of attributes) {
    const value = element.getAttribute(name);
    if (value !== null) parameters.set(name, value);
  }
  const fragment = `${nameOf(element)}?${parameters}`;
  if (fragment.length >= LONGEST) {
    throw new RangeError(
      `This figure's link needs ${fragment.length} characters; the limit is ${LONGEST}. Shorten its texts.`,
    );
  }
  return fragment;
}

/** Parses the fragment; undefined if it addresses another element. Throws if it is too long. */
export function readFragment(
  element: Element,
  hash: string,
  accepts: (attribute: string, text: string) => boolean,
): FragmentState | undefined {
  const start = `#${nameOf(element)}?`;
  if (!hash.startsWith(start)) return undefined;
  if (hash.length > LONGEST) {
    throw new RangeError(`It has ${hash.length} characters; the limit is ${LONGEST}.`);
  }
  const spec = new URLSearchParams();
  const view = new Map<string, string>();
  for (const [name, value] of new URLSearchParams(hash.slice(start.length))) {
    if (accepts(name, value)) view.set(name, value);
    else spec.append(name, value);
  }
  return { spec: spec.toString(), view };
}

/** A figure as links see it. */
interface Linked extends HTMLElement {
  readonly definition: AnyDefinition;
  /** The rules of the encoding, and the figure's own. */
  readonly rules: Rules;
}

const attributesOf = (rules: Rules): string[] => Object.keys(byAttribute(rules));

/** The address of the page with the state of a figure as its fragment. */
export function linkOf(figure: Linked): string {
  const { encoding, state } = figure.definition;
  const spec = encoding?.specText(valuesOf(figure, encoding.rules)) ?? "";
  const address = new URL(location.href);
  address.hash = writeFragment(figure, spec, attributesOf(state));
  return address.href;
}

/** The tag that makes a figure elsewhere. */
export function tagOfFigure(figure: Linked): string {
  const { encoding } = figure.definition;
  const fallback = encoding?.fallback(valuesOf(figure, encoding.rules)) ?? "";
  return tagOf(figure, attributesOf(figure.rules), fallback);
}

export interface Followed {
  /** A sentence on parts that were not understood; empty if all were. */
  readonly advice: string;
  /** Restores the state before the link. */
  readonly undo: () => void;
}

/**
 * Applies the fragment of a link to a figure.
 *
 * @returns undefined if the fragment is not for this figure
 * @throws RangeError for a fragment that is too long
 */
export function follow(figure: Linked, hash: string): Followed | undefined {
  const { encoding, state } = figure.definition;
  const rules = byAttribute(state);
  const accepts = (name: string, text: string) => {
    const rule = Object.hasOwn(rules, name) ? rules[name] : undefined;
    return rule !== undefined && isReadable(rule, text);
  };
  const fragment = readFragment(figure, hash, accepts);
  if (fragment === undefined) return undefined;
  const before = attributesOf(figure.rules).map((name) => [name, figure.getAttribute(name)] as const);
  const { values, notes } = readSpec(encoding, fragment.spec);
  Object.assign(figure, values);
  for (const name of attributesOf(state)) setOrRemove(figure, name, fragment.view.get(name) ?? null);
  const undo = () => {
    for (const [name, text] of before) setOrRemove(figure, name, text);
  };
  return { advice: notes.length === 0 ? "" : `From the link: ${notes.join("; ")}.`, undo };
}

/** The attribute is removed, and the property not set to its default: that would write the attribute. */
function setOrRemove(figure: Element, name: string, text: string | null): void {
  if (text === null) figure.removeAttribute(name);
  else figure.setAttribute(name, text);
}

function readSpec(
  encoding: AnyDefinition["encoding"],
  text: string,
): { values: StateOf<Rules>; notes: readonly string[] } {
  if (encoding) return encoding.readSpec(text);
  const notes = Array.from(new URLSearchParams(text).keys(), (name) => `unknown field "${name}"`);
  return { values: {}, notes };
}
