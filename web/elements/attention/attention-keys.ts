import { inkOpacity } from "../../plot/cells.ts";
import { svg } from "../../plot/dom.ts";
import { formatRough } from "../../plot/numbers.ts";

/** What the colours of outputs and of weights mean: two bars with their ends. */

export interface KeyOptions {
  /** Largest |output| and largest weight: the ends of the bars. */
  readonly outputs: number;
  readonly weights: number;
  /** 256 colours, RGBA bytes, for outputs. */
  readonly palette: Uint8ClampedArray;
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

export function colourKeys({ outputs, weights, palette, ink, fontSize, bottom }: KeyOptions): SVGGElement {
  const diverging = Array.from({ length: STOPS + 1 }, (_, index) => {
    const entry = 4 * Math.round((index / STOPS) * 255);
    return svg("stop", {
      offset: index / STOPS,
      "stop-color": `rgb(${palette.subarray(entry, entry + 3).join(" ")})`,
    });
  });
  const sequential = Array.from({ length: STOPS + 1 }, (_, index) => {
    const share = index / STOPS;
    return svg("stop", {
      offset: share,
      "stop-color": `rgb(${ink.join(" ")})`,
      "stop-opacity": inkOpacity(share),
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
    ...key("weights", WEIGHTS, ["0", formatRough(weights)], sequential),
  );
}

/** In font sizes, on the base line of its text. */
function key(
  label: string,
  { start, bar }: { start: number; bar: number },
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
