import type { Box } from "./box.ts";
import { svg } from "./dom.ts";

// Palettes of 256 colours, RGBA bytes: entry k is for shares of a limit from k/128 − 1 to (k + 1)/128 − 1.

/** The entry of a value. Values below −limit get the first colour, values above the limit the last one. */
export const entryOf = (value: number, limit = 1): number =>
  Math.min(Math.max(Math.floor((value / (limit || 1) + 1) * 128), 0), 255);

/** The colour of a value, for CSS and SVG. */
export function cssColour(palette: Uint8ClampedArray, value: number, limit = 1): string {
  const entry = 4 * entryOf(value, limit);
  return `rgb(${palette.subarray(entry, entry + 3).join(" ")})`;
}

/** A dark line on a light one can be seen on every colour. */
const STROKES = [
  ["#fff", 4],
  ["#000", 2],
] as const;

const LEAST = 7; // CSS pixels: a smaller frame could not be seen

/** The frame around a cell of a matrix; it is wider than a cell that is too small to be seen. */
export function cellFrame(cell: Box): SVGRectElement[] {
  const [width, height] = [Math.max(cell.width, LEAST), Math.max(cell.height, LEAST)];
  const x = cell.left + (cell.width - width) / 2;
  const y = cell.top + (cell.height - height) / 2;
  return STROKES.map(([stroke, strokeWidth]) =>
    svg("rect", { x, y, width, height, fill: "none", stroke, "stroke-width": strokeWidth }),
  );
}

/** A canvas in device pixels. Its RGBA bytes are allocated again only if its size changes. */
export class Raster {
  readonly canvas: HTMLCanvasElement;
  #image: ImageData | undefined;

  constructor(canvas: HTMLCanvasElement) {
    this.canvas = canvas;
  }

  /**
   * Lets `fill` write the bytes of the whole picture, then shows them.
   * @param width - device pixels
   * @param height - device pixels
   */
  paint(width: number, height: number, fill: (rgba: Uint8ClampedArray<ArrayBuffer>) => void): void {
    if (this.#image?.width !== width || this.#image.height !== height) {
      this.#image = new ImageData(width, height);
      this.canvas.width = width;
      this.canvas.height = height;
    }
    fill(this.#image.data as Uint8ClampedArray<ArrayBuffer>);
    this.canvas.getContext("2d")?.putImageData(this.#image, 0, 0);
  }
}
