import { css } from "@lit/reactive-element";
import { axis } from "../../plot/axis.ts";
import { valueAxis } from "../../plot/curve-axes.ts";
import { painted, polyline, spread, stroke, svg, text } from "../../plot/dom.ts";
import { dragIn } from "../../plot/drag.ts";
import { type Frame, frameOf, LayeredPlot, plotFontSize, type Size } from "../../plot/layered-plot.ts";
import { formatRough } from "../../plot/numbers.ts";
import { type Interval, linearScale, type Scale, span } from "../../plot/scale.ts";
import { dimensionColour, dimensionDash } from "../../plot/series.ts";
import { baseSlider, widthSlider } from "../controls/bound.ts";
import type { Plot } from "../definition/definition.ts";
import { columns, range } from "../definition/figure-spec.ts";
import { lightModule } from "../definition/page-modules.ts";
import { numbers } from "../definition/rules.ts";
import { sinusoid } from "../definition/sinusoid.ts";
import { figure } from "../figure/figure.ts";
import { markName, moveMark, nearestMark, type WavesShown, wavesShown, wavesTable } from "./waves-shown.ts";

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

class WavesPlot extends LayeredPlot implements Plot<WavesShown> {
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

/** The curves fill the height that the table leaves. The columns of the table are as wide as their sliders. */
const wavesStyles = css`
  .box {
    grid-template-rows: minmax(11rem, 1fr) auto;
  }
  .plot {
    touch-action: pan-y;
    cursor: ew-resize;
  }
  .panel .scroll,
  .panel table {
    grid-column: 1 / -1;
  }
  table {
    inline-size: 100%;
  }
  thead th {
    inline-size: 18%;
    vertical-align: bottom;
  }
  thead th:first-child,
  thead th:last-child {
    inline-size: 14%;
  }
  th:first-child {
    text-align: start;
    white-space: nowrap;
  }
  thead .value {
    font-weight: 600;
  }
  thead input {
    display: block;
    inline-size: 100%;
    min-inline-size: 0;
    min-block-size: 1.5rem;
    margin: 0;
  }
  .swatch {
    margin-inline-end: 0.5rem;
    vertical-align: middle;
  }
  @container (max-width: 30rem) {
    th,
    td {
      padding-inline: 0.25rem 0;
    }
    thead th:first-child span {
      font-size: 0;
    }
    .swatch,
    tr > :last-child:not(:first-child) {
      display: none;
    }
  }
`;

/** Most legible curves and marks. */
const MOST = 8;

/** Most positions in view: with more, a curve would have fewer points than waves. */
const WIDEST = 1000;

/** Most channels: each point of a curve takes a whole row. */
const MOST_CHANNELS = 4096;

/** Some dimensions of an encoding as curves over positions. */
export const WavesElement = figure({
  tag: "pe-waves",
  doc: "Some dimensions of an encoding as curves over positions, with movable marks and their values.",
  example: '<pe-waves d-model="50" positions="0 20"></pe-waves>',
  parts: ["table"],
  module: lightModule,
  encoding: sinusoid({ dModel: 50, widest: MOST_CHANNELS }),
  state: {
    dimensions: numbers({
      least: 1,
      most: MOST,
      expected: `up to ${MOST} whole numbers from 0 to d-model − 1`,
      holds: () => true, // a narrower table lacks some of them
      default: [0, 1, 2, 3],
      doc: "The curves",
    }),
    positions: numbers({
      least: 2,
      most: 2,
      expected: `two numbers 1 to ${WIDEST} apart`,
      holds: ([from = 0, to = 0]) => to - from >= 1 && to - from <= WIDEST,
      default: [0, 20],
      doc: "The part in view, `from to`",
    }),
    marks: numbers({
      least: 1,
      most: MOST,
      expected: `up to ${MOST} numbers`,
      holds: () => true,
      default: [0, 1, 2, 3],
      doc: "The marked positions",
    }),
  },
  styles: wavesStyles,
  kind: "curves",
  compute: (pe, { spec, ...state }): WavesShown => wavesShown(pe, spec, state),
  plot: () => new WavesPlot(),
  label: ({ dimensions, view }) =>
    `dimensions ${dimensions.join(", ")} at positions ${view[0]} to ${view[1]}`,
  entries: ({ spec, marks: positions, dimensions }) => ({ spec, positions, dimensions }),
  tables: false,
  interact(figure, plot: WavesPlot) {
    let held = 0;
    dragIn(plot.element, {
      take(x) {
        const { shown } = figure;
        if (!shown) return false;
        held = nearestMark(shown, plot.positionAt(x));
        moveMark(figure, held, plot.positionAt(x));
        return true;
      },
      move: (x) => moveMark(figure, held, plot.positionAt(x)),
    });
  },
  controls: { sliders: [widthSlider(512)], more: [wavesTable, baseSlider] },
});
