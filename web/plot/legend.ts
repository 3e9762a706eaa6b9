import { svg } from "./dom.ts";
import { formatFixed } from "./numbers.ts";

export interface Legend {
  /** 256 colours, RGBA bytes, for values from −1 to 1. */
  readonly palette: Uint8ClampedArray;
  /** Right and upper end, CSS pixels. */
  readonly right: number;
  readonly top: number;
  readonly fontSize: number;
  readonly label: string;
}

const WIDTH = 10; // font sizes
const STOPS = 32; // colours of the palette that the bar blends between

const GRADIENT = "legend-gradient"; // ids are scoped by the shadow tree that a plot lives in

/** A colour bar from −1 to 1. */
export function legend({ palette, right, top, fontSize, label }: Legend): SVGGElement {
  const width = WIDTH * fontSize;
  const left = right - width;
  const gradient = svg("linearGradient", { id: GRADIENT }, ...stops(palette));
  const bar = svg("rect", { x: left, y: top, width, height: 0.8 * fontSize, fill: `url(#${GRADIENT})` });
  const group = svg("g", { "font-size": fontSize, fill: "currentColor" }, gradient, bar);
  const y = top + 2 * fontSize;
  for (const value of [-1, 0, 1]) {
    const x = left + ((value + 1) / 2) * width;
    const anchor = value === 0 ? "middle" : value < 0 ? "start" : "end";
    group.append(svg("text", { x, y, "text-anchor": anchor }, formatFixed(value, 0)));
  }
  group.append(
    svg("text", { x: left - 0.75 * fontSize, y: top + 0.75 * fontSize, "text-anchor": "end" }, label),
  );
  return group;
}

function stops(palette: Uint8ClampedArray): SVGStopElement[] {
  return Array.from({ length: STOPS + 1 }, (_, index) => {
    const entry = 4 * Math.min(255, Math.round((index / STOPS) * 255));
    const [red, green, blue] = palette.subarray(entry, entry + 3);
    return svg("stop", { offset: index / STOPS, "stop-color": `rgb(${red} ${green} ${blue})` });
  });
}
