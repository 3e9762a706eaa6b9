import { formatPower, valueAxis } from "../../plot/curve-axes.ts";
import { polyline, spread, stroke, svg, text } from "../../plot/dom.ts";
import {
  type Frame,
  frameOf,
  LayeredPlot,
  NO_SIZE,
  plotFontSize,
  type Size,
} from "../../plot/layered-plot.ts";
import type { Cell, Plot } from "../definition/definition.ts";
import { drawLines, scoreScale } from "./score-lines.ts";
import { firstVisible, type ScoreRecipe, VISIBLE } from "./score-recipe.ts";
import { type OffsetAxis, offsetAxis, offsetScale, type ScoreShown } from "./score-shown.ts";

// Errors of the float32 recipe by offset, on a logarithmic scale.

/** The ends of the scale: from less than the last digit of a float to the whole value. */
const LEAST = 1e-9;
const MOST = 1;
const LEVELS = [1e-8, 1e-6, 1e-4, 1e-2, 1];
const LINE = 1.2; // between names, font sizes

/** From an error to CSS pixels. */
function errorScale({ top, height }: Frame): (error: number) => number {
  const whole = Math.log10(MOST / LEAST);
  return (error) => top + (Math.log10(MOST / Math.min(Math.max(error, LEAST), MOST)) / whole) * height;
}

function drawErrors(
  frame: Frame,
  recipe: ScoreRecipe,
  points: readonly number[],
  x: (offset: number) => number,
): SVGElement[] {
  const { left, top, width, height, fontSize } = frame;
  const y = errorScale(frame);
  const right = left + width;
  const lines = [
    { name: "worst entry", errors: recipe.entry, dash: "none", kind: "entry" },
    { name: "score", errors: recipe.score, dash: "4 3", kind: "score" },
  ];
  const heights = spread(
    lines.map(({ errors }) => y(errors.at(-1) as number)),
    LINE * fontSize,
    top,
    top + height,
  );
  return [
    valueAxis({ scale: y, levels: LEVELS, format: formatPower, left, right, fontSize }),
    text("float32 recipe off by", 0, top - 0.9 * fontSize, "start", fontSize),
    stroke(`M${left} ${y(VISIBLE)}H${right}`, { opacity: 0.6, class: "visible" }),
    ...lines.flatMap(({ name, errors, dash, kind }, n) => [
      stroke(polyline(errors.map((error, at) => [x(points[at] as number), y(error)])), {
        width: 1.75,
        dash,
        "stroke-linejoin": "round",
        "data-error": kind,
      }),
      text(name, right + 8, (heights[n] as number) + 0.34 * fontSize, "start", fontSize),
    ]),
  ];
}

/** Scores by offset and, below them, the errors of the float32 recipe. */

const MARGIN = { left: 4.6, top: 2, right: 6.4, bottom: 3.6 };
const ERRORS = 0.3; // share of the height
const BETWEEN = 2.4; // between scores and errors, font sizes

export class ScorePlot extends LayeredPlot implements Plot<ScoreShown> {
  #size: Size = NO_SIZE;
  #chosen: number | undefined;
  #frame: Frame = { left: 0, top: 0, width: 1, height: 1, fontSize: 12 };

  #draw(scores: ScoreShown, chosen: number): void {
    const size = this.#size;
    const fontSize = plotFontSize(this.element);
    const whole = frameOf(size, MARGIN, fontSize);
    const { points } = scores;
    const recipe = scores.errors ? scores.recipe : undefined;
    const along = axisOf(scores);
    const x = offsetScale(whole, along);
    const errorsHeight = recipe ? ERRORS * whole.height : 0;
    const linesHeight = whole.height - errorsHeight - (recipe ? BETWEEN * fontSize : 0);
    this.#frame = { ...whole, height: Math.max(1, linesHeight) };
    const errors = { ...whole, top: whole.top + whole.height - errorsHeight, height: errorsHeight };
    const visible = recipe && firstVisible(recipe, points);
    this.content.replaceChildren(
      ...(visible === undefined ? [] : [shade(whole, x(visible), visible)]),
      ...offsetAxis(whole, along),
      ...drawLines(this.#frame, scores, chosen, x),
      ...(recipe ? drawErrors(errors, recipe, points, x) : []),
    );
  }

  draw(scores: ScoreShown, size: Size): void {
    this.#size = size;
    this.#chosen = undefined;
    this.#draw(scores, 0);
  }

  /** Makes a line bold, and draws a ring around one of its points, or removes both. */
  point(cell: Cell | undefined, scores: ScoreShown): void {
    const chosen = cell?.row ?? 0;
    if (chosen !== (this.#chosen ?? 0)) this.#draw(scores, chosen);
    this.#chosen = chosen;
    this.cursor.replaceChildren();
    const value = cell && scores.lines[cell.row]?.values[cell.column];
    if (!cell || value === undefined) return;
    const { top, height } = this.#frame;
    const x = offsetScale(this.#frame, axisOf(scores));
    const place = x(scores.points[cell.column] as number);
    const y = scoreScale(this.#frame, scores);
    this.cursor.append(stroke(`M${place} ${top}V${top + height}`, { opacity: 0.4 }));
    if (value < (y.domain()[0] as number)) return;
    this.cursor.append(svg("circle", { class: "ring", cx: place, cy: y(value), r: 6 }));
  }

  /** The offset at a place, and the line that is nearest there. */
  cellAt(left: number, top: number, scores: ScoreShown): Cell | undefined {
    const { points, lines } = scores;
    if (lines.length === 0) return undefined;
    const x = offsetScale(this.#frame, axisOf(scores));
    const y = scoreScale(this.#frame, scores);
    const column = nearest(points.map(x), left);
    const heights = lines.map(({ values }) => y(values[column] as number));
    return { row: nearest(heights, top), column };
  }
}

const axisOf = ({ points, axis }: ScoreShown): OffsetAxis => ({ longest: points.at(-1) as number, axis });

const nearest = (places: readonly number[], at: number): number => {
  const distances = places.map((place) => Math.abs(place - at));
  return distances.indexOf(Math.min(...distances));
};

/** Shades the offsets with visible errors of the recipe's entries. */
function shade({ top, left, width, height }: Frame, from: number, offset: number): SVGRectElement {
  return svg("rect", {
    x: from,
    y: top,
    width: Math.max(0, left + width - from),
    height,
    fill: "currentColor",
    "fill-opacity": 0.09,
    "data-paint": true,
    "data-visible": offset,
    class: "lies",
  });
}
