import { css } from "@lit/reactive-element";
import type { Light } from "../../../src/entries/index.ts";
import { contains } from "../../plot/box.ts";
import { formatInteger, formatRough } from "../../plot/numbers.ts";
import { type Interval, moved, span, zoomed } from "../../plot/scale.ts";
import { baseSlider, choose, slider, widthSlider } from "../controls/bound.ts";
import { arrayTable } from "../controls/panel.ts";
import { pillStyles, pills } from "../controls/pills.ts";
import { readingStyles } from "../controls/reading-styles.ts";
import { type Cell, type Host, type Part, sameCell } from "../definition/definition.ts";
import { type FigureSpec, gather, range } from "../definition/figure-spec.ts";
import { lightModule } from "../definition/page-modules.ts";
import { numbers, word } from "../definition/rules.ts";
import { sinusoid } from "../definition/sinusoid.ts";
import { figure } from "../figure/figure.ts";
import { HeatmapPlot, listen } from "./heatmap-plot.ts";
import {
  cellAfter,
  describe,
  dimensionsView,
  FARTHEST,
  FEWEST,
  gridOf,
  type HeatmapShown,
  MODES,
  positionLimits,
  positionsView,
  read,
  remarkOn,
  viewAround,
  zoomOf,
} from "./heatmap-shown.ts";

/** Entries that are computed on each side of the cell: at least the number that the table shows. */
const AROUND = 8;

/** A table of the entries around a cell. The whole picture may have too many entries to compute. */
function heatmapTable(pe: Light, spec: FigureSpec, { row, column }: Cell): HTMLTableElement {
  const [firstRow, firstColumn] = [Math.max(0, row - AROUND), Math.max(0, column - AROUND)];
  const positions = range(firstRow, row + AROUND + 1);
  const dimensions = range(firstColumn, Math.min(column + AROUND + 1, spec.dModel));
  const values = gather(pe, { spec, positions, dimensions });
  return arrayTable(
    { corner: "position", rows: positions, columns: dimensions, values },
    { row: row - firstRow, column: column - firstColumn },
    `Entries by position and dimension, width ${spec.dModel}, base ${spec.base}`,
  );
}

const heatmapStyles = [
  readingStyles({ 0: 2, 44: 1 }),
  pillStyles,
  css`
  /* The choice of what a pixel shows stands in the picture, as soon as that matters. */
  .box {
    position: relative;
  }
  .box:not(:has(.coarse)) > .pills,
  :host([controls="none"]) .pills {
    display: none;
  }
  @media print {
    .box > .pills {
      display: none;
    }
  }
  .box > .pills {
    position: absolute;
    z-index: 1;
    inset-block-start: calc(3 * max(13px, 0.8125em) + 0.6em);
    inset-inline-end: calc(0.6 * max(13px, 0.8125em) + 0.6em);
    flex-wrap: wrap;
    max-inline-size: calc(100% - 6.6 * max(13px, 0.8125em) - 1.2em);
    border-radius: 1.2em;
    background: var(--_paper);
    font-size: max(13px, 1em);
  }
  @container (max-width: 30rem) {
    .box > .pills {
      font-size: max(13px, 0.8125em);
    }
    .box > .pills span {
      padding-inline: 0.5em;
    }
  }
  td,
  thead th + th {
    text-align: start;
  }
`,
];

const HINT = "Point to read. Drag to move; zoom with Ctrl + wheel or two fingers.";
const KEYS = "Arrows, Page Up, Page Down, Home and End move the cell cursor; plus and minus zoom.";

const isInterval = ([from = 0, to = 0]: readonly number[]) => from < to;

/** The table of an encoding as a picture: every pixel the exact mean of the entries under it. */
export const HeatmapElement = figure({
  tag: "pe-heatmap",
  doc: "The table of an encoding as a picture. Every pixel is the exact mean of the entries under it.",
  example: '<pe-heatmap d-model="50" positions="0 20"></pe-heatmap>',
  members: {
    view: { type: "readonly [from: number, to: number]", doc: "The positions in view." },
    zoom: {
      type: "(factor: number, anchor?: number) => void",
      doc: "Shows `factor` times the number of positions. `anchor` keeps its place on screen; by default it is the middle, or 0 if the view begins there.",
    },
  },
  module: lightModule,
  encoding: sinusoid({ dModel: 128 }),
  state: {
    positions: numbers({
      least: 2,
      most: 2,
      expected: "two numbers from 0 to 10^8, first and end, at least 4 apart",
      holds: isInterval,
      default: [0, 50] as readonly number[],
      doc: "The positions in view; the end is not included",
    }),
    dimensions: numbers({
      least: 2,
      most: 2,
      expected: "two whole numbers, first and end",
      holds: isInterval,
      default: undefined as readonly number[] | undefined,
      doc: "The dimensions in view; the end is not included. Default: all",
    }),
    mode: word(MODES, {
      doc: "What a pixel shows: the exact mean of the entries under it, the one entry under its middle, or the difference",
    }),
    every: numbers({
      least: 2,
      most: 2,
      expected: "two whole numbers from 1 on, for positions and dimensions",
      holds: (values) => values.every((step) => Number.isInteger(step) && step >= 1),
      default: [1, 1] as readonly number[],
      doc: "Steps between the samples of the mode `nearest`, in positions and dimensions",
    }),
    orientation: word(["down", "across"], { doc: "The direction of positions" }),
  },
  methods: {
    get view(): Interval {
      return positionsView(this.positions);
    },
    zoom(factor: number, anchor?: number): void {
      zoom(this, factor, anchor);
    },
  },
  styles: heatmapStyles,
  kind: "heat map",
  compute(pe: Light, { spec, mode, orientation, ...given }): HeatmapShown {
    const positions = positionsView(given.positions);
    const dimensions = dimensionsView(given.dimensions, spec.dModel);
    const [rows = 1, columns = 1] = given.every;
    const remark =
      remarkOn("positions", given.positions, positions) ||
      remarkOn("dimensions", given.dimensions, dimensions);
    const across = orientation === "across";
    return { pe, spec, positions, dimensions, across, mode, every: [rows, columns], remark };
  },
  remark: ({ remark }) => remark,
  plot: () => new HeatmapPlot(),
  label({ spec, positions, dimensions, mode }) {
    const last = (to: number) => Math.ceil(to) - 1;
    return (
      `Positions ${Math.floor(positions[0])} to ${last(positions[1])}, ` +
      `dimensions ${dimensions[0]} to ${last(dimensions[1])} of ${spec.dModel}, ${mode}`
    );
  },
  describe(shown, cell, pe, plot: HeatmapPlot) {
    if (!cell) return HINT;
    const { spec, mode } = shown;
    const sight = { ...shown, ...plot.pixels(shown) };
    return describe(spec, mode, cell, read(pe, spec, mode, sight, cell));
  },
  grid: gridOf,
  entries({ spec, positions, dimensions }) {
    const start = Math.floor(positions[0]);
    return {
      spec,
      positions: { start, length: Math.ceil(positions[1]) - start },
      dimensions: range(dimensions[0], dimensions[1]),
    };
  },
  tables: (shown, cell, pe) => [heatmapTable(pe, shown.spec, cell ?? firstCell(shown))],
  keys: { text: KEYS, press },
  pointsItself: true,
  interact(figure, plot: HeatmapPlot) {
    const place = (cell: Cell | undefined) => {
      if (!sameCell(cell, figure.cursor)) figure.cursor = cell;
    };
    const leave = () => {
      if (!plot.element.matches(":focus")) place(undefined);
    };
    listen(plot.element, {
      point: (x, y) =>
        figure.shown && contains(plot.box, x, y) ? place(plot.cellAt(x, y, figure.shown)) : leave(),
      leave,
      drag(dx, dy) {
        const { width, height } = plot.box;
        const share = figure.orientation === "across" ? dx / width : dy / height;
        const view = positionsView(figure.positions);
        figure.positions = moved(view, -share * span(view), positionLimits);
      },
      zoom(factor, x, y) {
        if (figure.shown) zoom(figure, 1 / factor, plot.cellAt(x, y, figure.shown).row + 0.5);
      },
    });
  },
  controls: {
    sliders: [positionsSlider],
    more: [widthSlider(1024), baseSlider],
  },
  /** In the picture, which it is placed over. */
  above: [
    pills(choose("mode", "pixels", { nearest: "nearest", exact: "true mean", difference: "difference" })),
  ],
});

interface Zoomable {
  positions: readonly number[];
}

function zoom(figure: Zoomable, factor: number, anchor?: number): void {
  const view = positionsView(figure.positions);
  const place = anchor ?? (view[0] === 0 ? 0 : (view[0] + view[1]) / 2);
  figure.positions = zoomed(view, factor, place, positionLimits);
}

/** A slider for the number of positions in view. */
function positionsSlider(figure: Host<Zoomable, HeatmapShown>): Part<HeatmapShown> {
  const { element, show } = slider({
    label: "positions",
    min: Math.log2(FEWEST),
    max: Math.log2(FARTHEST),
    step: 0.01,
    toValue: (raw) => 2 ** raw,
    toRaw: Math.log2,
    format: (value) => (value < 100 ? formatRough(value) : formatInteger(value)),
    oninput: (value) => zoom(figure, value / span(positionsView(figure.positions))),
  });
  return { element, show: (shown) => show(span(shown.positions)) };
}

const firstCell = ({ positions, dimensions }: HeatmapShown): Cell => ({
  row: Math.ceil(positions[0]),
  column: dimensions[0],
});

function press(
  event: KeyboardEvent,
  figure: Host<Zoomable, HeatmapShown>,
  plot: HeatmapPlot,
): Cell | true | undefined {
  const { shown, cursor } = figure;
  if (!shown) return undefined;
  const factor = zoomOf(event);
  if (factor !== undefined) {
    zoom(figure, factor, cursor && cursor.row + 0.5);
    return true;
  }
  const { width, height } = plot.box;
  const step = Math.max(1, Math.ceil(span(shown.positions) / (shown.across ? width : height)));
  const first = firstCell(shown);
  const target = cellAfter(event, cursor ?? first, shown, step);
  if (!target) return undefined;
  const cell = cursor ? target : first;
  // The view follows the cursor: by a whole page, or as little as possible.
  const by = cell.row - (cursor?.row ?? cell.row);
  const view = event.key.startsWith("Page") ? moved(shown.positions, by, positionLimits) : shown.positions;
  figure.positions = viewAround(cell.row, view);
  return cell;
}
