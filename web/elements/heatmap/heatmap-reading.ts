import { type Interval, span } from "../../plot/interval.ts";
import { formatFloat32, formatInteger, formatRough } from "../../plot/numbers.ts";
import type { FigureSpec } from "../figure/figure-spec.ts";
import type { Light } from "../figure/light-module.ts";
import { pairDimensions, pairOf } from "../figure/pair-dimensions.ts";
import { type Every, sampleOf } from "./heatmap-samples.ts";

/** What the picture shows at one place, in numbers and in words. */

export type Mode = "exact" | "nearest" | "difference";

export interface Cell {
  readonly position: number;
  readonly dimension: number;
}

/** The part of the table under a picture, and the picture's size in device pixels along each axis. */
export interface Sight {
  readonly positions: Interval;
  readonly dimensions: Interval;
  readonly positionPixels: number;
  readonly dimensionPixels: number;
  /** How far apart the samples of the mode `nearest` are, where pixels are closer. */
  readonly every: Every;
}

export interface Reading {
  readonly value: number;
  /** Entries under the pixel along each axis; 1 and 1 when the value is an entry of the table. */
  readonly positions: number;
  readonly dimensions: number;
}

/** Reads the entry in a cell or, where a pixel covers several cells, what that pixel shows. */
export function read(pe: Light, spec: FigureSpec, mode: Mode, sight: Sight, cell: Cell): Reading {
  const positions = span(sight.positions) / sight.positionPixels;
  const dimensions = span(sight.dimensions) / sight.dimensionPixels;
  if (mode === "nearest" && isSparse(sight.every)) {
    const sample = sampleOf(cell, sight.every);
    const row = pe.encode(spec, { length: 1, start: sample.position });
    const [rows, columns] = sight.every;
    return {
      value: row[sample.dimension] as number,
      positions: Math.max(rows, positions),
      dimensions: Math.max(columns, dimensions),
    };
  }
  if (positions <= 1 && dimensions <= 1 && mode !== "difference") {
    const row = pe.encode(spec, { length: 1, start: cell.position });
    return { value: row[cell.dimension] as number, positions: 1, dimensions: 1 };
  }
  const view = {
    positions: pixelAround(sight.positions, positions, cell.position + 0.5),
    dimensions: pixelAround(sight.dimensions, dimensions, cell.dimension + 0.5),
  };
  const [value] = pe.heatmap(spec, { view, width: 1, height: 1, mode, as: "values" });
  return { value: value as number, positions: Math.max(1, positions), dimensions: Math.max(1, dimensions) };
}

/** Whether some entries are left out, however large the pixels are. */
export const isSparse = ([rows, columns]: Every): boolean => rows > 1 || columns > 1;

/** The stretch of the pixel that holds a place. */
function pixelAround([from]: Interval, size: number, place: number): Interval {
  const start = from + Math.floor((place - from) / size) * size;
  return [start, start + size];
}

/** The reading as a sentence, for the eye and for a screen reader. */
export function describe(spec: FigureSpec, mode: Mode, cell: Cell, reading: Reading): string {
  const place = `position ${formatInteger(cell.position)}, dimension ${formatInteger(cell.dimension)}`;
  const value = formatFloat32(reading.value);
  if (reading.positions === 1 && reading.dimensions === 1 && mode !== "difference") {
    return `${place}: ${value} = ${formula(spec, cell)}`;
  }
  const count = `${formatRough(reading.positions)} × ${formatRough(reading.dimensions)}`;
  const what = {
    exact: `mean of ${count} entries`,
    nearest: `one sample of ${count} entries`,
    difference: `nearest − exact, ${count} entries a pixel`,
  }[mode];
  return `${place}: ${value}, ${what}`;
}

/** The formula of a cell with its numbers, such as sin(7 / 10000^(6/512)). */
function formula(spec: FigureSpec, { position, dimension }: Cell): string {
  const pair = pairOf(spec, dimension);
  const name = dimension === pairDimensions(spec, pair)[0] ? "sin" : "cos";
  return `${name}(${formatInteger(position)} / ${spec.base}^(${2 * pair}/${spec.dModel}))`;
}
