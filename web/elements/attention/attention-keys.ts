import { inkOpacity } from "../../plot/cells.ts";
import { svg } from "../../plot/dom.ts";
import { formatRough } from "../../plot/numbers.ts";

/** What the colours of outputs, and the colours or lines of weights mean: two bars with their ends. */

export interface KeyOptions {
  /** Largest |output|: the end of its bar. */
  readonly outputs: number;
  /** Largest weight where weights are cells; where they are lines, how thick in CSS pixels a weight of 1 is. */
  readonly weights: { readonly most: number } | { readonly thickness: number };
  /** Red, green and blue, for weights. */
  readonly ink: readonly number[];
  /** CSS pixels. */
  readonly fontSize: number;
  readonly bottom: number;
}

// In font sizes.
const BAR = 3;
const OUTPUTS = { start: 0, bar: 7.4 };
const WEIGHTS = { start: 13.7, bar: 19 };

const STOPS = 16; // colours that a bar blends between

/** @param palette - 256 colours, RGBA bytes, for outputs */
export function colourKeys(
  { outputs, weights, ink, fontSize, bottom }: KeyOptions,
  palette: Uint8ClampedArray,
): SVGGElement {
  const diverging = Array.from({ length: STOPS + 1 }, (_, index) => {
    const entry = 4 * Math.round((index / STOPS) * 255);
    return svg("stop", {
      offset: index / STOPS,
      "stop-color": `rgb(${palette.subarray(entry, entry + 3).join(" ")})`,
    });
  });
  const most = formatRough(outputs);
  return svg(
    "g",
    {
      transform: `translate(0 ${bottom - 0.4 * fontSize}) scale(${fontSize})`,
      "font-size": 1,
      fill: "currentColor",
    },
    ...key("outputs", OUTPUTS, [`−${most}`, most], diverging),
    ...("most" in weights
      ? key("weights", WEIGHTS, ["0", formatRough(weights.most)], inkStops(ink))
      : wedge("weights", WEIGHTS, weights.thickness / fontSize, ink)),
  );
}

function inkStops(ink: readonly number[]): SVGStopElement[] {
  return Array.from({ length: STOPS + 1 }, (_, index) => {
    const share = index / STOPS;
    return svg("stop", {
      offset: share,
      "stop-color": `rgb(${ink.join(" ")})`,
      "stop-opacity": inkOpacity(share),
    });
  });
}

interface Place {
  readonly start: number;
  readonly bar: number;
}

/** A line that grows from nothing to the thickness of a weight of 1. */
function wedge(
  label: string,
  { start, bar }: Place,
  thickness: number,
  ink: readonly number[],
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
    svg("polygon", { points: points.join(" "), fill: `rgb(${ink.join(" ")})` }),
    svg("text", { x: bar + BAR + 0.3 }, "1"),
  ];
}

/** In font sizes, on the base line of its text. */
function key(
  label: string,
  { start, bar }: Place,
  [from, to]: readonly [string, string],
  stops: readonly SVGStopElement[],
): SVGElement[] {
  const id = `key-${label}`; // scoped by the shadow tree
  return [
    svg("linearGradient", { id }, ...stops),
    svg("text", { x: start, "fill-opacity": 0.78 }, label),
    svg("text", { x: bar - 0.3, "text-anchor": "end" }, from),
    svg("rect", { x: bar, y: -0.8, width: BAR, height: 0.9, fill: `url(#${id})` }),
    svg("text", { x: bar + BAR + 0.3 }, to),
  ];
}
