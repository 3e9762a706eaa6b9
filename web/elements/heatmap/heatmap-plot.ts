import { axis } from "../../plot/axis.ts";
import { type Box, putAt } from "../../plot/box.ts";
import { text } from "../../plot/dom.ts";
import { placeIn } from "../../plot/drag.ts";
import { CanvasPlot, plotFontSize, type Size } from "../../plot/layered-plot.ts";
import { legend } from "../../plot/legend.ts";
import { cellFrame, Raster } from "../../plot/raster.ts";
import { type Interval, span } from "../../plot/scale.ts";
import type { Cell, Palette, Plot } from "../definition/definition.ts";
import { type HeatmapMode, type HeatmapShown, isSparse, paintSamples } from "./heatmap-shown.ts";

// The picture of a heat map: a canvas for the pixels, SVG for axes and cursor.

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

/**
 * Pointer, touch and wheel as three gestures: point, drag, zoom. One finger points, and the page can still scroll
 * (`touch-action: pan-y`); two fingers drag and zoom; the wheel zooms only with Ctrl or ⌘.
 */

export interface Gestures {
  /** The pointer is at (x, y), CSS pixels from the target's corner. */
  point(x: number, y: number): void;
  /** The mouse has left the target. */
  leave(): void;
  /** The content is dragged by (dx, dy) CSS pixels. */
  drag(dx: number, dy: number): void;
  /** The content around (x, y) is magnified by `factor`; below 1 it shrinks. */
  zoom(factor: number, x: number, y: number): void;
}

/** Magnification is e^(WHEEL_RATE · pixels): a wheel's notch of 100 px magnifies 1.8 times. */
const WHEEL_RATE = 0.006;
const WHEEL_LIMIT = 100; // most pixels of one event
const LINE = 16; // pixels in a line, for wheels that report lines

export interface Point {
  readonly x: number;
  readonly y: number;
}

/** Listens for gestures on an element as long as it exists. */
export function listen(target: HTMLElement, gestures: Gestures): void {
  new GestureTracker(target, gestures);
}

class GestureTracker {
  #target: HTMLElement;
  #gestures: Gestures;
  #pointers = new Map<number, Point>();

  constructor(target: HTMLElement, gestures: Gestures) {
    this.#target = target;
    this.#gestures = gestures;
    target.style.touchAction = "pan-y";
    target.addEventListener("pointerdown", (event) => this.#down(event));
    target.addEventListener("pointermove", (event) => this.#move(event));
    target.addEventListener("pointerup", (event) => this.#up(event));
    target.addEventListener("pointercancel", (event) => this.#up(event));
    target.addEventListener("pointerleave", (event) => this.#leave(event));
    target.addEventListener("wheel", (event) => this.#wheel(event), { passive: false });
    // With a second finger it is a pinch. Only a cancelled touchmove keeps the browser from scrolling.
    target.addEventListener("touchmove", (event) => event.touches.length > 1 && event.preventDefault(), {
      passive: false,
    });
  }

  #local(event: MouseEvent): Point {
    const [x, y] = placeIn(this.#target, event);
    return { x, y };
  }

  #down(event: PointerEvent): void {
    if (event.button !== 0) return;
    const point = this.#local(event);
    this.#pointers.set(event.pointerId, point);
    if (event.isTrusted) this.#target.setPointerCapture(event.pointerId);
    this.#gestures.point(point.x, point.y);
  }

  #move(event: PointerEvent): void {
    const point = this.#local(event);
    const before = this.#pointers.get(event.pointerId);
    if (before && this.#pointers.size === 2) this.#pinch(event.pointerId, before, point);
    else if (before && event.pointerType !== "touch") {
      this.#gestures.drag(point.x - before.x, point.y - before.y);
    }
    if (before) this.#pointers.set(event.pointerId, point);
    if (this.#pointers.size < 2) this.#gestures.point(point.x, point.y);
  }

  #pinch(id: number, before: Point, after: Point): void {
    const other = [...this.#pointers].find(([key]) => key !== id)?.[1];
    if (!other) return;
    const middle = { x: (after.x + other.x) / 2, y: (after.y + other.y) / 2 };
    const distance = (point: Point) => Math.max(1, Math.hypot(point.x - other.x, point.y - other.y));
    this.#gestures.drag((after.x - before.x) / 2, (after.y - before.y) / 2);
    this.#gestures.zoom(distance(after) / distance(before), middle.x, middle.y);
  }

  #up(event: PointerEvent): void {
    this.#pointers.delete(event.pointerId);
  }

  /** The reading stays after a finger is lifted. */
  #leave(event: PointerEvent): void {
    if (event.pointerType !== "touch" && this.#pointers.size === 0) this.#gestures.leave();
  }

  #wheel(event: WheelEvent): void {
    if (!event.ctrlKey && !event.metaKey) return;
    event.preventDefault();
    const pixels = event.deltaMode === WheelEvent.DOM_DELTA_LINE ? event.deltaY * LINE : event.deltaY;
    const counted = Math.min(Math.max(pixels, -WHEEL_LIMIT), WHEEL_LIMIT);
    const { x, y } = this.#local(event);
    this.#gestures.zoom(Math.exp(-counted * WHEEL_RATE), x, y);
  }
}
