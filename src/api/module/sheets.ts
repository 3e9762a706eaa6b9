/** Work on rows of several sheets: a batch has one for each sequence. */
import { all, alongBoth, alongSheets, type Cut, type Part, partNumber } from "./parts.ts";

/** The number of a part's first row, counted through all sheets. */
export const rowOfAll = partNumber(alongBoth, ({ from }) => from);

/** The number of a part's first sheet. */
export const firstSheet = partNumber(alongSheets, ({ from }) => from);

interface Sheets {
  sheets: number;
  /** Rows of each sheet. */
  rows: number;
  /** The number of rows in a part is a multiple of this, except in the last part of a sheet. Default: 1. */
  multiple?: number | undefined;
}

/** A part has some rows of one sheet, or all rows of some sheets. The same rows of all sheets come one after the other. */
export const bySheets =
  ({ sheets, rows, multiple = 1 }: Sheets): Cut =>
  (bytes, most) => {
    const [, ofRows = 0, ofSheets = 0, ofBoth = 0] = bytes;
    const ofSheet = (ofSheets + ofBoth) / sheets;
    const ofRow = ofRows / rows + ofBoth / rows / sheets;
    const fitsSheet = ofRows + ofSheet <= most;
    const sheetStep = fitsSheet ? Math.max(Math.floor((most - ofRows) / ofSheet), 1) : 1;
    const rowStep = fitsSheet ? rows : Math.max(Math.floor(most / ofRow / multiple), 1) * multiple;
    const parts: Part[] = [];
    const add = (row: number, sheet: number) => {
      const inRows = { from: row, count: Math.min(rowStep, rows - row), of: rows };
      const inSheets = { from: sheet, count: Math.min(sheetStep, sheets - sheet), of: sheets };
      const both = { from: sheet * rows + row, count: inRows.count * inSheets.count, of: rows * sheets };
      parts.push([all, inRows, inSheets, both]);
    };
    for (let row = 0; row < rows; row += rowStep)
      for (let sheet = 0; sheet < sheets; sheet += sheetStep) add(row, sheet);
    return parts;
  };
