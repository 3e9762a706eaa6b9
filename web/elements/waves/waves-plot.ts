import { axis } from "../../plot/axis.ts";
import { dimensionColour, dimensionDash } from "../../plot/dimension-style.ts";
import { html, svg } from "../../plot/dom.ts";
import { type Interval, span } from "../../plot/interval.ts";
import { spread } from "../../plot/labels.ts";
import { formatFixed } from "../../plot/numbers.ts";
import { plotFontSize } from "../../plot/plot-frame.ts";
import { linearScale, type Scale } from "../../plot/scale.ts";
import { NO_SIZE, type Size } from "../../plot/size.ts";
import { text } from "../../plot/text.ts";
import type { Plot } from "../definition/definition.ts";
import { columns, range } from "../share/entries.ts";
import { markName, type WavesShown } from "./waves-shown.ts";

/** Curves over positions, with a vertical line at each marked position. */

interface Curve {
  readonly dimension: number;
  /** Values along the view, evenly spaced from its beginning to its end. */
  readonly path: Float32Array;
  /** Values at the whole positions of the view, or none. */
  readonly dots: Float32Array;
}

/** Room around the curves in font sizes: value labels, grips, names of curves, ticks and title. */
const MARGIN = { left: 3.6, top: 2.8, right: 4.4, bottom: 3.4 };
const STROKE = 2; // CSS pixels
const MARK = 0.75; // radius of a mark's name, font sizes
const DOTS_ROOM = 6; // CSS pixels between whole positions below which dots would merge

/** Points of a curve in a CSS pixel, at most: enough for a smooth line at twice the density. */
const POINTS = 1;
/** Points from one position to the next, at most: chords of the fastest curve leave it by half a thousandth. */
const POINTS_A_POSITION = 16;

export class WavesPlot implements Plot<WavesShown> {
  readonly drawing = svg("svg", { class: "drawing", "aria-hidden": "true" });
  readonly element = html("div", { class: "plot", part: "plot", role: "img" }, this.drawing);
  #fontSize = 12;
  #size: Size = NO_SIZE;
  #view: Interval = [0, 1];

  draw(shown: WavesShown, size: Size): void {
    this.#fontSize = plotFontSize(this.element);
    this.#size = size;
    const { view, marks } = shown;
    this.#view = view;
    const x = linearScale(view, [this.#left, this.#right]);
    const y = linearScale([1, -1], [this.#top, this.#bottom]);
    const fontSize = this.#fontSize;
    const curves = this.#curves(shown);
    this.drawing.replaceChildren(
      this.#valueAxis(y),
      axis({ side: "bottom", view, from: this.#left, to: this.#right, at: this.#bottom + 6, fontSize }),
      text("position →", this.#right, this.#bottom + 6 + 2.75 * fontSize, "end", fontSize),
      text("value", 0, fontSize, "start", fontSize),
      ...this.#marks(marks.map((mark) => x(mark))),
      ...curves.map((curve) => this.#curve(curve, view, x, y)),
      ...this.#names(curves, y),
    );
  }
  /** The position under a place, in CSS pixels from the plot's left side. */
  positionAt(x: number): number {
    return this.#view[0] + ((x - this.#left) / this.#width) * span(this.#view);
  }

  #curves({ view, dimensions, valuesAt }: WavesShown): Curve[] {
    const steps = Math.ceil(Math.min(this.#width * POINTS, span(view) * POINTS_A_POSITION));
    const lines = valuesAt(range(0, steps + 1).map((index) => view[0] + (index / steps) * span(view)));
    const hasDots = this.#width / span(view) >= DOTS_ROOM;
    const dots = valuesAt(hasDots ? range(Math.ceil(view[0]), Math.floor(view[1]) + 1) : []);
    return dimensions.map((dimension, column) => {
      const ofDimension = (values: Float32Array) => columns(values, dimensions.length, [column]);
      return { dimension, path: ofDimension(lines), dots: ofDimension(dots) };
    });
  }

  get #left() {
    return MARGIN.left * this.#fontSize;
  }
  get #right() {
    return Math.max(this.#left + 1, this.#size.width - MARGIN.right * this.#fontSize);
  }
  get #width() {
    return Math.max(1, this.#right - this.#left);
  }
  get #top() {
    return MARGIN.top * this.#fontSize;
  }
  get #bottom() {
    return Math.max(this.#top + 1, this.#size.height - MARGIN.bottom * this.#fontSize);
  }

  #valueAxis(y: (value: number) => number): SVGGElement {
    const group = svg("g", { "font-size": this.#fontSize, fill: "currentColor" });
    for (const value of [-1, -0.5, 0, 0.5, 1]) {
      const d = `M${this.#left} ${y(value)}H${this.#right}`;
      const opacity = value === 0 ? 0.45 : 0.15;
      group.append(
        svg("path", { d, stroke: "currentColor", "stroke-opacity": opacity, "data-level": value }),
        svg(
          "text",
          { x: this.#left - 8, y: y(value), dy: "0.34em", "text-anchor": "end" },
          formatFixed(value, Number.isInteger(value) ? 0 : 1),
        ),
      );
    }
    return group;
  }

  /** A line at each mark; its name above, moved aside where two would touch. */
  #marks(places: readonly number[]): SVGGElement[] {
    const radius = MARK * this.#fontSize;
    const names = spread(places, 2.2 * radius, this.#left + radius / 2, this.#right + radius);
    return places.map((place, index) => this.#mark(place, names[index] as number, markName(index)));
  }

  #mark(x: number, nameX: number, name: string): SVGGElement {
    const fontSize = this.#fontSize;
    const radius = MARK * fontSize;
    return svg(
      "g",
      {},
      svg("path", {
        fill: "none",
        d: `M${nameX} ${2 * radius + 1}L${x} ${this.#top - 3}V${this.#bottom + 6}`,
        stroke: "currentColor",
        "stroke-opacity": 0.5,
      }),
      svg("circle", { cx: nameX, cy: radius + 1, r: radius, fill: "none", stroke: "currentColor" }),
      text(name, nameX, radius + 1 + 0.34 * fontSize, "middle", fontSize),
    );
  }

  #curve({ dimension, path, dots }: Curve, view: Interval, x: Scale, y: Scale): SVGGElement {
    const step = span(view) / (path.length - 1);
    const points = Array.from(
      path,
      (value, index) => `${x(view[0] + index * step).toFixed(2)} ${y(value).toFixed(2)}`,
    );
    const line = svg("path", {
      d: `M${points.join("L")}`,
      fill: "none",
      stroke: "currentColor",
      "stroke-width": STROKE,
      "stroke-linejoin": "round",
      "stroke-dasharray": dimensionDash(dimension, STROKE),
      "data-paint": true,
    });
    line.style.stroke = dimensionColour(dimension);
    const circles = Array.from(dots, (value, index) => {
      const dot = svg("circle", {
        cx: x(Math.ceil(view[0]) + index),
        cy: y(value),
        r: 3,
        "data-paint": true,
      });
      dot.style.fill = dimensionColour(dimension);
      return dot;
    });
    return svg("g", {}, line, ...circles);
  }

  /** Names at the right ends of their curves, moved apart where they would touch. */
  #names(curves: readonly Curve[], y: (value: number) => number): SVGTextElement[] {
    const fontSize = this.#fontSize;
    const ends = curves.map(({ path }) => y(path.at(-1) ?? 0));
    const places = spread(ends, 1.25 * fontSize, this.#top, this.#bottom);
    return curves.map(({ dimension }, index) => {
      const place = (places[index] as number) + 0.34 * fontSize;
      const name = text(`j = ${dimension}`, this.#right + 8, place, "start", fontSize);
      name.setAttribute("data-paint", "");
      name.style.fill = dimensionColour(dimension);
      name.setAttribute("font-weight", "600");
      return name;
    });
  }
}
