import { type Attributes, svg } from "./dom.ts";

/** Words in a picture, in the colour of the page's text unless `attributes` says otherwise. */
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
