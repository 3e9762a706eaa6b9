import type { Box } from "../../plot/box.ts";
import { CRITERIA } from "./verdicts.ts";
import { WAYS } from "./ways.ts";

/** Places of the ways: each has a row with a column for each criterion, or a block in a narrow figure. */

export interface CriteriaLayout {
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
export function cellBox({ cells }: CriteriaLayout, row: number, column: number): Box {
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

export function layOut(width: number, height: number, fontSize: number): CriteriaLayout {
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
