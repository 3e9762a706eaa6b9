import { type DialGrid, dialAt, dialGrid, type Hand } from "../../plot/dial-grid.ts";
import { painted, stroke, svg, text } from "../../plot/dom.ts";
import { LayeredPlot, plotFontSize, type Size } from "../../plot/layered-plot.ts";
import { degrees, formatFixed, formatInteger, formatRough } from "../../plot/numbers.ts";
import { dimensionColour } from "../../plot/series.ts";
import type { Cell, Plot } from "../definition/definition.ts";
import type { ClockShown, Dial } from "./clock-shown.ts";

/** How far a finger may be from a hand that it takes, radians: as wide as a finger on the smallest dial. */
export const REACH = Math.PI / 4;

/** The angle between two directions, from 0 to π. */
export const between = (a: number, b: number): number =>
  Math.abs(a - b - 2 * Math.PI * Math.round((a - b) / (2 * Math.PI)));

/** A hand that the reader drags: the position follows its angle, and all other hands follow the position. */
export class HeldHand {
  readonly dial: number;
  readonly #frequency: number;
  #angle: number;
  #position: number;

  /**
   * @param frequency - rotation of the hand per position, radians
   * @param angle - place of the pointer, radians
   */
  constructor(dial: number, frequency: number, angle: number, position: number) {
    this.dial = dial;
    this.#frequency = frequency;
    this.#angle = angle;
    this.#position = position;
  }

  /** The position, from 0 to `last`, after the pointer has gone the short way to an angle. */
  rotateTo(angle: number, last: number): number {
    const difference = angle - this.#angle;
    const rotation = difference - 2 * Math.PI * Math.round(difference / (2 * Math.PI));
    this.#angle += rotation;
    this.#position = Math.min(Math.max(this.#position + rotation / this.#frequency, 0), last);
    return Math.round(this.#position);
  }
}

/** Places of dials. Their words stand beside them, or above and below, whichever gives larger dials. */
interface ClockLayout extends DialGrid {
  /** Whether the words stand to the right of a dial, and not above and below it. */
  readonly beside: boolean;
}

// In font sizes.
const LINE = 1.25; // from line to line of a dial's words
const HEAD = 1.8; // one line above all dials
const GAP = 1; // between dials
const ABOVE = 1.6; // room for one line
const BELOW = 3.1; // room for two
const BESIDE = 5.9; // room for "cos −0.990" and a little air
const NARROWEST = 9.8; // of words above a dial

function layOutClocks(
  { width, height }: { readonly width: number; readonly height: number },
  count: number,
  fontSize: number,
): ClockLayout {
  const room = { width, height, top: HEAD * fontSize, gap: GAP * fontSize };
  const words = { above: ABOVE * fontSize, below: BELOW * fontSize, narrowest: NARROWEST * fontSize };
  const around = dialGrid({ ...room, ...words }, count);
  const lines = { beside: BESIDE * fontSize, lowest: 4 * LINE * fontSize };
  const beside = dialGrid({ ...room, ...lines, above: 0, below: 0, narrowest: 0 }, count);
  return beside.radius > around.radius ? { ...beside, beside: true } : { ...around, beside: false };
}

/** Dials with a hand, a sector for the last step, and the sine and the cosine as bars on the axes. */

type Middle = ClockLayout["middles"][number];

const BAR = 4; // width of bars and arcs, CSS pixels
const RING = 4; // the cursor around a dial, CSS pixels
/** All sines have the colour of dimension 0, all cosines the colour of dimension 1. */
const [SINE, COSINE] = [dimensionColour(0), dimensionColour(1)];
const CAPITAL = 0.35; // from the middle of a line down to its baseline, font sizes

export class ClockPlot extends LayeredPlot implements Plot<ClockShown> {
  #fontSize = 12;
  #layout: ClockLayout = { radius: 1, beside: false, middles: [] };

  draw({ dials, spec, position, squaredNorm }: ClockShown, { width, height }: Size): void {
    const fontSize = plotFontSize(this.element);
    this.#fontSize = fontSize;
    this.#layout = layOutClocks({ width, height }, dials.length, fontSize);
    const pairs = spec.dModel / 2;
    const shown = dials.length < pairs ? `${dials.length} of ${formatInteger(pairs)}` : dials.length;
    const title = `position ${formatInteger(position)}, ${shown} pairs`;
    const norm = `|P|² = ${formatFixed(squaredNorm, 4)} = d/2`;
    this.content.replaceChildren(
      text(title, 0, fontSize, "start", fontSize),
      text(norm, width, fontSize, "end", fontSize, { "data-norm": true }),
      ...dials.map((dial, index) => this.#dial(dial, this.#layout.middles[index] as Middle)),
    );
  }

  point(cell: Cell | undefined): void {
    this.cursor.replaceChildren();
    if (!cell) return;
    const { x: cx, y: cy } = this.#layout.middles[cell.column] as Middle;
    this.cursor.append(svg("circle", { cx, cy, r: this.#layout.radius + RING, "stroke-width": 2 }));
  }

  /** The dial at a place of the plot, CSS pixels from its corner. */
  dialAt(x: number, y: number): number | undefined {
    return dialAt(this.#layout, x, y, this.#layout.radius + RING);
  }

  /** The angle of a place around the middle of a dial: radians from upright, clockwise. */
  angleAt(x: number, y: number, dial: number): number {
    const { x: middle, y: centre } = this.#layout.middles[dial] as Middle;
    return Math.atan2(x - middle, centre - y);
  }

  #dial(dial: Dial, { x, y }: Middle): SVGGElement {
    const { radius } = this.#layout;
    return svg(
      "g",
      { transform: `translate(${x.toFixed(2)} ${y.toFixed(2)})`, "data-pair": dial.pair },
      svg("circle", { r: radius, fill: "none", stroke: "currentColor", "stroke-opacity": 0.4 }),
      stroke(`M${-radius} 0H${radius}M0 ${-radius}V${radius}`, { opacity: 0.15 }),
      this.#sector(dial),
      ...this.#shadows(dial),
      this.#hand(dial.now),
      ...this.#words(dial),
    );
  }

  /** The rotation of the last step, as a sector with a bold rim. */
  #sector({ before, now, angle }: Dial): SVGGElement {
    const { radius } = this.#layout;
    const arc = (end: Hand, large: 0 | 1) =>
      `A${radius} ${radius} 0 ${large} ${angle < 0 ? 0 : 1} ${this.#tip(end)}`;
    const opposite = { sine: -before.sine, cosine: -before.cosine };
    const whole = Math.abs(angle) >= 2 * Math.PI;
    const path = whole ? arc(opposite, 0) + arc(before, 0) : arc(now, Math.abs(angle) > Math.PI ? 1 : 0);
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
    const bar = (d: string, dimension: number, colour: string) =>
      painted(stroke(d, { width: BAR, "data-dimension": dimension }), { stroke: colour });
    return [
      stroke(`M${x} 0V${y}H0`, { opacity: 0.45, dash: "2 3" }),
      bar(`M0 0H${x}`, dimensions[0], SINE),
      bar(`M0 0V${y}`, dimensions[1], COSINE),
    ];
  }

  #hand(hand: Hand): SVGGElement {
    const [cx, cy] = this.#tip(hand).split(" ");
    return svg(
      "g",
      { class: "hand" },
      stroke(`M0 0L${cx} ${cy}`, { width: 2 }),
      svg("circle", { cx, cy, r: 3.5, fill: "currentColor" }),
      svg("circle", { r: 2.5, fill: "currentColor" }),
    );
  }

  /** The end of a hand, for the data of a path. */
  #tip({ sine, cosine }: Hand): string {
    const { radius } = this.#layout;
    return `${(radius * sine).toFixed(2)} ${(-radius * cosine).toFixed(2)}`;
  }

  /** The texts of a dial: its pair, the angle of a step, and the two values. */
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
        coloured(SINE, text(values[0], left, line(2), "start", size)),
        coloured(COSINE, text(values[1], left, line(3), "start", size)),
      ];
    }
    const side = Math.max(radius, 4.4 * size);
    const above = -radius - 0.6 * size;
    const below = radius + 1.4 * size;
    const [sine, cosine] = dimensions;
    return [
      text(`i = ${pair}`, -side, above, "start", size, bold),
      text(`${angle} a step`, side, above, "end", size, accent),
      coloured(SINE, text(`j = ${sine}: ${values[0]}`, 0, below, "middle", size)),
      coloured(COSINE, text(`j = ${cosine}: ${values[1]}`, 0, below + LINE * size, "middle", size)),
    ];
  }
}

const coloured = (fill: string, words: SVGTextElement): SVGTextElement => painted(words, { fill });
