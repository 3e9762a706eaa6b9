/** Elements of a page, without markup from strings. */
import { printableLines } from "../../src/api/arguments/printable.ts";
import { html } from "../plot/dom.ts";

/** The element of an id, which the page has. */
export const byId = <E extends HTMLElement>(id: string) => document.getElementById(id) as E;

/** As `html`. Texts may be a file's: characters that would turn the letters of the page around are shown as escapes. */
export const node: typeof html = (tag, attributes, ...children) =>
  html(
    tag,
    attributes,
    ...children.map((child) => (typeof child === "string" ? printableLines(child) : child)),
  );

const heading = (text: string) => (text === "" ? node("td") : node("th", { scope: "col" }, text));

/** A table with a heading above each column. */
export const table = (
  look: Readonly<Record<string, string>>,
  caption: string,
  heads: readonly string[],
  rows: readonly HTMLElement[],
): HTMLElement =>
  node(
    "table",
    look,
    node("caption", {}, caption),
    node("thead", {}, node("tr", {}, ...heads.map(heading))),
    node("tbody", {}, ...rows),
  );

/** The sentence of an error, as it stands in a text. */
export const spoken = (message: string): string =>
  `${message.charAt(0).toUpperCase()}${message.slice(1).replace(/\.$/, "")}.`;
