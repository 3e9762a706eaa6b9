import { css } from "@lit/reactive-element";
import type { Posenc } from "../../../src/entries/encodings.ts";
import { type Box, contains } from "../../plot/box.ts";
import { type Point, painted, polyline, stroke, svg, text } from "../../plot/dom.ts";
import { dragIn } from "../../plot/drag.ts";
import { LayeredPlot, plotFontSize, type Size } from "../../plot/layered-plot.ts";
import { formatFixed, formatRough } from "../../plot/numbers.ts";
import { check, slide } from "../controls/bound.ts";
import { readingStyles } from "../controls/reading-styles.ts";
import type { Cell, Plot } from "../definition/definition.ts";
import { range } from "../definition/figure-spec.ts";
import { fullModule } from "../definition/full-module.ts";
import { flag, real, whole } from "../definition/rules.ts";
import { figure } from "../figure/figure.ts";
import {
  describeAll,
  describeLamp,
  failuresOf,
  type Way,
  WIDTH,
  WISHES,
  type WishesShown,
  WORDS,
  wheelAt,
  wheelName,
  wishesShown,
} from "./wishes-shown.ts";

/** A row of cells and four lamps for each way, and the wheels of the binary number over all words. */

// In font sizes.
const WIDE = 50; // least width with names and lamps beside the cells
const NAME = 10.5;
const HEAD = 2.2;
const LAMPS = [4, 6, 5.1, 4.4] as const;
const LAMP = 0.5; // radius
const GAP = 1.2;
const ROW = { wide: 4.4, narrow: 5.6 }; // with the clause under the cells
const CELL = 2;
const LINE = 1.45; // of the clause
const WHEEL = { wide: 2, narrow: 1.7 }; // height of a wheel's curve
const AIR = 0.35; // between curves, as a share
const FINE = 12; // points of a curve in each word
const STRONGEST = 50; // per cent of the colour in a cell of 1: its number stays legible

/** Height of the whole picture, in font sizes; `wishes.ts` reserves it. */
const SCORES = (row: number, ways: number): number => HEAD + ways * row;

interface Layout {
  readonly fontSize: number;
  readonly isWide: boolean;
  readonly cells: readonly Box[];
  /** (ways, wishes). */
  readonly lamps: readonly (readonly Box[])[];
  readonly wheels: Box;
}

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);

function layOut({ width }: Size, ways: number, fontSize: number): Layout {
  const isWide = width >= WIDE * fontSize;
  const row = (isWide ? ROW.wide : ROW.narrow) * fontSize;
  const lampsLeft = width - sum(LAMPS) * fontSize;
  const left = isWide ? NAME * fontSize : 0;
  const right = isWide ? lampsLeft - GAP * fontSize : width;
  const tops = range(0, ways).map((way) => HEAD * fontSize + way * row);
  const below = SCORES(row / fontSize, ways) * fontSize;
  return {
    fontSize,
    isWide,
    cells: tops.map((top) => ({
      left,
      top: isWide ? top : top + 1.7 * fontSize,
      width: Math.max(1, right - left),
      height: CELL * fontSize,
    })),
    lamps: tops.map((top) =>
      LAMPS.map((share, wish) => ({
        left: lampsLeft + sum(LAMPS.slice(0, wish)) * fontSize,
        top: isWide ? top : top - 0.3 * fontSize,
        width: share * fontSize,
        height: CELL * fontSize,
      })),
    ),
    wheels: {
      left,
      top: below + 2 * fontSize,
      width: Math.max(1, right - left),
      height: WIDTH * (isWide ? WHEEL.wide : WHEEL.narrow) * fontSize,
    },
  };
}

class WishesPlot extends LayeredPlot implements Plot<WishesShown> {
  #layout: Layout | undefined;

  draw(shown: WishesShown, size: Size): void {
    const layout = layOut(size, shown.ways.length, plotFontSize(this.element));
    this.#layout = layout;
    this.content.replaceChildren(
      ...heads(layout),
      ...shown.ways.map((way, row) => drawWay(way, row, layout)),
      drawWheels(shown, layout),
    );
  }

  point(cell: Cell | undefined): void {
    this.cursor.replaceChildren();
    const box = cell && this.#layout?.lamps[cell.row]?.[cell.column];
    if (!box || !this.#layout) return;
    const [cx, cy] = [box.left + box.width / 2, box.top + box.height / 2];
    this.cursor.append(svg("circle", { class: "ring", cx, cy, r: 0.9 * this.#layout.fontSize }));
  }

  cellAt(x: number, y: number): Cell | undefined {
    for (const [row, boxes] of (this.#layout?.lamps ?? []).entries()) {
      const column = boxes.findIndex((box) => contains(box, x, y));
      if (column >= 0) return { row, column };
    }
    return undefined;
  }

  /** The word at a place among the wheels. */
  wordAt(x: number, y: number): number | undefined {
    const box = this.#layout?.wheels;
    if (!box || !contains({ ...box, height: box.height + 3 * (this.#layout?.fontSize ?? 0) }, x, y))
      return undefined;
    return Math.floor(((x - box.left) / box.width) * WORDS);
  }
}

function heads({ lamps, fontSize }: Layout): SVGElement[] {
  return WISHES.map(({ name }, wish) => {
    const { left, width } = (lamps[0] as readonly Box[])[wish] as Box;
    return text(name, left + width / 2, 1.1 * fontSize, "middle", fontSize, { "fill-opacity": 0.78 });
  });
}

function drawWay(way: Way, row: number, layout: Layout): SVGGElement {
  const { fontSize, isWide } = layout;
  const box = layout.cells[row] as Box;
  const middle = box.top + box.height / 2 + 0.35 * fontSize;
  const name = isWide
    ? text(way.name, 0, middle, "start", fontSize)
    : text(way.name, 0, box.top - 0.6 * fontSize, "start", fontSize);
  const clause = text(
    failuresOf(way, isWide),
    box.left,
    box.top + box.height + LINE * fontSize - 0.3 * fontSize,
    "start",
    fontSize,
    { "fill-opacity": 0.78, "data-clause": row },
  );
  const lamps = way.verdicts.map(({ holds }, wish) =>
    lamp(way.isHidden ? undefined : holds, layout.lamps[row]?.[wish] as Box, fontSize, row, wish),
  );
  return svg("g", { "data-way": row }, name, ...drawCells(way.cells, box, fontSize), clause, ...lamps);
}

/** Numbers in cells, which are the fuller of colour the larger they are. */
function drawCells(
  cells: readonly number[],
  { left, top, width, height }: Box,
  fontSize: number,
): SVGElement[] {
  const each = width / cells.length;
  return cells.flatMap((value, at) => {
    const strength = Math.min(Math.max(value < 0 ? (value + 1) / 2 : value, 0), 1);
    const fill = `color-mix(in oklab, var(--_position) ${(STRONGEST * strength).toFixed(1)}%, color-mix(in srgb, currentColor 7%, transparent))`;
    const x = left + at * each;
    return [
      painted(svg("rect", { x, y: top, width: Math.max(1, each - 4), height, rx: 4 }), { fill }),
      text(brief(value), x + (each - 4) / 2, top + height / 2 + 0.35 * fontSize, "middle", fontSize),
    ];
  });
}

const brief = (value: number): string =>
  Number.isInteger(value) ? formatRough(value) : formatFixed(value, 2);

/** A full lamp if a wish is kept, an empty ring with a stroke through it if not, and a question mark if it is not told. */
function lamp(holds: boolean | undefined, box: Box, fontSize: number, row: number, wish: number): SVGElement {
  const [cx, cy, r] = [box.left + box.width / 2, box.top + box.height / 2, LAMP * fontSize];
  const data = {
    "data-wish": wish,
    "data-lamp": row,
    "data-holds": holds === undefined ? "hidden" : String(holds),
  };
  if (holds === undefined)
    return text("?", cx, cy + 0.35 * fontSize, "middle", fontSize, { ...data, "font-weight": 600 });
  const colour = `oklch(from currentColor calc(0.5 + l * 0.27) 0.15 ${holds ? 150 : 30})`;
  if (holds) return painted(svg("circle", { cx, cy, r, ...data }), { fill: colour });
  const ring = `M${cx - r} ${cy}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0`;
  const slash = `M${cx - 0.7 * r} ${cy + 0.7 * r}L${cx + 0.7 * r} ${cy - 0.7 * r}`;
  return painted(stroke(ring + slash, { width: 2, ...data }), { stroke: colour });
}

/** The curve of each wheel, with a dot at the word that is looked at. */
function drawWheels({ word, corners }: WishesShown, { wheels, fontSize, isWide }: Layout): SVGGElement {
  const { left, top, width, height } = wheels;
  const each = height / WIDTH;
  const x = (at: number) => left + (at / WORDS) * width;
  const y = (wheel: number, value: number) => top + (wheel + 1 - AIR / 2 - value * (1 - AIR)) * each;
  const curves = range(0, WIDTH).flatMap((wheel) => {
    const points = range(0, WORDS * FINE).map(
      (n): Point => [x((n + 0.5) / FINE), y(wheel, wheelAt(wheel, (n + 0.5) / FINE - 0.5, corners))],
    );
    const label = `${2 ** (wheel + 1)} words`;
    const here: Point = [x(word + 0.5), y(wheel, wheelAt(wheel, word, corners))];
    return [
      painted(stroke(polyline(points), { width: 1.75, "data-wheel": wheel }), { stroke: "var(--_position)" }),
      svg("circle", { cx: here[0].toFixed(2), cy: here[1].toFixed(2), r: 3.5, fill: "currentColor" }),
      ...(isWide ? [text(label, left - fontSize, y(wheel, 0.5) + 0.35 * fontSize, "end", fontSize)] : []),
    ];
  });
  const bottom = top + height;
  const ticks = [0, 16, 32, 48, WORDS - 1].map((at) =>
    text(String(at), x(at + 0.5), bottom + 1.4 * fontSize, "middle", fontSize, { "fill-opacity": 0.78 }),
  );
  const title = `the wheels of the number: ${wheelName(corners)}`;
  return svg(
    "g",
    { class: "wheels" },
    text(title, left, top - 0.7 * fontSize, "start", fontSize, { "font-weight": 600 }),
    stroke(`M${x(word + 0.5).toFixed(2)} ${top}V${bottom}`, { opacity: 0.4, width: 1.5 }),
    ...curves,
    ...ticks,
  );
}

const styles = [
  ...readingStyles({ 0: 5, 24: 4, 44: 2 }),
  css`
    .plot {
      cursor: default;
    }
  `,
];

/** Five ways to write down a position, four wishes, and the wheels of the binary number, which turn into waves. */
export const WishesElement = figure({
  tag: "pe-wishes",
  doc: "A score card: five ways to write down the position of a word, and which of four wishes each keeps. Under it the wheels of the binary number, which turn into waves.",
  example: '<pe-wishes word="13" corners="1"></pe-wishes>',
  module: fullModule,
  state: {
    word: whole({ from: 0, to: WORDS - 1, default: 13, doc: "The word whose numbers are shown" }),
    corners: real({
      from: 0,
      to: 1,
      default: 0 as number,
      doc: "How round the corners of the binary wheels are: 0 for digits, 1 for waves",
    }),
    hideWaves: flag({ default: false, doc: "Whether the verdicts on the waves are kept back" }),
  },
  styles,
  heights: [{ em: 59 }, { from: 24, em: 56 }, { from: 44, em: 50 }],
  kind: "score card",
  compute: (pe: Posenc, state, before: WishesShown | undefined): WishesShown =>
    wishesShown(pe, state, before),
  plot: () => new WishesPlot(),
  label: describeAll,
  describe: (shown, cell) => (cell ? describeLamp(shown, cell.row, cell.column) : describeAll(shown)),
  grid: ({ ways }) => ({ rows: ways.length, columns: WISHES.length }),
  valueAt: (_, { word }) => ({ row: word, column: 0 }),
  array: ({ wheels }) => ({
    corner: "word",
    rows: range(0, WORDS),
    columns: range(0, WIDTH).map((wheel) => `wheel ${wheel}`),
    values: wheels,
  }),
  code: async ({ corners }) => (await import("./wishes-code.ts")).wheelsCode(corners),
  interact(figure, plot: WishesPlot) {
    const go = (x: number, y: number) => {
      const word = plot.wordAt(x, y);
      if (word !== undefined) figure.word = word;
      return word !== undefined;
    };
    dragIn(plot.element, { take: go, move: go });
  },
  controls: {
    sliders: [
      slide("word", { label: "word" }),
      slide("corners", {
        label: "round off the corners",
        step: 0.01,
        format: (value) => `${formatFixed(100 * value, 0)} %`,
      }),
    ],
    more: [check("hideWaves", "keep back the verdicts on the waves")],
  },
});
