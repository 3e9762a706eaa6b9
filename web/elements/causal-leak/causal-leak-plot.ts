import { axis } from "../../plot/axis.ts";
import { valueAxis } from "../../plot/curve-axes.ts";
import { painted, polyline, spread, stroke, svg, text } from "../../plot/dom.ts";
import { type Frame, frameOf, LayeredPlot, plotFontSize, type Size } from "../../plot/layered-plot.ts";
import { formatFixed, formatInteger } from "../../plot/numbers.ts";
import { type LinearScale, linearScale } from "../../plot/scale.ts";
import type { Cell, Plot } from "../definition/definition.ts";
import {
  type CausalLeakShown,
  type Leak,
  layersText,
  type Measured,
  readOutsOf,
} from "./causal-leak-shown.ts";
import { chance, LAYERS, type LeakSettings, type ReadOut } from "./random-layers.ts";

// The read-out at each position, as one line per depth, with the errors beside it or under it.

/** A finished experiment, with the chosen depth and mask. Before the first one there are axes alone. */
type Drawn = Measured & Pick<CausalLeakShown, "depth" | "causal">;

// In font sizes.
const BESIDE = 52; // least width with the errors beside the read-outs
const READINGS = { left: 3.2, top: 2.4, right: 6, bottom: 3.4 };
const ERRORS = { left: 3.6, top: 2.4, right: 5.5, bottom: 3.4 };
const SHARE = { beside: 0.64, under: 0.6 }; // of the read-outs in the plot

const DOT = 1.6; // side, CSS pixels

/** Room below position 0, in sequences: at the first few, the fitted line is far off. */
const BELOW = 0.25;

/** Id of the clip path of the read-outs; it has to be unique only in the shadow tree. */
const CLIP = "readings";

export class CausalLeakPlot extends LayeredPlot implements Plot<CausalLeakShown> {
  #drawn: Drawn | undefined;
  #readings: Frame = { left: 0, top: 0, width: 1, height: 1, fontSize: 12 };
  #errors: Frame = this.#readings;

  draw({ measured, run, depth, causal }: CausalLeakShown, size: Size): void {
    this.element.setAttribute("aria-busy", String(run !== undefined));
    const settings = measured?.settings ?? run?.settings;
    if (!settings) return;
    const fontSize = plotFontSize(this.element);
    const { width, height } = size;
    const beside = width >= BESIDE * fontSize;
    const [across, down] = beside ? [SHARE.beside * width, height] : [width, SHARE.under * height];
    this.#readings = frameOf({ width: across, height: down }, READINGS, fontSize);
    const rest = frameOf(
      beside ? { width: width - across, height } : { width, height: height - down },
      ERRORS,
      fontSize,
    );
    this.#errors = beside ? { ...rest, left: rest.left + across } : { ...rest, top: rest.top + down };
    const drawn = measured && { ...measured, depth, causal };
    this.#drawn = drawn;
    this.content.replaceChildren(
      ...this.#readingAxes(settings),
      ...(drawn ? this.#drawReadings(drawn) : []),
      ...this.#errorAxes(settings, drawn?.leak),
      ...(drawn ? this.#drawErrors(drawn) : []),
    );
  }

  /** The cell at a place: a row for each depth; the error is column 0, position t column t. */
  cellAt(x: number, y: number): Cell | undefined {
    if (!this.#drawn) return undefined;
    const readings = readOutsOf(this.#drawn.leak, this.#drawn.causal);
    if (contains(this.#errors, x, y)) {
      const { x: depths } = this.#errorScales(this.#drawn.settings, this.#drawn.leak);
      const row = Math.round(depths.invert(x));
      return { row: Math.min(Math.max(row, 0), readings.length - 1), column: 0 };
    }
    if (!contains(this.#readings, x, y)) return undefined;
    const scales = this.#readingScales(this.#drawn.settings);
    const last = this.#drawn.settings.length - 1;
    const column = Math.min(Math.max(Math.round(scales.x.invert(x)), 1), last);
    const away = readings.map(({ mean }) => Math.abs(scales.y(mean[column - 1] as number) - y));
    return { row: away.indexOf(Math.min(...away)), column };
  }

  /** Draws a ring around the point of a cell, or removes it. */
  point(cell: Cell | undefined): void {
    this.cursor.replaceChildren();
    const reading = cell && this.#drawn && readOutsOf(this.#drawn.leak, this.#drawn.causal)[cell.row];
    if (!cell || !this.#drawn || !reading) return;
    const isError = cell.column === 0;
    const { settings, leak } = this.#drawn;
    const { x, y } = isError ? this.#errorScales(settings, leak) : this.#readingScales(settings);
    const value = isError ? reading.error : (reading.mean[cell.column - 1] as number);
    const ring = { cx: x(isError ? cell.row : cell.column), cy: y(value), r: 7, "stroke-width": 2 };
    this.cursor.append(svg("circle", ring));
  }

  #readingScales(settings: LeakSettings): { x: LinearScale; y: LinearScale } {
    const { left, top, width, height } = this.#readings;
    const last = settings.length - 1;
    const x = linearScale([0, last], [left, left + width]);
    return { x, y: linearScale([-BELOW * last, last], [top + height, top]) };
  }

  #errorScales(settings: LeakSettings, leak: Leak | undefined): { x: LinearScale; y: LinearScale } {
    const { left, top, width, height } = this.#errors;
    const read = leak ? [...leak.causal, ...leak.unmasked] : [];
    const most = 1.15 * Math.max(chance(settings), ...read.map(({ error }) => error));
    const x = linearScale([0, LAYERS], [left + 0.06 * width, left + width]);
    return { x, y: linearScale([0, most], [top + height, top]) };
  }

  #readingAxes(settings: LeakSettings): SVGElement[] {
    const { left, top, width, height, fontSize } = this.#readings;
    const { x, y } = this.#readingScales(settings);
    const last = settings.length - 1;
    return [
      valueAxis({ scale: y, levels: y.ticks(6), format: formatInteger, left, right: left + width, fontSize }),
      axis({ side: "bottom", view: [0, last], from: left, to: left + width, at: top + height, fontSize }),
      text("position read ↑", 0, 1.1 * fontSize, "start", fontSize),
      text("true position →", left + width, top + height + 2.9 * fontSize, "end", fontSize),
      stroke(`M${x(0)} ${y(0)}L${x(last)} ${y(last)}`, { opacity: 0.35, dash: "2 4" }),
    ];
  }

  #drawReadings(shown: Drawn): SVGElement[] {
    const { left, top, width, height, fontSize } = this.#readings;
    const { x, y } = this.#readingScales(shown.settings);
    const last = shown.settings.length - 1;
    const readings = readOutsOf(shown.leak, shown.causal);
    const ends = readings.map(({ mean }) => y(mean.at(-1) as number));
    const names = spread(ends, 1.2 * fontSize, top + 0.5 * fontSize, top + height);
    return [
      svg("clipPath", { id: CLIP }, svg("rect", { x: left, y: top, width: width + 2, height })),
      svg(
        "g",
        { "clip-path": `url(#${CLIP})` },
        this.#dots(readings[shown.depth] as ReadOut, last, x, y),
        ...readings.map(({ mean }, depth) => meanLine(mean, depth, depth === shown.depth, x, y)),
      ),
      ...names.map((place, depth) =>
        text(layersText(depth), left + width + 6, place + 0.34 * fontSize, "start", fontSize, {
          "font-weight": depth === shown.depth ? 700 : 400,
        }),
      ),
    ];
  }

  /** Every read-out of the sequences outside the fit, as dots. */
  #dots({ read }: ReadOut, last: number, x: LinearScale, y: LinearScale): SVGElement {
    const pieces = Array.from(read, (value, index) => {
      const [across, up] = [x((index % last) + 1) - DOT / 2, y(value) - DOT / 2];
      return `M${across.toFixed(1)} ${up.toFixed(1)}h${DOT}v${DOT}h${-DOT}z`;
    });
    const dots = svg("path", { d: pieces.join(""), class: "dots", "fill-opacity": 0.3 });
    return painted(dots, { fill: "var(--_ink)" });
  }

  #errorAxes(settings: LeakSettings, leak: Leak | undefined): SVGElement[] {
    const { left, top, width, height, fontSize } = this.#errors;
    const { x, y } = this.#errorScales(settings, leak);
    const guess = y(chance(settings));
    const right = left + width;
    const levels = y.ticks(4).filter((level) => Math.abs(y(level) - guess) > fontSize);
    return [
      valueAxis({ scale: y, levels, format: formatInteger, left, right, fontSize }),
      ...Array.from({ length: LAYERS + 1 }, (_, depth) =>
        text(String(depth), x(depth), top + height + 1.4 * fontSize, "middle", fontSize),
      ),
      text("error, positions ↑", left - ERRORS.left * fontSize, top - 1.3 * fontSize, "start", fontSize),
      text("layers →", right, top + height + 2.9 * fontSize, "end", fontSize),
      stroke(`M${left} ${guess}H${right}`, { dash: "2 4" }),
      text("guess", left - 4, guess + 0.34 * fontSize, "end", fontSize),
    ];
  }

  #drawErrors(shown: Drawn): SVGElement[] {
    const { left, top, width, height, fontSize } = this.#errors;
    const { leak, settings } = shown;
    const { x, y } = this.#errorScales(settings, leak);
    const right = left + width;
    const lines = ([true, false] as const).flatMap((causal) => {
      const errors = (causal ? leak.causal : leak.unmasked).map(({ error }) => error);
      return errorLine(errors, causal, causal === shown.causal, x, y);
    });
    const ends = [leak.causal, leak.unmasked].map((readings) => y((readings.at(-1) as ReadOut).error));
    const [masked = 0, unmasked = 0] = spread(ends, 1.25 * fontSize, top, top + height);
    const values = leak.causal.map(({ error }, depth) => {
      const [place, anchor] = depth === 0 ? ([x(0), "middle"] as const) : ([x(depth) - 7, "end"] as const);
      return text(formatFixed(error, 1), place, y(error) + 1.4 * fontSize, anchor, fontSize, {
        class: "error",
      });
    });
    return [
      ...lines,
      ...values,
      text("causal", right + 8, masked + 0.34 * fontSize, "start", fontSize),
      text("no mask", right + 8, unmasked + 0.34 * fontSize, "start", fontSize),
    ];
  }
}

const contains = ({ left, top, width, height }: Frame, x: number, y: number): boolean =>
  x >= left - 8 && x <= left + width + 8 && y >= top && y <= top + height;

/** The line of the means of one depth: deeper lines are thicker and darker. */
function meanLine(
  mean: Float64Array,
  depth: number,
  chosen: boolean,
  x: LinearScale,
  y: LinearScale,
): SVGElement {
  const line = polyline(Array.from(mean, (value, index) => [x(index + 1), y(value)]));
  const look = { opacity: chosen ? 1 : 0.5, width: chosen ? 2.5 : 1.25 };
  return stroke(line, { ...look, class: "mean", "data-depth": depth });
}

/** The line of errors: points are filled with the mask, hollow without it. */
function errorLine(
  errors: readonly number[],
  causal: boolean,
  chosen: boolean,
  x: LinearScale,
  y: LinearScale,
): SVGElement[] {
  const points = errors.map((error, depth) => [x(depth), y(error)] as const);
  const line = stroke(polyline(points), { opacity: chosen ? 1 : 0.5, width: chosen ? 2 : 1.25 });
  const marks = points.map(([cx, cy]) => {
    const mark = svg("circle", { cx, cy, r: 4, "stroke-width": 1.5, class: causal ? "causal" : "unmasked" });
    return painted(mark, { stroke: "var(--_ink)", fill: causal ? "var(--_ink)" : "none" });
  });
  return [line, ...marks];
}
