import { degrees } from "../../plot/angle.ts";
import { html, svg } from "../../plot/dom.ts";
import { formatFixed, formatInteger, formatRough } from "../../plot/numbers.ts";
import { plotFontSize } from "../../plot/plot-frame.ts";
import { text } from "../../plot/text.ts";
import { dimensionColour } from "../figure/dimension-style.ts";
import type { Size } from "../figure/size.ts";
import type { Dial, Hand } from "./clock-dials.ts";
import { type ClockLayout, LINE, layOutClocks } from "./clock-layout.ts";

/** Dials, each with its hand, the turn of the last step, and what the hand casts on the two axes. */

export interface Clocks {
  readonly dials: readonly Dial[];
  /** Pairs that the encoding has in all. */
  readonly pairs: number;
  /** Whole position whose values are shown. */
  readonly position: number;
  /** The sum of the squares of all its values. */
  readonly squaredNorm: number;
  /** Index of the dial under the cursor. */
  readonly cursor: number | undefined;
}

type Middle = ClockLayout["middles"][number];

const BAR = 4; // width of bars and arcs, CSS pixels
const RING = 4; // the cursor around a dial, CSS pixels
const CAPITAL = 0.35; // a baseline is so far below the middle of its line, font sizes

export class ClockPlot {
  readonly drawing = svg("svg", { class: "drawing", "aria-hidden": "true" });
  readonly element = html("div", { class: "plot", part: "plot" }, this.drawing);
  #fontSize = 12;
  #width = 0;
  #layout: ClockLayout = { radius: 1, beside: false, middles: [] };

  layOut({ width, height }: Size, count: number): void {
    this.#fontSize = plotFontSize(this.element);
    this.#width = width;
    this.#layout = layOutClocks({ width, height }, count, this.#fontSize);
  }

  draw({ dials, pairs, position, squaredNorm, cursor }: Clocks): void {
    const fontSize = this.#fontSize;
    const shown = dials.length < pairs ? `${dials.length} of ${formatInteger(pairs)}` : dials.length;
    const title = `position ${formatInteger(position)}, ${shown} pairs`;
    const norm = `|P|² = ${formatFixed(squaredNorm, 4)} = d/2`;
    this.drawing.replaceChildren(
      text(title, 0, fontSize, "start", fontSize),
      text(norm, this.#width, fontSize, "end", fontSize, { "data-norm": true }),
      ...dials.map((dial, index) =>
        this.#dial(dial, this.#layout.middles[index] as Middle, index === cursor),
      ),
    );
  }

  /** The dial at a place of the plot, CSS pixels from its corner. */
  dialAt(x: number, y: number): number | undefined {
    const { middles, radius } = this.#layout;
    const index = middles.findIndex((middle) => Math.hypot(x - middle.x, y - middle.y) <= radius + RING);
    return index < 0 ? undefined : index;
  }

  /** Radians from upright, clockwise, at which a place is seen from the middle of a dial. */
  angleAt(x: number, y: number, dial: number): number {
    const { x: middle, y: centre } = this.#layout.middles[dial] as Middle;
    return Math.atan2(x - middle, centre - y);
  }

  #dial(dial: Dial, { x, y }: Middle, current: boolean): SVGGElement {
    const { radius } = this.#layout;
    const line = { stroke: "currentColor", fill: "none" };
    const group = svg(
      "g",
      { transform: `translate(${x.toFixed(2)} ${y.toFixed(2)})`, "data-pair": dial.pair },
      svg("circle", { ...line, r: radius, "stroke-opacity": 0.4 }),
      svg("path", { ...line, d: `M${-radius} 0H${radius}M0 ${-radius}V${radius}`, "stroke-opacity": 0.15 }),
      this.#turn(dial),
      ...this.#shadows(dial),
      this.#hand(dial.now),
      ...this.#words(dial),
    );
    if (current) {
      const ring = { r: radius + RING, "stroke-width": 2, class: "cursor", "data-transient": true };
      group.append(svg("circle", { ...line, ...ring }));
    }
    return group;
  }

  /** What the last step has turned, as a sector with a bold rim. */
  #turn({ before, now, turn }: Dial): SVGGElement {
    const { radius } = this.#layout;
    const arc = (end: Hand, large: 0 | 1) =>
      `A${radius} ${radius} 0 ${large} ${turn < 0 ? 0 : 1} ${this.#tip(end)}`;
    const opposite = { sine: -before.sine, cosine: -before.cosine };
    const whole = Math.abs(turn) >= 2 * Math.PI;
    const path = whole ? arc(opposite, 0) + arc(before, 0) : arc(now, Math.abs(turn) > Math.PI ? 1 : 0);
    const rim = `M${this.#tip(before)}${path}`;
    return svg(
      "g",
      {},
      svg("path", { d: `${rim}L0 0Z`, "fill-opacity": 0.16, "data-paint": true, class: "sector" }),
      svg("path", { d: rim, "stroke-width": BAR, fill: "none", "data-paint": true, class: "rim" }),
    );
  }

  /** Sine and cosine as bars on the axes, joined to the tip of the hand. */
  #shadows({ dimensions, now }: Dial): SVGPathElement[] {
    const [x, y] = this.#tip(now).split(" ");
    const drop = { fill: "none", stroke: "currentColor", "stroke-opacity": 0.45, "stroke-dasharray": "2 3" };
    const bar = (d: string, dimension: number) => {
      const look = { stroke: "currentColor", "stroke-width": BAR, "data-paint": true };
      const path = svg("path", { d, ...look, "data-dimension": dimension });
      path.style.stroke = dimensionColour(dimension);
      return path;
    };
    return [
      svg("path", { ...drop, d: `M${x} 0V${y}H0` }),
      bar(`M0 0H${x}`, dimensions[0]),
      bar(`M0 0V${y}`, dimensions[1]),
    ];
  }

  #hand(hand: Hand): SVGGElement {
    const [cx, cy] = this.#tip(hand).split(" ");
    return svg(
      "g",
      { class: "hand" },
      svg("path", { d: `M0 0L${cx} ${cy}`, stroke: "currentColor", "stroke-width": 2 }),
      svg("circle", { cx, cy, r: 3.5, fill: "currentColor" }),
      svg("circle", { r: 2.5, fill: "currentColor" }),
    );
  }

  /** The end of a hand, as a path has it. */
  #tip({ sine, cosine }: Hand): string {
    const { radius } = this.#layout;
    return `${(radius * sine).toFixed(2)} ${(-radius * cosine).toFixed(2)}`;
  }

  /** The pair, the angle of a step, and the two values. */
  #words({ pair, dimensions, frequency, now }: Dial): SVGTextElement[] {
    const { radius, beside } = this.#layout;
    const size = this.#fontSize;
    const angle = `${formatRough(degrees(frequency))}°`;
    const values = [`sin ${formatFixed(now.sine, 3)}`, `cos ${formatFixed(now.cosine, 3)}`] as const;
    const bold = { "font-weight": 600 };
    const accent = { "data-paint": true, class: "sector" };
    if (beside) {
      const left = radius + 0.8 * size;
      const line = (index: number) => (CAPITAL + (index - 1.5) * LINE) * size;
      return [
        text(`i = ${pair}`, left, line(0), "start", size, bold),
        text(angle, left, line(1), "start", size, accent),
        coloured(dimensions[0], text(values[0], left, line(2), "start", size)),
        coloured(dimensions[1], text(values[1], left, line(3), "start", size)),
      ];
    }
    const side = Math.max(radius, 4.4 * size);
    const above = -radius - 0.6 * size;
    const below = radius + 1.4 * size;
    const [sine, cosine] = dimensions;
    return [
      text(`i = ${pair}`, -side, above, "start", size, bold),
      text(`${angle} a step`, side, above, "end", size, accent),
      coloured(sine, text(`j = ${sine}: ${values[0]}`, 0, below, "middle", size)),
      coloured(cosine, text(`j = ${cosine}: ${values[1]}`, 0, below + LINE * size, "middle", size)),
    ];
  }
}

function coloured(dimension: number, words: SVGTextElement): SVGTextElement {
  words.setAttribute("data-paint", "");
  words.style.fill = dimensionColour(dimension);
  return words;
}
