import { gradient, svg } from "./dom.ts";
import { formatFixed } from "./numbers.ts";
import { cssColour } from "./raster.ts";

export interface Legend {
  /** 256 colours, RGBA bytes, for values from −1 to 1. */
  readonly palette: Uint8ClampedArray;
  /** Right and upper edge, CSS pixels. */
  readonly right: number;
  readonly top: number;
  readonly fontSize: number;
  readonly label: string;
  /** Smallest value: −1, or 0 for quantities without a sign, which use the upper half of the palette. Default −1. */
  readonly least?: -1 | 0;
}

const WIDTH = 10; // font sizes
const STOPS = 32; // colours of the palette between which the bar blends

const GRADIENT = "legend-gradient"; // an id has to be unique only in the plot's own shadow tree

/** A colour bar from −1, or from 0, to 1. */
export function legend({ palette, right, top, fontSize, label, least = -1 }: Legend): SVGGElement {
  const width = WIDTH * fontSize;
  const left = right - width;
  const colours = gradient(GRADIENT, STOPS, (share) => ({
    "stop-color": cssColour(palette, least + share * (1 - least)),
  }));
  const bar = svg("rect", { x: left, y: top, width, height: 0.8 * fontSize, fill: `url(#${GRADIENT})` });
  const group = svg("g", { "font-size": fontSize, fill: "currentColor" }, colours, bar);
  const y = top + 2 * fontSize;
  for (const value of least === 0 ? [0, 1] : [-1, 0, 1]) {
    const share = (value - least) / (1 - least);
    const x = left + share * width;
    const anchor = share === 0.5 ? "middle" : share === 0 ? "start" : "end";
    group.append(svg("text", { x, y, "text-anchor": anchor }, formatFixed(value, 0)));
  }
  group.append(
    svg("text", { x: left - 0.75 * fontSize, y: top + 0.75 * fontSize, "text-anchor": "end" }, label),
  );
  return group;
}
