import { axis } from "../../plot/axis.ts";
import { cellUnder } from "../../plot/box.ts";
import { formatPower, logScale, valueAxis } from "../../plot/curve-axes.ts";
import { type Point, painted, spread, stroke, svg, text } from "../../plot/dom.ts";
import { type Frame, frameOf, LayeredPlot, plotFontSize, type Size } from "../../plot/layered-plot.ts";
import { linearScale } from "../../plot/scale.ts";
import { glyphs, seriesColour } from "../../plot/series.ts";
import type { Cell, Plot } from "../definition/definition.ts";
import type { PrecisionShown, RecipeErrors } from "./precision-shown.ts";

/** Errors by dimension on a logarithmic scale. If marks would overlap, one mark shows the largest of several errors. */

// In font sizes.
const MARGIN = { left: 3.8, top: 3.4, bottom: 3.2 };
const RIGHT = { narrow: 0.8, wide: 10.9 }; // right margin, in a wide plot with room for names
const WIDE = 34; // least width of a wide plot

/** Smaller errors are drawn at the lower end. A cast to float32 has errors up to 3e-8. */
const LEAST = 1e-9;
const MOST = 2; // the largest difference of two sines
const MARK_ROOM = 7; // CSS pixels between marks
const RADIUS = 2.5; // CSS pixels

export class PrecisionPlot extends LayeredPlot implements Plot<PrecisionShown> {
  /** A line at the dimension whose values are listed. Exported pictures have it, unlike the cursor. */
  readonly #line = stroke("", { opacity: 0.5 });
  #frame: Frame = { left: 0, top: 0, width: 1, height: 1, fontSize: 12 };
  #count = 1;

  draw({ exact, recipes }: PrecisionShown, size: Size): void {
    const fontSize = plotFontSize(this.element);
    const isWide = size.width > WIDE * fontSize;
    this.#frame = frameOf(size, { ...MARGIN, right: isWide ? RIGHT.wide : RIGHT.narrow }, fontSize);
    this.#count = exact.length;
    const { left, top, width, height } = this.#frame;
    const right = left + width;
    const bottom = top + height;
    const each = Math.ceil(this.#count / (width / MARK_ROOM));
    const places = recipes.map(({ errors }) => this.#places(errors, each));
    const title = each === 1 ? "error of each dimension" : `largest error of each ${each} dimensions`;
    const levels = [1e-8, 1e-6, 1e-4, 1e-2, 1];
    const view = [0, this.#count] as const;
    this.content.replaceChildren(
      valueAxis({ scale: this.#y, levels, format: formatPower, left, right, fontSize }),
      axis({ side: "bottom", view, from: left, to: right, at: bottom + 4, fontSize, offset: 0.5 }),
      text("dimension →", right, bottom + 4 + 2.75 * fontSize, "end", fontSize),
      text(title, 0, fontSize, "start", fontSize),
      ...places.map((marks, series) => glyphs(series, marks, RADIUS)),
      ...(isWide ? this.#names(recipes, places) : []),
      ...this.#lost(recipes),
      this.#line,
    );
  }

  /** Moves the line to a dimension, and draws a ring around the error of the cell's recipe. */
  point(cell: Cell | undefined, { dimension, recipes }: PrecisionShown): void {
    const { top, height } = this.#frame;
    const x = this.#x((cell?.column ?? dimension) + 0.5);
    this.#line.setAttribute("d", `M${x} ${top}V${top + height}`);
    this.cursor.replaceChildren();
    if (!cell) return;
    const cy = this.#y(recipes[cell.row]?.errors[cell.column] as number);
    this.cursor.append(svg("circle", { class: "ring", cx: x, cy, r: 6 }));
  }

  /** The dimension at a place, and the recipe whose error there is nearest to the place. */
  cellAt(x: number, y: number, { recipes }: PrecisionShown): Cell | undefined {
    const place = cellUnder({ ...this.#frame, rows: 1, columns: this.#count }, x, y);
    if (!place) return undefined;
    const distances = recipes.map(({ errors }) => Math.abs(this.#y(errors[place.column] as number) - y));
    return { ...place, row: distances.indexOf(Math.min(...distances)) };
  }

  get #x() {
    const { left, width } = this.#frame;
    return linearScale([0, this.#count], [left, left + width]);
  }

  get #y() {
    const { top, height } = this.#frame;
    const scale = logScale({ view: [LEAST, MOST], from: top + height, to: top });
    return (error: number) =>
      Number.isNaN(error) ? top - 0.6 * this.#frame.fontSize : scale(Math.max(error, LEAST));
  }

  /** The largest error of each group of dimensions, at its dimension. */
  #places(errors: Float64Array, each: number): Point[] {
    const places: Point[] = [];
    for (let first = 0; first < errors.length; first += each) {
      const group = errors.subarray(first, first + each);
      const lost = group.findIndex(Number.isNaN);
      const at = lost >= 0 ? lost : group.indexOf(Math.max(...group));
      places.push([this.#x(first + at + 0.5), this.#y(group[at] as number)]);
    }
    return places;
  }

  /** The name of each recipe beside the end of its marks. */
  #names(recipes: readonly RecipeErrors[], places: readonly (readonly Point[])[]): SVGElement[] {
    const { left, width, top, height, fontSize } = this.#frame;
    const ends = places.map((marks) => mean(marks.slice(-8).map(([, y]) => y)));
    const heights = spread(ends, 1.3 * fontSize, top, top + height);
    return recipes.map(({ recipe }, series) => {
      const y = (heights[series] as number) + 0.34 * fontSize;
      const name = text(recipe.label, left + width + 8, y, "start", fontSize, { "font-weight": 600 });
      return painted(name, { fill: seriesColour(series) });
    });
  }

  /** A note that explains marks above the scale. */
  #lost(recipes: readonly RecipeErrors[]): SVGElement[] {
    const { left, width, top, fontSize } = this.#frame;
    const lost = recipes.filter(({ errors }) => errors.some(Number.isNaN));
    if (lost.length === 0) return [];
    const names = lost.map(({ recipe }) => recipe.label).join(", ");
    return [text(`no number: ${names}`, left + width, top - 1.6 * fontSize, "end", fontSize)];
  }
}

const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
