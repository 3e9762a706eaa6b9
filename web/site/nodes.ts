/** Elements of a page, without markup from strings. */
import { printableLines } from "../../src/api/arguments/printable.ts";

type Attributes = Readonly<Record<string, string | number | boolean>>;

/**
 * An element with attributes and children; `true` gives an empty attribute, and `false` none. Texts may be a file's: characters that
 * would turn the letters of the page around are shown as escapes.
 */
export function node<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  attributes: Attributes = {},
  ...children: (Node | string)[]
): HTMLElementTagNameMap[Tag] {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes))
    if (value !== false) made.setAttribute(name, value === true ? "" : String(value));
  made.append(...children.map((child) => (typeof child === "string" ? printableLines(child) : child)));
  return made;
}
