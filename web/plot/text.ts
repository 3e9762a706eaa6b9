import { type Attributes, svg } from "./dom.ts";

/** A text in a picture. By default it has the colour of the page's text. */
export function text(
  content: string,
  x: number,
  y: number,
  anchor: "start" | "middle" | "end",
  fontSize: number,
  attributes: Attributes = {},
): SVGTextElement {
  const look = { x, y, "text-anchor": anchor, "font-size": fontSize, fill: "currentColor" };
  return svg("text", { ...look, ...attributes }, content);
}
