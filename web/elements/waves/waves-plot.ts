import { scaleLinear } from "d3-scale";
import { axis } from "../../plot/axis.ts";
import { html, svg } from "../../plot/dom.ts";
import { type Interval, span } from "../../plot/interval.ts";
import { spread } from "../../plot/labels.ts";
import { formatFixed } from "../../plot/numbers.ts";
import { plotFontSize } from "../../plot/plot-frame.ts";
import { text } from "../../plot/text.ts";
import { dimensionColour, dimensionDash } from "../figure/dimension-style.ts";
import type { Size } from "../figure/size.ts";

/** Curves over positions, with a vertical line at each marked position. */

export interface Curve {
  readonly dimension: number;
  /** Values along the view, evenly spaced from its beginning to its end. */
  readonly path: Float32Array;
  /** Values at the whole positions of the view, or none. */
  readonly dots: Float32Array;
}

export interface Waves {
  readonly view: Interval;
  readonly curves: readonly Curve[];
  readonly marks: readonly number[];
}

/** Room around the curves in font sizes: value labels, grips, names of curves, ticks and title. */
const MARGIN = { left: 3.6, top: 2.8, right: 4.4, bottom: 3.4 };
const STROKE = 2; // CSS pixels
const MARK = 0.75; // radius of a mark's name, font sizes
const DOTS_ROOM = 6; // CSS pixels between whole positions below which dots would merge

export class WavesPlot {
  readonly drawing = svg("svg", { class: "drawing", "aria-hidden": "true" });
  readonly element = html("div", { class: "plot", part: "plot" }, this.drawing);
  #fontSize = 12;
  #size: Size = { width: 0, height: 0, deviceWidth: 0, deviceHeight: 0 };

  layOut(size: Size): void {
    this.#fontSize = plotFontSize(this.element);
    this.#size = size;
  }

  /** CSS pixels between the ends of the view. */
  get width(): number {
    return Math.max(1, this.#right - this.#left);
  }

  /** The position under a place, CSS pixels from the plot's left side. */
  positionAt(x: number, view: Interval): number {
    return view[0] + ((x - this.#left) / this.width) * span(view);
  }

  /** Whether whole positions are far enough apart for a dot at each. */
  hasDots(view: Interval): boolean {
    return this.width / span(view) >= DOTS_ROOM;
  }

  draw({ view, curves, marks }: Waves): void {
    const x = scaleLinear().domain(view).range([this.#left, this.#right]);
    const y = scaleLinear().domain([1, -1]).range([this.#top, this.#bottom]);
    const fontSize = this.#fontSize;
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

  get #left() {
    return MARGIN.left * this.#fontSize;
  }
  get #right() {
    return Math.max(this.#left + 1, this.#size.width - MARGIN.right * this.#fontSize);
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

  #curve(
    { dimension, path, dots }: Curve,
    view: Interval,
    x: (position: number) => number,
    y: (value: number) => number,
  ): SVGGElement {
    const step = span(view) / (path.length - 1);
    const points = Array.from(path, (value, index) => {
      return `${x(view[0] + index * step).toFixed(2)} ${y(value).toFixed(2)}`;
    });
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
    const group = svg("g", {}, line);
    const first = Math.ceil(view[0]);
    for (const [index, value] of dots.entries()) {
      const dot = svg("circle", { cx: x(first + index), cy: y(value), r: 3, "data-paint": true });
      dot.style.fill = dimensionColour(dimension);
      group.append(dot);
    }
    return group;
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

/** Marks are called A, B, C … */
export function markName(index: number): string {
  return String.fromCharCode("A".charCodeAt(0) + index);
}
