import { axis } from "../../plot/axis.ts";
import { type Box, type CellBox, cellBox, cellUnder, putAt } from "../../plot/box.ts";
import { cellFrame } from "../../plot/cell-frame.ts";
import { svg } from "../../plot/dom.ts";
import { entryOf } from "../../plot/palette.ts";
import { Raster } from "../../plot/raster.ts";
import { outline } from "../../plot/stroke.ts";
import { text } from "../../plot/text.ts";
import type { Cell } from "../definition/cell-cursor.ts";
import { type BiasShown, biasAt } from "./bias-values.ts";

/** The bias of one head as a square of colours: a row for each query, a column for each key. */

export class BiasMatrix {
  readonly content = svg("g");
  readonly cursor = svg("g");
  readonly #canvas: HTMLCanvasElement;
  readonly #raster: Raster;
  #cells: CellBox = { left: 0, top: 0, width: 1, height: 1, rows: 1, columns: 1 };

  constructor(canvas: HTMLCanvasElement) {
    this.#canvas = canvas;
    this.#raster = new Raster(canvas);
  }

  /** @param box - the square, without its axes */
  draw(box: Box, fontSize: number, values: BiasShown, head: number, palette: Uint8ClampedArray): void {
    const { length } = values;
    const { left, top, width, height } = box;
    this.#cells = { ...box, rows: length, columns: length };
    putAt(this.#canvas, box);
    this.#raster.paint(length, length, (rgba) => paintCells(rgba, values, head, palette));
    const view = [0, length] as const;
    const bottom = top + height;
    const offset = 0.5; // position t fills [t, t + 1)
    this.content.replaceChildren(
      outline(box, { opacity: 0.3 }),
      axis({ side: "left", view, from: top, to: bottom, at: left, fontSize, offset }),
      axis({ side: "bottom", view, from: left, to: left + width, at: bottom, fontSize, offset }),
      text("query ↓", 0, top - 0.8 * fontSize, "start", fontSize),
      text("key →", left + width, bottom + 2.75 * fontSize, "end", fontSize),
    );
  }

  /** Frames a cell, or removes the frame. */
  point(cell: Cell | undefined): void {
    this.cursor.replaceChildren(...(cell ? cellFrame(cellBox(this.#cells, cell)) : []));
  }

  /** The cell at a place of the plot. */
  cellAt(x: number, y: number): Cell | undefined {
    return cellUnder(this.#cells, x, y);
  }
}

/** Masked cells stay empty. */
function paintCells(
  rgba: Uint8ClampedArray,
  values: BiasShown,
  head: number,
  palette: Uint8ClampedArray,
): void {
  const { length, limit } = values;
  rgba.fill(0);
  for (let query = 0; query < length; query++) {
    for (let key = 0; key < length; key++) {
      const value = biasAt(values, head, query, key);
      if (!Number.isFinite(value)) continue;
      const entry = 4 * entryOf(value, limit);
      rgba.set(palette.subarray(entry, entry + 4), 4 * (query * length + key));
    }
  }
}
