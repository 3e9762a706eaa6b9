import { formatPower, logAxis, logScale, valueAxis } from "../../plot/curve-axes.ts";
import { stroke, svg, text } from "../../plot/dom.ts";
import { frameOf, LayeredPlot, plotFontSize, type Size } from "../../plot/layered-plot.ts";
import { formatInteger } from "../../plot/numbers.ts";
import type { Scale } from "../../plot/scale.ts";
import type { Cell, Plot } from "../definition/definition.ts";
import { range } from "../definition/figure-spec.ts";
import { formatDistance, type RepeatShown, recordsOf, type SearchedStretch } from "./repeat-shown.ts";

// The nearest repeat of each stretch by offset and distance on logarithmic axes, with the records among them.

/** Space around the points in font sizes, for powers of ten, a title, half a label, and ticks with a title. */
const MARGIN = { left: 3.4, top: 2.4, right: 1.6, bottom: 3.4 };
const LEVEL_ROOM = 1.8; // least distance of levels, font sizes

export class RepeatPlot extends LayeredPlot implements Plot<RepeatShown> {
  #fontSize = 12;
  /** Places of the stretches, CSS pixels. */
  #places: readonly { readonly x: number; readonly y: number }[] = [];

  draw({ spec: { dModel }, from, to, search: { stretches } }: RepeatShown, size: Size): void {
    const fontSize = plotFontSize(this.element);
    const { left, top, width, height } = frameOf(size, MARGIN, fontSize);
    const [right, bottom] = [left + width, top + height];
    this.#fontSize = fontSize;
    const view = [from, to > from ? to : 10 * from] as const;
    const x = logScale({ view, from: left, to: right });
    const [least, most] = powersAround(stretches, dModel);
    const y = logScale({ view: [10 ** least, 10 ** most], from: bottom, to: top });
    const step = Math.ceil((LEVEL_ROOM * fontSize * (most - least)) / height);
    const powers = range(least, most + 1);
    this.#places = stretches.map(({ offset, distance }) => ({ x: x(offset), y: y(distance) }));
    this.content.replaceChildren(
      valueAxis({
        scale: y,
        levels: powers.filter((power) => (power - least) % step === 0).map((power) => 10 ** power),
        format: formatPower,
        left,
        right,
        fontSize,
      }),
      logAxis({ view, from: left, to: right, at: bottom, fontSize }),
      text("distance", 0, fontSize, "start", fontSize),
      text("offset k →", right, bottom + 5 + 2.7 * fontSize, "end", fontSize),
      ...this.#typical(y(Math.sqrt(dModel)), left, right),
      ...this.#points(stretches, x, y, right),
    );
  }

  /** Draws a ring around the point of a stretch, or removes it. */
  point(cell: Cell | undefined): void {
    const place = cell && this.#places[cell.column];
    const ring = place && svg("circle", { cx: place.x, cy: place.y, r: 8, "stroke-width": 2 });
    this.cursor.replaceChildren(...(ring ? [ring] : []));
  }

  /** The stretch whose point is horizontally nearest to a place, CSS pixels. */
  cellAt(x: number): Cell | undefined {
    const distances = this.#places.map((place) => Math.abs(place.x - x));
    const column = distances.indexOf(Math.min(...distances));
    return distances.length === 0 ? undefined : { row: 0, column };
  }

  /** A line at the distance of rows with random angles, whose square is half the largest squared distance. */
  #typical(y: number, left: number, right: number): SVGElement[] {
    return [
      stroke(`M${left} ${y}H${right}`, { opacity: 0.6, dash: "2 3" }),
      text("√d, unrelated rows", right, y - 0.5 * this.#fontSize, "end", this.#fontSize),
    ];
  }

  #points(stretches: readonly SearchedStretch[], x: Scale, y: Scale, right: number): SVGElement[] {
    const records = recordsOf(stretches);
    const others = stretches.filter((stretch) => !records.includes(stretch));
    const dot = ({ offset, distance }: SearchedStretch, look: object) =>
      svg("circle", { cx: x(offset).toFixed(2), cy: y(distance).toFixed(2), ...look });
    const best = records.at(-1);
    if (!best) return [];
    const corners = records.map(({ offset, distance }, index) =>
      index === 0
        ? `M${x(offset).toFixed(2)} ${y(distance).toFixed(2)}`
        : `H${x(offset).toFixed(2)}V${y(distance).toFixed(2)}`,
    );
    const steps = { d: corners.join(""), fill: "none", "stroke-opacity": 0.6, class: "steps" };
    return [
      svg("path", { ...steps, "data-paint": true }),
      ...others.map((stretch) =>
        dot(stretch, { r: 2.5, fill: "currentColor", "fill-opacity": 0.45, class: "other" }),
      ),
      ...records.map((stretch) => dot(stretch, { r: 4, "data-paint": true, class: "record" })),
      this.#label(best, x(best.offset), y(best.distance), right),
    ];
  }

  /** Offset and distance of the nearest repeat, below its point, where there are no other points. */
  #label({ offset, distance }: SearchedStretch, x: number, y: number, right: number): SVGTextElement {
    const words = `k = ${formatInteger(offset)}: ${formatDistance(distance)}`;
    const anchor = x > right / 2 ? "end" : "start";
    return text(words, x, y + 1.5 * this.#fontSize, anchor, this.#fontSize, { "font-weight": 600 });
  }
}

/** The powers of ten around all distances, with room for a label below, up to the largest distance of two rows, √(2d). */
function powersAround(stretches: readonly SearchedStretch[], dModel: number): [least: number, most: number] {
  const least = Math.min(2, ...stretches.map(({ distance }) => distance));
  return [Math.floor(Math.log10(least / 2)), Math.ceil(Math.log10(Math.sqrt(2 * dModel)))];
}
