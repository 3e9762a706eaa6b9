import { type Box, contains } from "../../plot/box.ts";
import { CellPainter, divergingColours } from "../../plot/cells.ts";
import { painted, stroke, svg, text } from "../../plot/dom.ts";
import { CanvasPlot, plotFontSize, type Size } from "../../plot/layered-plot.ts";
import type { Cell, Palette, Plot } from "../definition/definition.ts";
import {
  CRITERIA,
  type CriteriaShown,
  type CriterionVerdict,
  drawMeans,
  type Means,
  meanPlace,
  type Table,
  WAYS,
} from "./criteria-shown.ts";

/** Places of the ways: each has a row with a column for each criterion, or a block in a narrow figure. */

interface CriteriaLayout {
  readonly wide: boolean;
  readonly fontSize: number;
  /** The tiny picture of each way's table. */
  readonly pictures: readonly Box[];
  /** (ways, criteria). */
  readonly cells: readonly (readonly Box[])[];
  /** The curve of means under the ways. */
  readonly chart: Box;
}

/** The place of a verdict. */
function cellBox({ cells }: CriteriaLayout, row: number, column: number): Box {
  return (cells[row] as readonly Box[])[column] as Box;
}

const WIDE = 66; // least width of a plot with columns, font sizes
const TWO_BLOCKS = 57; // least width of a plot with two blocks beside each other, font sizes
const NAME = 15.5; // width of the column of names and pictures, font sizes
/** Shares of the columns in the width, by their longest texts. */
const SHARES = [13, 13.5, 12.5, 9.5] as const;
const HEAD = 2.2;
const CHART = { wide: 13, narrow: 13.5 };
const LINE = 1.55; // height of a criterion's line, font sizes
const GAP = 0.9;

function layOut(width: number, height: number, fontSize: number): CriteriaLayout {
  const wide = width >= WIDE * fontSize;
  const chartHeight = (wide ? CHART.wide : CHART.narrow) * fontSize;
  const chart = { left: 0, top: height - chartHeight, width, height: chartHeight };
  return { wide, fontSize, chart, ...(wide ? inColumns : inLines)(width, chart.top, fontSize) };
}

type Places = Pick<CriteriaLayout, "pictures" | "cells">;

function inColumns(width: number, bottom: number, fontSize: number): Places {
  const rowHeight = Math.max(1, (bottom - HEAD * fontSize) / WAYS.length);
  const unit = (width - NAME * fontSize) / sum(SHARES);
  const rows = WAYS.map((_, row) => HEAD * fontSize + row * rowHeight);
  const side = Math.max(1, Math.min(3.6 * fontSize, rowHeight - 0.8 * fontSize));
  return {
    pictures: rows.map((top) => ({ left: 0, top: top + (rowHeight - side) / 2, width: side, height: side })),
    cells: rows.map((top) =>
      CRITERIA.map((_, column) => ({
        left: NAME * fontSize + unit * sum(SHARES.slice(0, column)),
        top,
        width: unit * (SHARES[column] as number),
        height: rowHeight,
      })),
    ),
  };
}

const sum = (shares: readonly number[]) => shares.reduce((total, share) => total + share, 0);

function inLines(width: number, bottom: number, fontSize: number): Places {
  const columns = width >= TWO_BLOCKS * fontSize ? 2 : 1;
  const blockHeight = bottom / Math.ceil(WAYS.length / columns);
  const blockWidth = width / columns;
  const line = Math.max(
    1,
    Math.min(LINE * fontSize, (blockHeight - (GAP + LINE) * fontSize) / CRITERIA.length),
  );
  const blocks = WAYS.map((_, way) => ({
    left: (way % columns) * blockWidth,
    top: Math.floor(way / columns) * blockHeight,
  }));
  const indent = 5.6 * fontSize;
  const side = 4.4 * fontSize;
  return {
    pictures: blocks.map(({ left, top }) => ({ left, top: top + 2 * fontSize, width: side, height: side })),
    cells: blocks.map(({ left, top }) =>
      CRITERIA.map((_, criterion) => ({
        left: left + indent,
        top: top + LINE * fontSize + criterion * line,
        width: blockWidth - indent,
        height: line,
      })),
    ),
  };
}

/** Each way with a piece of its table, and a verdict on each criterion. */

const PIECE = 20; // most rows and columns of a tiny picture
const SIGN = 0.42; // half the height of a verdict's sign, font sizes

export class CriteriaPlot extends CanvasPlot implements Plot<CriteriaShown> {
  readonly #painter = new CellPainter(this.canvas);
  #layout: CriteriaLayout | undefined;
  #means: Means | undefined;

  draw({ ways, verdicts, means }: CriteriaShown, size: Size, palette: Palette): void {
    const layout = layOut(size.width, size.height, plotFontSize(this.element));
    this.#layout = layout;
    this.#means = means;
    this.#painter.clear(size.deviceWidth, size.deviceHeight, size.deviceWidth / size.width);
    for (const [index, { table }] of ways.entries()) {
      const piece = pieceOf(table);
      const box = layout.pictures[index] as Box;
      const width = (box.width * piece.dModel) / PIECE;
      const height = (box.height * piece.values.length) / piece.dModel / PIECE;
      const colours = divergingColours(piece.values, 1, palette);
      this.#painter.paint({ ...box, width: Math.max(width, 4), height }, piece.dModel, colours);
    }
    this.content.replaceChildren(
      ...(layout.wide ? heads(layout) : []),
      ...ways.flatMap(({ name }, row) => [
        nameOf(name, layout, row),
        ...CRITERIA.map((_, column) =>
          cell(layout, row, column, verdicts[row]?.[column] as CriterionVerdict),
        ),
      ]),
      ...drawMeans(layout.chart, layout.fontSize, means),
    );
  }

  /** Frames a verdict, or draws a ring around a mean in the row under the ways. */
  point(at: Cell | undefined): void {
    this.cursor.replaceChildren();
    if (!at || !this.#layout || !this.#means) return;
    const { cells, chart, fontSize } = this.#layout;
    const box = cells[at.row]?.[at.column];
    if (box) {
      const { left: x, top: y, width, height } = box;
      this.cursor.append(svg("rect", { class: "ring", x: x - 3, y, width, height, rx: 3 }));
    } else {
      const [cx, cy] = meanPlace(chart, fontSize, this.#means, at.column);
      this.cursor.append(svg("circle", { class: "ring", cx, cy, r: 7 }));
    }
  }

  /** The verdict under a place, or the mean nearest to it. */
  cellAt(x: number, y: number): Cell | undefined {
    if (!this.#layout || !this.#means) return undefined;
    const { cells, chart, fontSize } = this.#layout;
    for (const [row, boxes] of cells.entries()) {
      const column = boxes.findIndex((box) => contains(box, x, y));
      if (column >= 0) return { row, column };
    }
    if (!contains(chart, x, y)) return undefined;
    const means = this.#means;
    const distances = CRITERIA.map((_, column) => Math.abs(meanPlace(chart, fontSize, means, column)[0] - x));
    return { row: cells.length, column: distances.indexOf(Math.min(...distances)) };
  }
}

/** The first rows and columns of a table, with values limited to [−1, 1]. */
function pieceOf({ values, dModel }: Table): Table {
  const columns = Math.min(dModel, PIECE);
  const rows = Math.min(values.length / dModel, PIECE);
  const piece = Float32Array.from({ length: rows * columns }, (_, n) => {
    const value = values[Math.floor(n / columns) * dModel + (n % columns)] as number;
    return Math.min(Math.max(value, -1), 1);
  });
  return { values: piece, dModel: columns };
}

function heads(layout: CriteriaLayout): SVGElement[] {
  const { fontSize } = layout;
  return CRITERIA.map(({ title }, column) =>
    text(`${column + 1}  ${title}`, cellBox(layout, 0, column).left, 1.2 * fontSize, "start", fontSize, {
      "font-weight": 600,
    }),
  );
}

function nameOf(name: string, layout: CriteriaLayout, row: number): SVGElement {
  const { wide, fontSize } = layout;
  const box = cellBox(layout, row, 0);
  const bold = { "font-weight": 600 };
  if (wide)
    return text(name, 4.4 * fontSize, box.top + box.height / 2 + 0.34 * fontSize, "start", fontSize, bold);
  return text(name, (layout.pictures[row] as Box).left, box.top - 0.45 * fontSize, "start", fontSize, bold);
}

/** A verdict: its sign and the number that decides; in narrow figures the criterion's name comes first. */
function cell(layout: CriteriaLayout, row: number, column: number, verdict: CriterionVerdict): SVGElement {
  const { wide, fontSize } = layout;
  const { left, top, height } = cellBox(layout, row, column);
  const y = top + height / 2;
  const title = CRITERIA[column]?.title as string;
  const reason = wide ? verdict.reason : `${title}: ${verdict.reason}`;
  return svg(
    "g",
    { "data-way": row, "data-criterion": column, "data-holds": String(verdict.holds) },
    sign(verdict.holds, left + 0.5 * fontSize, y, fontSize),
    text(reason, left + 1.5 * fontSize, y + 0.34 * fontSize, "start", fontSize, {
      "fill-opacity": verdict.holds ? 0.85 : 1,
    }),
  );
}

/** A tick, or a heavier cross. */
function sign(holds: boolean, x: number, y: number, fontSize: number): SVGPathElement {
  const r = SIGN * fontSize;
  const d = holds
    ? `M${x - r} ${y}l${0.7 * r} ${0.8 * r}l${1.2 * r} ${-1.7 * r}`
    : `M${x - 0.8 * r} ${y - 0.8 * r}l${1.6 * r} ${1.6 * r}m0 ${-1.6 * r}l${-1.6 * r} ${1.6 * r}`;
  const colour = `oklch(from currentColor calc(0.5 + l * 0.27) 0.15 ${holds ? 150 : 30})`;
  return painted(stroke(d, { width: holds ? 1.75 : 2.5 }), { stroke: colour });
}
