import { type Interval, span } from "../../plot/interval.ts";
import { entryOf } from "../../plot/palette.ts";
import type { Cell } from "../definition/cell-cursor.ts";
import type { Palette } from "../definition/definition.ts";
import { gather } from "../share/entries.ts";
import type { Every, HeatmapShown } from "./heatmap-shown.ts";

/**
 * Pictures of samples: the first entry of each block fills the whole block. Many texts show the table in this way, with
 * every second position and every fourth dimension.
 */

/** Whether blocks have more than one entry. */
export const isSparse = ([rows, columns]: Every): boolean => rows > 1 || columns > 1;

/** The first cell of the block of a cell. */
export const sampleOf = ({ row, column }: Cell, [rows, columns]: Every): Cell => ({
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
