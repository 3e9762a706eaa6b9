import { matrixPicture } from "./matrix.ts";
import type { Message } from "./messages.ts";

/** The output of the reader's code as nodes of the page. Nothing is parsed as HTML. */

/** Most numbers of an array that are written out. */
const WRITTEN = 12;

/** Most characters of a text that are written out. */
const LONGEST = 100_000;

/** Attributes of any element that are safe to take from strangers: no handlers, no styles, no addresses, no names. */
const COMMON = ["aria-label", "dir", "lang", "title"];

/** The node for a message; `undefined` if it shows nothing. */
export function nodeOf(message: Message): HTMLElement | undefined {
  switch (message.kind) {
    case "text":
      return element("pre", message.text);
    case "failed":
      return failure(message.text, message.line);
    case "array":
      return message.columns === undefined
        ? element("pre", inWords(message))
        : picture(message, message.columns);
    case "figure":
      return figure(message.figure, message.attributes);
    default:
      return undefined;
  }
}

function element(name: "pre" | "p", text: string): HTMLElement {
  const node = document.createElement(name);
  node.textContent = short(text);
  return node;
}

const short = (text: string): string =>
  text.length > LONGEST ? `${text.slice(0, LONGEST)} … (${text.length} characters)` : text;

export function failure(text: string, line?: number): HTMLElement {
  const node = element("p", line ? `Line ${line}: ${text}` : text);
  node.className = "failure";
  return node;
}

/** A sentence of the page's own. */
export function note(text: string): HTMLElement {
  const node = element("p", text);
  node.className = "note";
  return node;
}

type ArrayMessage = Message & { kind: "array" };

function inWords({ type, length, values, label }: ArrayMessage): string {
  const first = Array.from({ length: Math.min(WRITTEN, values.length) }, (_, at) =>
    brief(values[at] as number),
  );
  const rest = length > first.length ? ", …" : "";
  return `${label ? `${label}: ` : ""}${type}(${length}) [${first.join(", ")}${rest}]`;
}

const brief = (value: number): string => String(Number(value.toPrecision(7)));

function picture({ values, label, length }: ArrayMessage, columns: number): HTMLElement {
  const rows = Math.floor(values.length / columns);
  if (rows === 0) return failure(`show: an array of ${length} has no row of ${columns} columns.`);
  return matrixPicture({ values, rows, columns, label: short(label) });
}

type Figure = CustomElementConstructor & { readonly observedAttributes: readonly string[] };

/** A figure with attributes that its own rules name, or a sentence on one that they do not name. */
function figure(name: string, attributes: readonly (readonly [string, string])[]): HTMLElement {
  const known = name.startsWith("pe-") ? (customElements.get(name) as Figure | undefined) : undefined;
  if (!known) return failure(`There is no figure "${name}".`);
  const allowed = [...known.observedAttributes, ...COMMON].sort();
  const strange = attributes.find(([attribute]) => !allowed.includes(attribute));
  if (strange)
    return failure(`${name} takes no attribute "${strange[0]}" here; it takes ${allowed.join(", ")}.`);
  const node = document.createElement(name);
  for (const [attribute, text] of attributes) node.setAttribute(attribute, text);
  return node;
}
