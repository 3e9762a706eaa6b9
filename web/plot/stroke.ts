import type { Box } from "./box.ts";
import { type Attributes, svg } from "./dom.ts";

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
