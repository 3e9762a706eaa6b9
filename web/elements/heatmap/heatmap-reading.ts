import { type Interval, span } from "../../plot/interval.ts";
import { formatFloat32, formatInteger, formatRough } from "../../plot/numbers.ts";
import type { Cell } from "../definition/cell-cursor.ts";
import type { FigureSpec } from "../definition/figure-spec.ts";
import type { Light } from "../definition/light-module.ts";
import { pairDimensions, pairOf } from "../definition/pair-dimensions.ts";
import { isSparse, sampleOf } from "./heatmap-samples.ts";
import type { Every, HeatmapMode } from "./heatmap-shown.ts";

/** One cell of a heat map in numbers and words. A row is a position, a column is a dimension. */

/** The part of the table in view, and the picture's size in device pixels along each axis. */
export interface Sight {
  readonly positions: Interval;
  readonly dimensions: Interval;
  readonly positionPixels: number;
  readonly dimensionPixels: number;
  readonly every: Every;
}

export interface Reading {
  readonly value: number;
  /** Entries under the pixel along each axis; 1 and 1 if the value is an entry of the table. */
  readonly positions: number;
  readonly dimensions: number;
}

/** Reads the entry in a cell or, if a pixel covers several cells, the value of that pixel. */
export function read(pe: Light, spec: FigureSpec, mode: HeatmapMode, sight: Sight, cell: Cell): Reading {
  const positions = span(sight.positions) / sight.positionPixels;
  const dimensions = span(sight.dimensions) / sight.dimensionPixels;
  if (mode === "nearest" && isSparse(sight.every)) {
    const sample = sampleOf(cell, sight.every);
    const row = pe.encode(spec, { length: 1, start: sample.row });
    const [rows, columns] = sight.every;
    return {
      value: row[sample.column] as number,
      positions: Math.max(rows, positions),
      dimensions: Math.max(columns, dimensions),
    };
  }
  if (positions <= 1 && dimensions <= 1 && mode !== "difference") {
    const row = pe.encode(spec, { length: 1, start: cell.row });
    return { value: row[cell.column] as number, positions: 1, dimensions: 1 };
  }
  const view = {
    positions: pixelAround(sight.positions, positions, cell.row + 0.5),
    dimensions: pixelAround(sight.dimensions, dimensions, cell.column + 0.5),
  };
  const [value] = pe.heatmap(spec, { view, width: 1, height: 1, mode, as: "values" });
  return { value: value as number, positions: Math.max(1, positions), dimensions: Math.max(1, dimensions) };
}

/** The interval of the pixel at a place. */
function pixelAround([from]: Interval, size: number, place: number): Interval {
  const start = from + Math.floor((place - from) / size) * size;
  return [start, start + size];
}

/** A reading as a sentence. */
export function describe(spec: FigureSpec, mode: HeatmapMode, cell: Cell, reading: Reading): string {
  const place = `position ${formatInteger(cell.row)}, dimension ${formatInteger(cell.column)}`;
  const value = formatFloat32(reading.value);
  if (reading.positions === 1 && reading.dimensions === 1 && mode !== "difference") {
    return `${place}: ${value} = ${formula(spec, cell)}`;
  }
  const count = `${formatRough(reading.positions)} × ${formatRough(reading.dimensions)}`;
  const what = {
    exact: `mean of ${count} entries`,
    nearest: `one sample of ${count} entries`,
    difference: `nearest − exact, ${count} entries per pixel`,
  }[mode];
  return `${place}: ${value}, ${what}`;
}

/** The formula of a cell with its numbers, such as sin(7 / 10000^(6/512)). */
function formula(spec: FigureSpec, { row: position, column: dimension }: Cell): string {
  const pair = pairOf(spec, dimension);
  const name = dimension === pairDimensions(spec, pair)[0] ? "sin" : "cos";
  return `${name}(${formatInteger(position)} / ${spec.base}^(${2 * pair}/${spec.dModel}))`;
}
