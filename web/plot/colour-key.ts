import { gradient, svg } from "./dom.ts";
import { formatRough } from "./numbers.ts";
import { cssColour } from "./raster.ts";

/** Keys of colours: a bar with a label at each end. Units are font sizes, from the baseline of the text. */

const BAR = 3; // width
const STOPS = 16; // colours between which a bar blends

export interface KeyPlace {
  /** Begin of the label. */
  readonly start: number;
  /** Begin of the bar. */
  readonly bar: number;
}

export function colourKey(
  label: string,
  { start, bar }: KeyPlace,
  [from, to]: readonly [string, string],
  colourAt: (share: number) => Readonly<Record<string, string | number>>,
): SVGElement[] {
  const id = `key-${label.replaceAll(" ", "-")}`; // scoped by the shadow tree
  return [
    gradient(id, STOPS, colourAt),
    svg("text", { x: start, "fill-opacity": 0.78 }, label),
    svg("text", { x: bar - 0.3, "text-anchor": "end" }, from),
    svg("rect", { x: bar, y: -0.8, width: BAR, height: 0.9, fill: `url(#${id})` }),
    svg("text", { x: bar + BAR + 0.3 }, to),
  ];
}

/** A bar from −most to most in a palette of 256 colours. */
export function divergingKey(
  label: string,
  place: KeyPlace,
  most: number,
  palette: Uint8ClampedArray,
): SVGElement[] {
  const text = formatRough(most);
  return colourKey(label, place, [`−${text}`, text], (share) => ({
    "stop-color": cssColour(palette, 2 * share - 1),
  }));
}

/** A line that grows from no thickness at 0 to `thickness` at 1. */
export function wedgeKey(
  label: string,
  { start, bar }: KeyPlace,
  thickness: number,
  fill: string,
): SVGElement[] {
  const middle = -0.35; // of the height of a digit
  const points = [
    [bar, middle],
    [bar + BAR, middle - thickness / 2],
    [bar + BAR, middle + thickness / 2],
  ];
  return [
    svg("text", { x: start, "fill-opacity": 0.78 }, label),
    svg("text", { x: bar - 0.3, "text-anchor": "end" }, "0"),
    svg("polygon", { points: points.join(" "), fill }),
    svg("text", { x: bar + BAR + 0.3 }, "1"),
  ];
}
