import { type Interval, span } from "../../plot/interval.ts";
import { entryOf } from "../../plot/palette.ts";
import type { FigureSpec } from "../figure/figure-spec.ts";
import type { Light } from "../figure/light-module.ts";
import { gather } from "../share/entries.ts";
import type { Cell } from "./heatmap-reading.ts";

/**
 * Pictures of samples: of each block of entries only the first is shown, as large as its block. Many texts draw the table
 * so, with every second position and every fourth dimension.
 */

/** How far apart samples are: positions, dimensions. */
export type Every = readonly [positions: number, dimensions: number];

interface Sampled {
  readonly positions: Interval;
  readonly dimensions: Interval;
  /** Positions run to the right instead of downwards. */
  readonly across: boolean;
  readonly every: Every;
  readonly palette: Uint8ClampedArray;
}

/** The cell whose entry stands for a cell. */
export function sampleOf({ position, dimension }: Cell, [rows, columns]: Every): Cell {
  return { position: position - (position % rows), dimension: dimension - (dimension % columns) };
}

/** Fills a picture of `width` pixels a line. */
export function paintSamples(
  pe: Light,
  spec: FigureSpec,
  { positions, dimensions, across, every, palette }: Sampled,
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

/** The samples along one axis, and which of them each pixel shows. */
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
