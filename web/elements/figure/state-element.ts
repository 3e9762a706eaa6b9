import { type PropertyDeclaration, ReactiveElement } from "@lit/reactive-element";
import type { AnyDefinition } from "../definition/definition.ts";
import {
  attributeOf,
  byAttribute,
  byLoweredName,
  expected,
  isTaken,
  type Rules,
  refusal,
  type StateOf,
  takesText,
} from "../definition/rules.ts";

/** The properties of an element that have a rule. */
export const valuesOf = (element: Element, rules: Rules): StateOf<Rules> =>
  Object.fromEntries(Object.keys(rules).map((name) => [name, Reflect.get(element, name)]));

/** An element whose attributes and properties are the state of a definition. */
export abstract class StateElement extends ReactiveElement {
  static definition: AnyDefinition;
  /** Rules of all attributes that are the figure's state, by property; it includes the rules of the encoding. */
  static rules: Rules = {};

  static override get observedAttributes(): string[] {
    // `spec` sets the encoding, even if other attributes hold it.
    // biome-ignore lint/complexity/noThisInStatic: Lit looks at the class whose attributes these are
    return [...super.observedAttributes, "spec", ...Object.keys(byLoweredName(this.rules))];
  }

  constructor() {
    super();
    for (const [name, rule] of Object.entries(this.rules)) Reflect.set(this, name, rule.default);
  }

  /** Shows a note on text that was not understood, in a line under the figure. */
  protected abstract advise(text: string): void;

  get definition(): AnyDefinition {
    return (this.constructor as typeof StateElement).definition;
  }

  get rules(): Rules {
    return (this.constructor as typeof StateElement).rules;
  }

  /** The value of each attribute that is part of the figure's state, by property. */
  get state(): StateOf<Rules> {
    return valuesOf(this, this.rules);
  }

  /** Sets the encoding from the text of a spec, with a note on parts that were not understood. */
  takeSpec(text: string): void {
    const { values, notes } = this.definition.encoding?.readSpec(text) ?? { values: {}, notes: [] };
    Object.assign(this, values);
    this.advise(notes.length === 0 ? "" : `From the spec: ${notes.join("; ")}.`);
  }

  override attributeChangedCallback(name: string, before: string | null, text: string | null): void {
    super.attributeChangedCallback(name, before, text);
    if (name === "spec" && text !== null && !Object.hasOwn(this.rules, "spec")) this.takeSpec(text);
    const lowered = byLoweredName(this.rules)[name];
    if (lowered && text !== null) Reflect.set(this, lowered, text);
    // A text that is not taken may leave its property as it is; the note under the figure changes all the same.
    const known = byAttribute(this.rules);
    const rule = Object.hasOwn(known, name) ? known[name] : undefined;
    const isStrange = (given: string | null) => given !== null && rule && !takesText(rule, given);
    if (isStrange(before) || isStrange(text)) this.requestUpdate();
  }

  /** A property reads text as its attribute does, because frameworks set the property if an author writes the attribute. */
  protected static override getPropertyDescriptor(
    name: PropertyKey,
    key: string | symbol,
    options: PropertyDeclaration,
  ): PropertyDescriptor | undefined {
    // biome-ignore lint/complexity/noThisInStatic: Lit looks at the prototype of the class that has the property
    const descriptor = super.getPropertyDescriptor(name, key, options);
    const { converter } = options;
    const read = typeof converter === "object" ? converter.fromAttribute : undefined;
    if (!descriptor || !read) return descriptor;
    const set = function (this: unknown, value: unknown) {
      descriptor.set?.call(this, typeof value === "string" || value === null ? read(value) : value);
    };
    return { ...descriptor, set };
  }

  /** The state with the encoding, for the definition. Throws if an attribute is out of range or the encoding is not shown. */
  protected checkedState(): object {
    const { encoding } = this.definition;
    for (const [name, rule] of Object.entries(this.rules)) {
      const value: unknown = Reflect.get(this, name);
      if (isTaken(rule, value)) continue;
      const attribute = attributeOf(name, rule);
      const isUnread = Number.isNaN(Array.isArray(value) ? value.find(Number.isNaN) : value);
      throw refusal(attribute, expected(rule), (isUnread && this.getAttribute(attribute)) || value);
    }
    const state = this.state;
    return { ...state, ...encoding?.derive(state) };
  }
}
