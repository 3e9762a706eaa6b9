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

/** One for all plots; nothing is drawn with it. */
let pen: CanvasRenderingContext2D | null = null;

/** Measures what a plot would write at a font size: widths in CSS pixels. */
export function textMeasure(plot: Element, fontSize: number): (content: string) => number {
  pen ??= document.createElement("canvas").getContext("2d");
  const font = `${fontSize}px ${getComputedStyle(plot).fontFamily}`;
  return (content) => {
    if (!pen) return content.length * fontSize;
    pen.font = font;
    return pen.measureText(content).width;
  };
}
