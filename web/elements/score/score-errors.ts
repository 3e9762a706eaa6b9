import { spread } from "../../plot/labels.ts";
import { formatPower } from "../../plot/log-axis.ts";
import type { Frame } from "../../plot/plot-frame.ts";
import { polyline } from "../../plot/polyline.ts";
import { stroke } from "../../plot/stroke.ts";
import { text } from "../../plot/text.ts";
import { valueAxis } from "../../plot/value-axis.ts";
import { type ScoreRecipe, VISIBLE } from "./score-recipe.ts";

/** Errors of the float32 recipe by offset, on a logarithmic scale. */

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

export function drawErrors(
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
