import { axis } from "../../plot/axis.ts";
import { dimensionColour, dimensionDash } from "../../plot/dimension-style.ts";
import { svg } from "../../plot/dom.ts";
import { type Interval, span } from "../../plot/interval.ts";
import { spread } from "../../plot/labels.ts";
import { LayeredPlot } from "../../plot/layered-plot.ts";
import { formatRough } from "../../plot/numbers.ts";
import { type Frame, frameOf, plotFontSize } from "../../plot/plot-frame.ts";
import { polyline } from "../../plot/polyline.ts";
import { linearScale, type Scale } from "../../plot/scale.ts";
import type { Size } from "../../plot/size.ts";
import { painted, stroke } from "../../plot/stroke.ts";
import { text } from "../../plot/text.ts";
import { valueAxis } from "../../plot/value-axis.ts";
import type { Plot } from "../definition/definition.ts";
import { columns, range } from "../share/entries.ts";
import { markName, type WavesShown } from "./waves-shown.ts";

/** Curves over positions, with a vertical line at each marked position. */

interface Curve {
  readonly dimension: number;
  /** Values at evenly spaced positions, from the beginning of the view to its end. */
  readonly path: Float32Array;
  /** Values at the whole positions in view; empty if dots would merge. */
  readonly dots: Float32Array;
}

/** Space around the curves in font sizes, for values, names of marks, names of curves, and ticks with a title. */
const MARGIN = { left: 3.6, top: 2.8, right: 4.4, bottom: 3.4 };
const LEVELS = [-1, -0.5, 0, 0.5, 1];
const STROKE = 2; // CSS pixels
const MARK = 0.75; // radius of a mark's name, font sizes
const DOTS_ROOM = 6; // least distance of dots, CSS pixels

/** Most points of a curve per CSS pixel: enough for a smooth line at twice the pixel density. */
const POINTS = 1;
/** Most points of a curve per position: the lines between them are within 0.0005 of the fastest curve. */
const POINTS_A_POSITION = 16;

export class WavesPlot extends LayeredPlot implements Plot<WavesShown> {
  #frame: Frame = { left: 0, top: 0, width: 1, height: 1, fontSize: 12 };
  #view: Interval = [0, 1];

  constructor() {
    super();
    this.element.setAttribute("role", "img");
  }

  draw(shown: WavesShown, size: Size): void {
    const { view, marks } = shown;
    this.#frame = frameOf(size, MARGIN, plotFontSize(this.element));
    this.#view = view;
    const { left, top, fontSize } = this.#frame;
    const [right, bottom] = [this.#right, this.#bottom];
    const x = linearScale(view, [left, right]);
    const y = linearScale([1, -1], [top, bottom]);
    const curves = this.#curves(shown);
    this.content.replaceChildren(
      valueAxis({ scale: y, levels: LEVELS, format: formatRough, left, right, fontSize }),
      axis({ side: "bottom", view, from: left, to: right, at: bottom + 6, fontSize }),
      text("position →", right, bottom + 6 + 2.75 * fontSize, "end", fontSize),
      text("value", 0, fontSize, "start", fontSize),
      ...this.#marks(marks.map((mark) => x(mark))),
      ...curves.map((curve) => curveOf(curve, view, x, y)),
      ...this.#names(curves, y),
    );
  }

  /** The position at a place, CSS pixels from the left. */
  positionAt(x: number): number {
    return this.#view[0] + ((x - this.#frame.left) / this.#frame.width) * span(this.#view);
  }

  #curves({ view, dimensions, valuesAt }: WavesShown): Curve[] {
    const { width } = this.#frame;
    const steps = Math.ceil(Math.min(width * POINTS, span(view) * POINTS_A_POSITION));
    const lines = valuesAt(range(0, steps + 1).map((index) => view[0] + (index / steps) * span(view)));
    const hasDots = width / span(view) >= DOTS_ROOM;
    const dots = valuesAt(hasDots ? range(Math.ceil(view[0]), Math.floor(view[1]) + 1) : []);
    return dimensions.map((dimension, column) => {
      const ofDimension = (values: Float32Array) => columns(values, dimensions.length, [column]);
      return { dimension, path: ofDimension(lines), dots: ofDimension(dots) };
    });
  }

  get #right() {
    return this.#frame.left + this.#frame.width;
  }

  get #bottom() {
    return this.#frame.top + this.#frame.height;
  }

  /** A line at each mark, with its name above. Names are moved apart if they would touch. */
  #marks(places: readonly number[]): SVGGElement[] {
    const radius = MARK * this.#frame.fontSize;
    const names = spread(places, 2.2 * radius, this.#frame.left + radius / 2, this.#right + radius);
    return places.map((place, index) => this.#mark(place, names[index] as number, markName(index)));
  }

  #mark(x: number, nameX: number, name: string): SVGGElement {
    const { top, fontSize } = this.#frame;
    const radius = MARK * fontSize;
    return svg(
      "g",
      {},
      stroke(`M${nameX} ${2 * radius + 1}L${x} ${top - 3}V${this.#bottom + 6}`, { opacity: 0.5 }),
      svg("circle", { cx: nameX, cy: radius + 1, r: radius, fill: "none", stroke: "currentColor" }),
      text(name, nameX, radius + 1 + 0.34 * fontSize, "middle", fontSize),
    );
  }

  /** Names at the right ends of their curves. They are moved apart if they would touch. */
  #names(curves: readonly Curve[], y: (value: number) => number): SVGTextElement[] {
    const { top, fontSize } = this.#frame;
    const ends = curves.map(({ path }) => y(path.at(-1) ?? 0));
    const places = spread(ends, 1.25 * fontSize, top, this.#bottom);
    return curves.map(({ dimension }, index) => {
      const place = (places[index] as number) + 0.34 * fontSize;
      const bold = { "font-weight": 600 };
      const name = text(`j = ${dimension}`, this.#right + 8, place, "start", fontSize, bold);
      return painted(name, { fill: dimensionColour(dimension) });
    });
  }
}

function curveOf({ dimension, path, dots }: Curve, view: Interval, x: Scale, y: Scale): SVGGElement {
  const step = span(view) / (path.length - 1);
  const colour = dimensionColour(dimension);
  const line = polyline(Array.from(path, (value, index) => [x(view[0] + index * step), y(value)]));
  const look = { width: STROKE, dash: dimensionDash(dimension, STROKE), "stroke-linejoin": "round" };
  const circles = Array.from(dots, (value, index) =>
    svg("circle", { cx: x(Math.ceil(view[0]) + index), cy: y(value), r: 3 }),
  );
  return svg(
    "g",
    {},
    painted(stroke(line, look), { stroke: colour }),
    ...circles.map((dot) => painted(dot, { fill: colour })),
  );
}
