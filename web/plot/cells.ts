import type { Box } from "./box.ts";
import { entryOf } from "./raster.ts";

// Cells of a matrix as filled rectangles on a canvas, sharp at any size.

/** RGBA bytes of the cells, row by row. */
export type Colours = Uint8ClampedArray<ArrayBuffer>;

export class CellPainter {
  readonly #canvas: HTMLCanvasElement;
  readonly #cells = document.createElement("canvas");
  #scale = 1;

  constructor(canvas: HTMLCanvasElement) {
    this.#canvas = canvas;
  }

  /**
   * Starts an empty picture.
   * @param width - device pixels
   * @param height - device pixels
   * @param scale - device pixels in a CSS pixel
   */
  clear(width: number, height: number, scale: number): void {
    const canvas = this.#canvas;
    this.#scale = scale;
    if (canvas.width === width && canvas.height === height)
      canvas.getContext("2d")?.clearRect(0, 0, width, height);
    else Object.assign(canvas, { width, height }); // clears as well, and allocates new memory
  }

  /** Fills a box with rows of `columns` cells. Its edges are rounded to whole device pixels. */
  paint({ left, top, width, height }: Box, columns: number, colours: Colours): void {
    const rows = colours.length / 4 / columns;
    const context = this.#canvas.getContext("2d");
    if (!context || !(rows >= 1)) return;
    this.#cells.width = columns;
    this.#cells.height = rows;
    this.#cells.getContext("2d")?.putImageData(new ImageData(colours, columns, rows), 0, 0);
    const [x, right] = [left, left + width].map((edge) => Math.round(edge * this.#scale)) as [number, number];
    const [y, bottom] = [top, top + height].map((edge) => Math.round(edge * this.#scale)) as [number, number];
    context.imageSmoothingEnabled = false;
    context.drawImage(this.#cells, x, y, right - x, bottom - y);
  }
}

/** Values from −limit to limit in a palette of 256 colours. */
export function divergingColours(values: Float32Array, limit: number, palette: Uint8ClampedArray): Colours {
  const entries = new Uint32Array(palette.slice().buffer); // four bytes are one colour
  const colours = new Uint32Array(values.length);
  for (let index = 0; index < values.length; index++) {
    colours[index] = entries[entryOf(values[index] as number, limit)] as number;
  }
  return new Uint8ClampedArray(colours.buffer);
}

/** Opacity of a share of the limit. The root makes small weights visible: among 64 words most are below a tenth of the largest. */
export const inkOpacity = (share: number): number => Math.sqrt(share);

/** Values from 0 to limit as one colour, from transparent to opaque. */
export function inkColours(values: Float32Array, limit: number, ink: readonly number[]): Colours {
  const [red = 0, green = 0, blue = 0] = ink;
  const colours = new Uint8ClampedArray(values.length * 4);
  for (let index = 0; index < values.length; index++) {
    colours[4 * index] = red;
    colours[4 * index + 1] = green;
    colours[4 * index + 2] = blue;
    colours[4 * index + 3] = inkOpacity((values[index] as number) / (limit || 1)) * 255;
  }
  return colours;
}

/** A CSS colour in any notation as bytes [red, green, blue]. */
export function bytesOf(colour: string): readonly number[] {
  const canvas = document.createElement("canvas");
  canvas.width = canvas.height = 1;
  const context = canvas.getContext("2d");
  if (!context) return [];
  context.fillStyle = colour;
  context.fillRect(0, 0, 1, 1);
  return [...context.getImageData(0, 0, 1, 1).data.subarray(0, 3)];
}
