/**
 * Builds DOM nodes one by one. Nothing here parses HTML, so figures work on pages with `trusted-types 'none'`,
 * which forbids every policy (lit-html creates one when it is imported).
 */

type Value = string | number | boolean | EventListener | undefined;
type Child = Node | string;

/** Attributes of a node: a key `onclick` with a function adds a listener; `false` and `undefined` mean no attribute. */
export type Attributes = Readonly<Record<string, Value>>;

const SVG = "http://www.w3.org/2000/svg";

/** Creates an HTML element with attributes, listeners and children. */
export function html<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  attributes: Attributes = {},
  ...children: readonly Child[]
): HTMLElementTagNameMap[K] {
  const element = document.createElement(tag);
  assign(element, attributes);
  element.append(...children);
  return element;
}

/** Creates an SVG element with attributes, listeners and children. */
export function svg<K extends keyof SVGElementTagNameMap>(
  tag: K,
  attributes: Attributes = {},
  ...children: readonly Child[]
): SVGElementTagNameMap[K] {
  const element = document.createElementNS(SVG, tag);
  assign(element, attributes);
  element.append(...children);
  return element;
}

/** Sets attributes and adds listeners by the rules of {@link Attributes}. */
export function assign(element: Element, attributes: Attributes): void {
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === "function") element.addEventListener(name.slice(2), value);
    else if (value === undefined || value === false) element.removeAttribute(name);
    else element.setAttribute(name, value === true ? "" : String(value));
  }
}
