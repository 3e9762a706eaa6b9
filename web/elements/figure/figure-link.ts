import { byAttribute, isReadable } from "../definition/attribute-text.ts";
import type { AnyDefinition } from "../definition/definition.ts";
import { tagOf } from "../definition/embed-tag.ts";
import type { Rules } from "../definition/rules.ts";
import { readFragment, writeFragment } from "./fragment.ts";

/** A figure as links see it. */
interface Linked extends HTMLElement {
  readonly definition: AnyDefinition;
  /** The rules of the encoding, and the figure's own. */
  readonly rules: Rules;
}

type Values = Readonly<Record<string, unknown>>;

const valuesOf = (figure: Linked, rules: Rules): Values =>
  Object.fromEntries(Object.keys(rules).map((name) => [name, Reflect.get(figure, name)]));

const attributesOf = (rules: Rules): string[] => Object.keys(byAttribute(rules));

/** The address of the page with the state of a figure as its fragment. */
export function linkOf(figure: Linked): string {
  const { encoding, state } = figure.definition;
  const spec = encoding?.specText(valuesOf(figure, encoding.rules) as never) ?? "";
  const address = new URL(location.href);
  address.hash = writeFragment(figure, spec, attributesOf(state));
  return address.href;
}

/** The tag that makes a figure elsewhere. */
export function tagOfFigure(figure: Linked): string {
  const { encoding } = figure.definition;
  const fallback = encoding?.fallback(valuesOf(figure, encoding.rules) as never) ?? "";
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
): { values: Values; notes: readonly string[] } {
  if (encoding) return encoding.readSpec(text);
  const notes = Array.from(new URLSearchParams(text).keys(), (name) => `unknown field "${name}"`);
  return { values: {}, notes };
}
