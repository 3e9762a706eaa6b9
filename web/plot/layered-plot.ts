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
