import { divergingPalette } from "posenc/full";
import type { Message } from "./messages.ts";

/** The output of the reader's code as nodes of the page. Nothing is parsed as HTML. */

/** Most numbers of an array that are written out. */
const WRITTEN = 12;

/** Most CSS pixels of a cell in a small picture. */
const LARGEST_CELL = 12;
const WIDEST = 600; // most CSS pixels of a picture, before the page shrinks it

const ATTRIBUTE = /^[a-z][a-z-]*$/;

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

function element(name: "pre" | "p" | "figcaption", text: string): HTMLElement {
  const node = document.createElement(name);
  node.textContent = text;
  return node;
}

export function failure(text: string, line?: number): HTMLElement {
  const node = element("p", line ? `Line ${line}: ${text}` : text);
  node.className = "failure";
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

/** The matrix in the colours of heat maps, from −1 to 1, or up to ± the largest entry if that is more. */
function picture(message: ArrayMessage, columns: number): HTMLElement {
  const { values, label, length } = message;
  const rows = Math.floor(values.length / columns);
  if (rows === 0) return failure(`show: an array of ${length} has no row of ${columns} columns.`);
  let limit = 1;
  for (let at = 0; at < values.length; at++) limit = Math.max(limit, Math.abs(values[at] as number) || 0);
  const canvas = document.createElement("canvas");
  canvas.width = columns;
  canvas.height = rows;
  canvas.style.inlineSize = `${Math.min(WIDEST, LARGEST_CELL * columns)}px`;
  canvas.getContext("2d")?.putImageData(coloured(values, columns, rows, limit), 0, 0);
  const text = `${label ? `${label}: ` : ""}${rows} × ${columns}, colours from −${brief(limit)} to ${brief(limit)}`;
  canvas.role = "img";
  canvas.ariaLabel = text;
  const node = document.createElement("figure");
  node.append(canvas, element("figcaption", text));
  return node;
}

function coloured(values: ArrayLike<number>, columns: number, rows: number, limit: number): ImageData {
  const palette = divergingPalette();
  const image = new ImageData(columns, rows);
  for (let at = 0; at < columns * rows; at++) {
    const value = (values[at] as number) / limit;
    const entry = 4 * Math.min(255, Math.floor((value + 1) * 128));
    if (!Number.isNaN(value)) image.data.set(palette.subarray(entry, entry + 4), 4 * at);
  }
  return image;
}

function figure(name: string, attributes: readonly (readonly [string, string])[]): HTMLElement {
  if (!/^pe-[a-z-]+$/.test(name) || !customElements.get(name))
    return failure(`There is no figure "${name}".`);
  const node = document.createElement(name);
  for (const [attribute, text] of attributes)
    if (ATTRIBUTE.test(attribute)) node.setAttribute(attribute, text);
  return node;
}
