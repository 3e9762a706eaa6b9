import type { Box } from "./box.ts";
import { html, svg } from "./dom.ts";

/** The layers of a plot, from the lowest: a canvas if there is one, the drawing's content, and the cursor. */

export class LayeredPlot {
  readonly drawing: SVGSVGElement = svg("svg", { class: "drawing", "aria-hidden": "true" });
  readonly element: HTMLElement = html("div", { class: "plot", part: "plot" }, this.drawing);
  protected readonly content: SVGGElement = svg("g");
  /** The marks of the cursor, which exported pictures do not have. */
  protected readonly cursor: SVGGElement = svg("g", {
    class: "cursor",
    "data-transient": true,
    fill: "none",
    stroke: "currentColor",
  });

  constructor() {
    this.drawing.append(this.content, this.cursor);
  }
}

export class CanvasPlot extends LayeredPlot {
  readonly canvas: HTMLCanvasElement = html("canvas", { "aria-hidden": "true" });

  constructor() {
    super();
    this.element.prepend(this.canvas);
  }
}

/** The part of a plot inside its margins. */
export interface Frame extends Box {
  /** Font size of the plot's texts, CSS pixels. */
  readonly fontSize: number;
}

/** Space around a frame, font sizes. */
export interface Margin {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

export function frameOf(
  size: { readonly width: number; readonly height: number },
  margin: Margin,
  fontSize: number,
): Frame {
  const width = size.width - (margin.left + margin.right) * fontSize;
  const height = size.height - (margin.top + margin.bottom) * fontSize;
  return {
    left: margin.left * fontSize,
    top: margin.top * fontSize,
    width: Math.max(1, width),
    height: Math.max(1, height),
    fontSize,
  };
}

/** The least font size of a label where its styles say none, CSS pixels. */
const LEAST = 13;

/** The font size of a plot's texts, CSS pixels: a little smaller than the figure's own. */
export function plotFontSize(plot: Element): number {
  const style = getComputedStyle(plot);
  const least = Number.parseFloat(style.getPropertyValue("--_least")) || LEAST;
  return Math.max(least, 0.8125 * Number.parseFloat(style.fontSize));
}

/** A part of a drawing. Equal keys mean equal parts. */
export interface DrawingPart {
  readonly key: string;
  make(): SVGElement;
}

/** The parts of a group. A part is made again only if its key has changed. */
export class DrawingParts {
  readonly #group: SVGGElement;
  #keys: string[] = [];

  constructor(group: SVGGElement) {
    this.#group = group;
  }

  show(parts: readonly DrawingPart[]): void {
    const group = this.#group;
    while (group.childElementCount > parts.length) group.lastChild?.remove();
    for (const [index, { key, make }] of parts.entries()) {
      const before = group.children[index];
      if (before && this.#keys[index] === key) continue;
      if (before) before.replaceWith(make());
      else group.append(make());
    }
    this.#keys = parts.map(({ key }) => key);
  }
}

/** Sizes of elements, by one ResizeObserver for all figures of a page. */

export interface Size {
  /** Content box, CSS pixels. */
  readonly width: number;
  readonly height: number;
  /** Content box, whole device pixels: the size of a sharp canvas. */
  readonly deviceWidth: number;
  readonly deviceHeight: number;
}

export const NO_SIZE: Size = { width: 0, height: 0, deviceWidth: 0, deviceHeight: 0 };

type Watcher = (size: Size) => void;

const watchers = new WeakMap<Element, Watcher>();
let observer: ResizeObserver | undefined;

/**
 * Reports the size of an element now and whenever it or the device's pixel ratio changes; nothing in a DOM without layout.
 * @returns a function that ends the watch
 */
export function watchSize(element: Element, watcher: Watcher): () => void {
  if (!("ResizeObserver" in globalThis)) return () => {};
  observer ??= new ResizeObserver((entries) => {
    for (const entry of entries) watchers.get(entry.target)?.(measure(entry));
  });
  watchers.set(element, watcher);
  try {
    observer.observe(element, { box: "device-pixel-content-box" });
  } catch {
    // WebKit has no device-pixel box and throws a TypeError; measure() then rounds the CSS box.
    observer.observe(element);
  }
  return () => observer?.unobserve(element);
}

function measure(entry: ResizeObserverEntry): Size {
  const { width, height } = entry.contentRect;
  const device = entry.devicePixelContentBoxSize?.[0];
  return {
    width,
    height,
    deviceWidth: whole(width * devicePixelRatio, device?.inlineSize),
    deviceHeight: whole(height * devicePixelRatio, device?.blockSize),
  };
}

/** The measured number of pixels, except under an emulated pixel ratio, which the device box ignores. */
function whole(pixels: number, measured: number | undefined): number {
  return measured !== undefined && Math.abs(measured - pixels) < 2 ? measured : Math.round(pixels);
}

/** One animation frame for all figures of a page: figures that change together are drawn together. */

let frame: { promise: Promise<void>; run: () => void } | undefined;

/** Resolves in the next animation frame. A hidden tab has no frames, so work waits until it is shown again. */
export function nextFrame(): Promise<void> {
  if (!frame) {
    let resolve = () => {};
    const promise = new Promise<void>((done) => {
      resolve = done;
    });
    const run = () => {
      frame = undefined;
      resolve();
    };
    frame = { promise, run };
    requestAnimationFrame(run);
  }
  return frame.promise;
}

/** Does now what waits for the next frame: the browser prints without drawing another frame. */
export function flushFrame(): void {
  frame?.run();
}
