import type { Light } from "../../../src/entries/index.ts";
import { formatFloat32, formatInteger, formatRough } from "../../plot/numbers.ts";
import { entryOf } from "../../plot/raster.ts";
import { clamped, type Interval, type Limits, span } from "../../plot/scale.ts";
import { type Cell, type Grid, inside, type Palette } from "../definition/definition.ts";
import { type FigureSpec, gather, pairDimensions, pairOf } from "../definition/figure-spec.ts";

/** The drawn data of a heat map: the part of the table in view. */

export const MODES = ["exact", "nearest", "difference"] as const;
export type HeatmapMode = (typeof MODES)[number];

/** Size of the blocks of which the mode `nearest` shows one sample. */
export type Every = readonly [positions: number, dimensions: number];

export interface HeatmapShown {
  readonly pe: Light;
  readonly spec: FigureSpec;
  readonly positions: Interval;
  readonly dimensions: Interval;
  /** Whether positions run to the right, and not down. */
  readonly across: boolean;
  readonly mode: HeatmapMode;
  readonly every: Every;
  /** A sentence on a view that was adjusted to its limits; empty if none was. */
  readonly remark: string;
}

/** End of the positions. The module goes to 2^53, but at 10^8 all columns except the slowest look like noise. */
export const FARTHEST = 1e8;
/** Fewest positions in view: fewer cells are too large to compare. */
export const FEWEST = 4;

export const positionLimits: Limits = { from: 0, to: FARTHEST, leastSpan: FEWEST };

const intervalOf = ([from = 0, to = 0]: readonly number[]): Interval => [from, to];

/** The positions in view, adjusted to the limits. */
export const positionsView = (given: readonly number[]): Interval =>
  clamped(intervalOf(given), positionLimits);

/** The dimensions in view: whole columns of the table. Default: all. */
export function dimensionsView(given: readonly number[] | undefined, dModel: number): Interval {
  if (!given) return [0, dModel];
  return clamped(intervalOf(given.map(Math.floor)), { from: 0, to: dModel, leastSpan: 1 });
}

/** A sentence on a view that was adjusted; empty if it was not. */
export function remarkOn(name: string, given: readonly number[] | undefined, shown: Interval): string {
  if (!given || given.every((end, index) => Math.abs(end - (shown[index] as number)) < 1)) return "";
  return `${name}="${given.join(" ")}" is shown as ${shown.join(" to ")}.`;
}

/** The cells that the cursor can be on: all, in view or not. */
export const gridOf = ({ spec }: HeatmapShown): Grid => ({ rows: FARTHEST, columns: spec.dModel });

/**
 * Pictures of samples: the first entry of each block fills the whole block. Many texts show the table in this way, with
 * every second position and every fourth dimension.
 */

/** Whether blocks have more than one entry. */
export const isSparse = ([rows, columns]: Every): boolean => rows > 1 || columns > 1;

/** The first cell of the block of a cell. */
const sampleOf = ({ row, column }: Cell, [rows, columns]: Every): Cell => ({
  row: row - (row % rows),
  column: column - (column % columns),
});

/** Fills a picture that has rows of `width` pixels. */
export function paintSamples(
  { pe, spec, positions, dimensions, across, every }: HeatmapShown,
  palette: Palette,
  width: number,
  rgba: Uint8ClampedArray<ArrayBuffer>,
): void {
  const height = rgba.length / 4 / width;
  const rows = samplesUnder(positions, across ? width : height, every[0]);
  const columns = samplesUnder(dimensions, across ? height : width, every[1]);
  const values = gather(pe, { spec, positions: rows.samples, dimensions: columns.samples });
  const colours = new Uint32Array(Uint8Array.from(palette).buffer);
  const pixels = new Uint32Array(rgba.buffer);
  const count = columns.samples.length;
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const [row, column] = across ? [x, y] : [y, x];
      const value = values[rows.ofPixel[row]! * count + columns.ofPixel[column]!]!;
      pixels[y * width + x] = colours[entryOf(value)]!;
    }
  }
}

/** The samples along one axis, and for each pixel the index of its sample. */
function samplesUnder(view: Interval, pixels: number, every: number) {
  const samples: number[] = [];
  const ofPixel = Array.from({ length: pixels }, (_, pixel) => {
    const place = Math.floor(view[0] + ((pixel + 0.5) / pixels) * span(view));
    const sample = place - (place % every);
    if (samples.at(-1) !== sample) samples.push(sample);
    return samples.length - 1;
  });
  return { samples, ofPixel };
}

// One cell of a heat map in numbers and words. A row is a position, a column is a dimension.

/** The part of the table in view, and the picture's size in device pixels along each axis. */
interface Sight {
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

/** Keys in a heat map. A row is a position, a column is a dimension. */

interface Press {
  readonly key: string;
  readonly shiftKey: boolean;
  readonly ctrlKey: boolean;
}

const ZOOM_STEP = 1.5;
const SHIFT_STEP = 10; // factor of an arrow's step with Shift

/** The factor by which a key changes the number of positions in view; undefined if it does not zoom. */
export function zoomOf({ key }: Press): number | undefined {
  if (key === "+" || key === "=") return 1 / ZOOM_STEP;
  if (key === "-" || key === "_") return ZOOM_STEP;
  return undefined;
}

/**
 * The cell after a key is pressed; undefined if the key moves no cursor.
 * @param step - positions per arrow key: the smallest visible step
 */
export function cellAfter(press: Press, cell: Cell, shown: HeatmapShown, step: number): Cell | undefined {
  const by = press.shiftKey ? SHIFT_STEP : 1;
  const page = Math.max(1, Math.round(span(shown.positions)));
  const moved = (rows: number, columns: number) => ({ row: cell.row + rows, column: cell.column + columns });
  const down = shown.across ? moved(0, by) : moved(step * by, 0);
  const right = shown.across ? moved(step * by, 0) : moved(0, by);
  const back = ({ row, column }: Cell) => ({ row: 2 * cell.row - row, column: 2 * cell.column - column });
  const targets: Readonly<Record<string, Cell>> = {
    ArrowUp: back(down),
    ArrowDown: down,
    ArrowLeft: back(right),
    ArrowRight: right,
    PageUp: moved(-page, 0),
    PageDown: moved(page, 0),
    Home: { row: press.ctrlKey ? 0 : cell.row, column: shown.dimensions[0] },
    End: { row: cell.row, column: shown.dimensions[1] - 1 },
  };
  const target = Object.hasOwn(targets, press.key) ? targets[press.key] : undefined;
  if (!target) return undefined;
  const [first, end] = shown.dimensions;
  return inside(
    { row: target.row, column: Math.min(Math.max(target.column, first), end - 1) },
    gridOf(shown),
  );
}

/** The view, moved as little as possible to contain a position. */
export function viewAround(position: number, [from, to]: Interval): Interval {
  if (position < from) return [position, position + to - from];
  if (position + 1 > to) return [position + 1 - (to - from), position + 1];
  return [from, to];
}
