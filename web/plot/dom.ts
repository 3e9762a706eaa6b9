import type { Box } from "./box.ts";

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

/** A line's look: opacity, width in CSS pixels, dashes, and other attributes. */
interface Look extends Attributes {
  readonly opacity?: number;
  readonly width?: number;
  readonly dash?: string | undefined;
}

const attributesOf = ({ opacity, width, dash, ...more }: Look): Attributes => ({
  fill: "none",
  stroke: "currentColor",
  "stroke-opacity": opacity,
  "stroke-width": width,
  "stroke-dasharray": dash,
  ...more,
});

/** A line in the text's colour. @param d - the data of its path */
export const stroke = (d: string, look: Look = {}): SVGPathElement =>
  svg("path", { d, ...attributesOf(look) });

/** The edge of a box in the text's colour. */
export const outline = ({ left: x, top: y, width, height }: Box, look: Look = {}): SVGRectElement =>
  svg("rect", { x, y, width, height, ...attributesOf(look) });

/** An element in colours of the page, which exported pictures get as computed colours. */
export function painted<E extends SVGElement>(element: E, paint: { fill?: string; stroke?: string }): E {
  element.setAttribute("data-paint", "");
  Object.assign(element.style, paint);
  return element;
}

export type Point = readonly [x: number, y: number];

/** A point as text in the data of a path, with hundredths of a CSS pixel. */
export const pointText = ([x, y]: Point): string => `${x.toFixed(2)} ${y.toFixed(2)}`;

/** The data of a path from point to point. */
export const polyline = (points: Iterable<Point>): string => `M${Array.from(points, pointText).join("L")}`;

/** The gradient of a colour bar, between `stops` + 1 colours. `colourAt` has the attributes of the colour at a share from 0 to 1. */
export function gradient(
  id: string,
  stops: number,
  colourAt: (share: number) => Readonly<Record<string, string | number>>,
): SVGLinearGradientElement {
  const colours = Array.from({ length: stops + 1 }, (_, index) =>
    svg("stop", { offset: index / stops, ...colourAt(index / stops) }),
  );
  return svg("linearGradient", { id }, ...colours);
}

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

/** One context for all plots, only for measuring. */
let pen: CanvasRenderingContext2D | null = null;

/** A function from a text to its width in the plot's font, CSS pixels. */
export function textMeasure(plot: Element, fontSize: number): (content: string) => number {
  pen ??= document.createElement("canvas").getContext("2d");
  const font = `${fontSize}px ${getComputedStyle(plot).fontFamily}`;
  return (content) => {
    if (!pen) return content.length * fontSize;
    pen.font = font;
    return pen.measureText(content).width;
  };
}

/**
 * Moves labels along a line until no two are closer than `gap`. Each moves as little as its neighbours allow.
 * @returns places in the order of `places`
 */
export function spread(places: readonly number[], gap: number, from: number, to: number): number[] {
  const order = places.map((_, index) => index).sort((a, b) => (places[a] as number) - (places[b] as number));
  const result = [...places];
  let least = from;
  for (const index of order) {
    result[index] = Math.max(result[index] as number, least);
    least = (result[index] as number) + gap;
  }
  let most = to;
  for (const index of order.reverse()) {
    result[index] = Math.min(result[index] as number, most);
    most = (result[index] as number) - gap;
  }
  return result;
}
