import { axis } from "../../plot/axis.ts";
import { type Box, putAt } from "../../plot/box.ts";
import { cellFrame } from "../../plot/cell-frame.ts";
import { type Interval, span } from "../../plot/interval.ts";
import { CanvasPlot } from "../../plot/layered-plot.ts";
import { legend } from "../../plot/legend.ts";
import { plotFontSize } from "../../plot/plot-frame.ts";
import { Raster } from "../../plot/raster.ts";
import type { Size } from "../../plot/size.ts";
import { text } from "../../plot/text.ts";
import type { Cell } from "../definition/cell-cursor.ts";
import type { Palette, Plot } from "../definition/definition.ts";
import { type HeatmapMode, type HeatmapShown, isSparse, paintSamples } from "./heatmap-shown.ts";

/** The picture of a heat map: a canvas for the pixels, SVG for axes and cursor. */

/** The place of the canvas, and its size in device pixels. */
interface CanvasBox extends Box {
  readonly deviceWidth: number;
  readonly deviceHeight: number;
}

const SMALLEST = 13; // font size, CSS pixels

/** Space around the canvas in font sizes, for labels of positions, the colour key, and ticks with a title. */
const MARGIN = { left: 5.6, top: 3, right: 0.6, bottom: 3.2 };

export class HeatmapPlot extends CanvasPlot implements Plot<HeatmapShown> {
  readonly #raster = new Raster(this.canvas);
  box: CanvasBox = { left: 0, top: 0, width: 0, height: 0, deviceWidth: 0, deviceHeight: 0 };
  #fontSize = 12;

  draw(shown: HeatmapShown, size: Size, palette: Palette): void {
    this.#layOut(size);
    const { pe, spec, positions, dimensions, mode, every, across } = shown;
    const { deviceWidth: width, deviceHeight: height } = this.box;
    const view = { positions, dimensions };
    const positionAxis = across ? "x" : "y";
    this.element.classList.toggle("coarse", this.#isCoarse(shown));
    this.#raster.paint(width, height, (out) => {
      if (mode === "nearest" && isSparse(every)) return paintSamples(shown, palette, width, out);
      pe.heatmap(spec, { view, width, height, mode, positionAxis, palette, out });
    });
    this.#annotate(shown, palette);
  }

  /** Whether a pixel covers several entries, so that its one sample is not their mean. */
  #isCoarse(shown: HeatmapShown): boolean {
    const { positionPixels, dimensionPixels } = this.pixels(shown);
    const [positions, dimensions] = [span(shown.positions), span(shown.dimensions)];
    return positions > positionPixels || dimensions > dimensionPixels || isSparse(shown.every);
  }

  /** Places the canvas inside its margins, on whole device pixels. */
  #layOut(size: Size): void {
    const ratio = size.deviceWidth / size.width;
    this.#fontSize = Math.max(SMALLEST, plotFontSize(this.element));
    const device = (fontSizes: number) => Math.round(fontSizes * this.#fontSize * ratio);
    const left = device(MARGIN.left);
    const top = device(MARGIN.top);
    const deviceWidth = Math.max(1, size.deviceWidth - left - device(MARGIN.right));
    const deviceHeight = Math.max(1, size.deviceHeight - top - device(MARGIN.bottom));
    this.box = {
      left: left / ratio,
      top: top / ratio,
      width: deviceWidth / ratio,
      height: deviceHeight / ratio,
      deviceWidth,
      deviceHeight,
    };
    putAt(this.canvas, this.box);
  }

  /** Draws axes, titles and the colour key. */
  #annotate({ positions, dimensions, across, mode }: HeatmapShown, palette: Palette): void {
    const { left, top, width, height } = this.box;
    const fontSize = this.#fontSize;
    const bottom = top + height;
    const offset = 0.5; // entry t fills [t, t + 1)
    const [down, right] = across ? [dimensions, positions] : [positions, dimensions];
    const [downTitle, rightTitle] = across ? ["dimension ↓", "position →"] : ["position ↓", "dimension →"];
    this.content.replaceChildren(
      axis({ side: "left", view: down, from: top, to: bottom, at: left, fontSize, offset }),
      axis({ side: "bottom", view: right, from: left, to: left + width, at: bottom, fontSize, offset }),
      text(downTitle, 0, top - fontSize, "start", fontSize),
      text(rightTitle, left + width, bottom + 2.75 * fontSize, "end", fontSize),
      legend({ palette, right: left + width, top: 0, fontSize, label: LEGENDS[mode] }),
    );
  }

  /** Frames a cell, or removes the frame. */
  point(cell: Cell | undefined, shown: HeatmapShown): void {
    this.cursor.replaceChildren();
    if (!cell) return;
    const { left, top, width, height } = this.box;
    const along = (view: Interval, at: number, pixels: number, index: number) => {
      const size = pixels / span(view);
      return [at + (index - view[0]) * size, size] as const;
    };
    const across = shown.across;
    const [x, wide] = across
      ? along(shown.positions, left, width, cell.row)
      : along(shown.dimensions, left, width, cell.column);
    const [y, high] = across
      ? along(shown.dimensions, top, height, cell.column)
      : along(shown.positions, top, height, cell.row);
    this.cursor.append(...cellFrame({ left: x, top: y, width: wide, height: high }));
  }

  /** The cell at a place; outside the picture, the nearest cell in view. */
  cellAt(x: number, y: number, { positions, dimensions, across }: HeatmapShown): Cell {
    const { left, top, width, height } = this.box;
    const share = (at: number, start: number, length: number) =>
      Math.min(Math.max((at - start) / length, 0), 1 - 1e-9);
    const [p, d] = across
      ? [share(x, left, width), share(y, top, height)]
      : [share(y, top, height), share(x, left, width)];
    return {
      row: Math.floor(positions[0] + p * span(positions)),
      column: Math.floor(dimensions[0] + d * span(dimensions)),
    };
  }

  /** Device pixels along each axis of the table. */
  pixels({ across }: HeatmapShown): { positionPixels: number; dimensionPixels: number } {
    const { deviceWidth, deviceHeight } = this.box;
    return across
      ? { positionPixels: deviceWidth, dimensionPixels: deviceHeight }
      : { positionPixels: deviceHeight, dimensionPixels: deviceWidth };
  }
}

const LEGENDS: Readonly<Record<HeatmapMode, string>> = {
  exact: "value",
  nearest: "value",
  difference: "nearest − exact",
};
