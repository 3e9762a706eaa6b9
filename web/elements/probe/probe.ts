import { contains } from "../../plot/box.ts";
import { valueAxis } from "../../plot/curve-axes.ts";
import { type Point, painted, polyline, stroke, svg, text, textMeasure } from "../../plot/dom.ts";
import { dragIn } from "../../plot/drag.ts";
import { type Frame, frameOf, LayeredPlot, plotFontSize, type Size } from "../../plot/layered-plot.ts";
import { formatFixed } from "../../plot/numbers.ts";
import { linearScale } from "../../plot/scale.ts";
import { baseSlider, checkWord, choose, seedField, slide } from "../controls/bound.ts";
import { readingStyles } from "../controls/reading-styles.ts";
import type { Cell, Plot } from "../definition/definition.ts";
import { range } from "../definition/figure-spec.ts";
import { lightModule } from "../definition/page-modules.ts";
import { seedRule, whole, word } from "../definition/rules.ts";
import { sinusoid } from "../definition/sinusoid.ts";
import { figure } from "../figure/figure.ts";
import type { Reading } from "./linear-map.ts";
import {
  accuracyAt,
  CURVES,
  describeAll,
  describePoint,
  goOn,
  NEAR,
  type ProbeShown,
  probeShown,
  seenWidth,
} from "./probe-shown.ts";

/** The accuracy of word and position by width, and by how much the position is missed at one width. */

// In font sizes.
const WIDE = 50; // least width with both pictures beside each other
const CHART = { left: 4, top: 2.4, right: 1.2, bottom: 3.4 };
const BARS = { left: 4, top: 2.4, right: 1, bottom: 3.4 };
const SHARE = { beside: 0.58, under: 0.56 }; // of the chart

const FARTHEST = 6; // of a bar; the last one on each side stands for all that is farther
/** The word in the text's colour, the position in its own colour; dashes tell both curves of the position apart. */
const LOOKS = [
  { name: "word", colour: "currentColor", dash: undefined, at: 1, side: "end" },
  { name: `position ±${NEAR}`, colour: "var(--_position)", dash: "6 4", at: 2, side: "start" },
  { name: "exact position", colour: "var(--_position)", dash: undefined, at: 4, side: "start" },
] as const;

const percent = (value: number): string => `${formatFixed(100 * value, 0)} %`;

class ProbePlot extends LayeredPlot implements Plot<ProbeShown> {
  #chart: Frame = { left: 0, top: 0, width: 1, height: 1, fontSize: 12 };
  #x = (width: number) => width;
  #y = (value: number) => value;

  draw(shown: ProbeShown, { width, height }: Size): void {
    const fontSize = plotFontSize(this.element);
    const isWide = width >= WIDE * fontSize;
    const [across, down] = isWide ? [SHARE.beside * width, height] : [width, SHARE.under * height];
    this.element.setAttribute("aria-busy", String(!shown.work.isDone));
    this.#chart = frameOf({ width: across, height: down }, CHART, fontSize);
    const { left, top, width: inner, height: tall } = this.#chart;
    const step = inner / Math.max(1, shown.widths.length - 1);
    this.#x = (index) => left + index * step;
    this.#y = linearScale([0, 1], [top + tall, top]);
    const rest = isWide ? { width: width - across, height } : { width, height: height - down };
    const bars = frameOf(rest, BARS, fontSize);
    const place = { left: bars.left + (isWide ? across : 0), top: bars.top + (isWide ? 0 : down) };
    this.content.replaceChildren(...this.#curves(shown), drawMisses(shown, { ...bars, ...place }));
  }

  point(cell: Cell | undefined, shown: ProbeShown): void {
    this.cursor.replaceChildren();
    const value = cell ? accuracyAt(shown, cell.row, cell.column) : Number.NaN;
    if (!cell || Number.isNaN(value)) return;
    this.cursor.append(svg("circle", { class: "ring", cx: this.#x(cell.column), cy: this.#y(value), r: 8 }));
  }

  /** The nearest point of the nearest width. */
  cellAt(x: number, y: number, shown: ProbeShown): Cell | undefined {
    const column = this.widthAt(x, y, shown);
    if (column === undefined) return undefined;
    const away = CURVES.map((_, curve) => Math.abs(this.#y(accuracyAt(shown, curve, column)) - y));
    const row = away.indexOf(Math.min(...away));
    return row < 0 ? undefined : { row, column };
  }

  /** The index of the width at a place of the chart. */
  widthAt(x: number, y: number, { widths }: ProbeShown): number | undefined {
    const { left, width, fontSize, top, height } = this.#chart;
    const box = {
      left: left - 2 * fontSize,
      top,
      width: width + 4 * fontSize,
      height: height + 3 * fontSize,
    };
    if (!contains(box, x, y)) return undefined;
    const index = Math.round(((x - left) / width) * (widths.length - 1));
    return Math.min(Math.max(index, 0), widths.length - 1);
  }

  #curves(shown: ProbeShown): SVGElement[] {
    const { left, top, width, height, fontSize } = this.#chart;
    const [right, bottom] = [left + width, top + height];
    const { widths, work } = shown;
    const last = work.readings.length - 1;
    const seen = seenWidth(shown);
    const lines = CURVES.map((_, curve) =>
      range(0, last + 1).map((index): Point => [this.#x(index), this.#y(accuracyAt(shown, curve, index))]),
    );
    return [
      text("read right from x + P", 0, fontSize, "start", fontSize, { "font-weight": 600 }),
      valueAxis({ scale: this.#y, levels: [0, 0.25, 0.5, 0.75, 1], format: percent, left, right, fontSize }),
      stroke(`M${this.#x(seen)} ${top}V${bottom}`, { opacity: 0.45, width: 1.5 }),
      ...widths.map((value, index) =>
        text(String(value), this.#x(index), bottom + 1.4 * fontSize, "middle", fontSize, {
          "font-weight": index === seen ? 700 : 400,
        }),
      ),
      text("width d →", right, bottom + 2.8 * fontSize, "end", fontSize, { "fill-opacity": 0.78 }),
      ...lines.flatMap((points, curve) => {
        const { colour, dash } = LOOKS[curve] as (typeof LOOKS)[number];
        if (points.length === 0) return [];
        return [
          painted(stroke(polyline(points), { width: 2.25, dash, "data-curve": curve }), { stroke: colour }),
          ...points.map(([cx, cy]) => painted(svg("circle", { cx, cy, r: 3.5 }), { fill: colour })),
          ...this.#label(points, curve),
        ];
      }),
    ];
  }

  /** The name of a curve: the first one stands above its curve, the others below theirs, and none outside the chart. */
  #label(points: readonly Point[], curve: number): SVGElement[] {
    const { left, width, fontSize } = this.#chart;
    const { name, colour, at, side } = LOOKS[curve] as (typeof LOOKS)[number];
    const point = points[at];
    if (!point) return [];
    const [away, down] = side === "end" ? [-0.9, 0.1] : [0.9, 1.1];
    const last = left + width + fontSize - textMeasure(this.element, fontSize)(name);
    const x = side === "end" ? point[0] + away * fontSize : Math.min(point[0] + away * fontSize, last);
    return [painted(text(name, x, point[1] + down * fontSize, side, fontSize), { fill: colour })];
  }
}

/** Bars of the share of sums by the error of the read position. */
function drawMisses(shown: ProbeShown, { left, top, width, height, fontSize }: Frame): SVGGElement {
  const [right, bottom] = [left + width, top + height];
  const reading = shown.work.readings[seenWidth(shown)];
  const shares = reading ? sharesOf(reading) : [];
  const most = Math.max(0.25, ...shares);
  const y = linearScale([0, most], [bottom, top]);
  const each = width / (2 * FARTHEST + 1);
  const bars = shares.map((share, index) => {
    const rect = svg("rect", {
      x: left + index * each + 1.5,
      y: y(share),
      width: Math.max(1, each - 3),
      height: Math.max(0, bottom - y(share)),
      "data-error": index - FARTHEST,
      "fill-opacity": index === FARTHEST ? 1 : 0.55,
    });
    return painted(rect, { fill: "var(--_position)" });
  });
  const ticks = [-FARTHEST, -3, 0, 3, FARTHEST].map((error) => {
    const label =
      Math.abs(error) === FARTHEST ? `${error < 0 ? "≤ −" : "≥ "}${FARTHEST}` : formatFixed(error, 0);
    const x = left + (error + FARTHEST + 0.5) * each;
    return text(label, x, bottom + 1.4 * fontSize, "middle", fontSize);
  });
  return svg(
    "g",
    { class: "misses" },
    text(
      `width ${shown.spec.dModel}: how far off`,
      left - 4 * fontSize,
      top - 1.4 * fontSize,
      "start",
      fontSize,
      {
        "font-weight": 600,
      },
    ),
    valueAxis({ scale: y, levels: [0, most], format: percent, left, right, fontSize }),
    ...bars,
    ...ticks,
    text("read − true position", right, bottom + 2.8 * fontSize, "end", fontSize, { "fill-opacity": 0.78 }),
  );
}

function sharesOf({ misses, tested }: Reading): number[] {
  const middle = (misses.length - 1) / 2;
  const shares = new Array<number>(2 * FARTHEST + 1).fill(0);
  for (const [index, count] of misses.entries()) {
    const error = Math.min(Math.max(index - middle, -FARTHEST), FARTHEST);
    (shares[error + FARTHEST] as number) += count / tested;
  }
  return shares;
}

/** Words and positions are added, and a linear map takes them apart again. */
export const ProbeElement = figure({
  tag: "pe-probe",
  doc: "Words and positions are added, and a linear map takes them apart again: which share of both does it read right, by width? All is computed in the page.",
  example: '<pe-probe d-model="32" words="64" positions="32"></pe-probe>',
  module: lightModule,
  encoding: sinusoid({ dModel: 64, widest: 512 }),
  state: {
    words: whole({ from: 2, to: 512, default: 256, doc: "Random words" }),
    positions: whole({ from: 8, to: 256, default: 64, doc: "Positions that each word can have" }),
    scaling: word(["sqrt-d", "none"], {
      doc: "The factor of the word vectors: √d as in the paper, or 1",
    }),
    seed: seedRule("words, and of the sums that the map is fitted to"),
  },
  styles: readingStyles({ 0: 6, 24: 4, 44: 2 }),
  heights: [{ em: 54 }, { from: 24, em: 52 }, { from: 44, em: 36 }],
  kind: "chart of accuracies",
  compute: (pe, { spec, words, positions, scaling, seed }, before: ProbeShown | undefined): ProbeShown =>
    probeShown(pe, { spec, words, positions, seed, isScaled: scaling === "sqrt-d" }, before),
  proceed: goOn,
  plot: () => new ProbePlot(),
  label: describeAll,
  describe: (shown, cell) => (cell ? describePoint(shown, cell.row, cell.column) : describeAll(shown)),
  grid: ({ widths }) => ({ rows: CURVES.length, columns: widths.length }),
  valueAt: ({ row, column }, { done }) => ({ row: Math.min(column, Math.max(0, done - 1)), column: row }),
  array: (shown) => ({
    corner: "width",
    rows: shown.widths.slice(0, shown.done),
    columns: CURVES,
    values: Float64Array.from(
      range(0, shown.done).flatMap((width) => CURVES.map((_, curve) => accuracyAt(shown, curve, width))),
    ),
  }),
  code: async (shown) => (await import("./probe-code.ts")).probeCode(shown),
  interact(figure, plot: ProbePlot) {
    const go = (x: number, y: number) => {
      const index = figure.shown && plot.widthAt(x, y, figure.shown);
      if (figure.shown && index !== undefined) figure.dModel = figure.shown.widths[index] as number;
      return index !== undefined;
    };
    dragIn(plot.element, { take: go, move: go });
  },
  controls: {
    sliders: [choose("dModel", "width d", [8, 16, 32, 64, 128, 256, 512])],
    more: [
      slide("words", { label: "words", from: 16, to: 512 }),
      slide("positions", { label: "positions", from: 8, to: 128 }),
      checkWord("scaling", "words times √d", "sqrt-d", "none"),
      baseSlider,
      seedField,
    ],
  },
});
