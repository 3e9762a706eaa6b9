import type { CSSResultGroup, PropertyDeclarations, PropertyValues } from "@lit/reactive-element";
import { divergingPalette } from "../../../src/api/index.ts";
import { html } from "../../plot/dom.ts";
import { listen } from "../../plot/gesture.ts";
import { type Interval, moved, span, zoomed } from "../../plot/interval.ts";
import type { Picture } from "../../plot/picture.ts";
import { controlsStyles } from "../controls/controls-styles.ts";
import { ValuesPanel } from "../controls/values-panel.ts";
import { countOfNumbers, numbersAttribute, oneOf, wordAttribute } from "../figure/attributes.ts";
import { type Light, lightModule } from "../figure/light-module.ts";
import { SpecFigure } from "../figure/spec-figure.ts";
import { tableContents } from "../share/contents.ts";
import { type Entries, range } from "../share/entries.ts";
import { shareMenu } from "../share/share.ts";
import { HeatmapControls } from "./heatmap-controls.ts";
import { cellAfter, viewAround, zoomOf } from "./heatmap-keys.ts";
import { HeatmapPlot, type Shown } from "./heatmap-plot.ts";
import { type Cell, describe, isSparse, type Mode, read } from "./heatmap-reading.ts";
import { paintSamples } from "./heatmap-samples.ts";
import { heatmapStyles } from "./heatmap-styles.ts";
import { heatmapTable } from "./heatmap-table.ts";
import { dimensionsView, everyOf, FARTHEST, positionLimits, positionsView } from "./heatmap-view.ts";

const MODES = ["exact", "nearest", "difference"] as const;
const ORIENTATIONS = ["down", "across"] as const;

const HINT = "Point to read. Drag to move along; Ctrl + wheel or two fingers to zoom.";
const KEYS = "Arrows, Page Up, Page Down, Home and End move the cell cursor; plus and minus zoom.";

/**
 * The table of an encoding as a picture: every pixel the exact mean of the entries under it.
 *
 * @attr positions - The positions in view, `from to`, from 0 to 10^8 and at least 4 apart; the end is not included.
 * @attr dimensions - The dimensions in view, `from to`, the end not included; all where it is left out.
 * @attr mode - What a pixel shows: the exact mean of the entries under it, the one entry under its middle, or the
 * difference.
 * @attr every - How many positions and dimensions apart the samples of the mode `nearest` are: two whole numbers from
 * 1 on.
 * @attr orientation - The way positions run.
 * @example
 * <pe-heatmap d-model="50" positions="0 20"></pe-heatmap>
 */
export class HeatmapElement extends SpecFigure<Light> {
  static override styles: CSSResultGroup = [SpecFigure.styles, controlsStyles, heatmapStyles];

  static override properties: PropertyDeclarations = {
    positions: numbersAttribute("positions"),
    dimensions: numbersAttribute("dimensions"),
    mode: wordAttribute<Mode>("mode", MODES),
    every: numbersAttribute("every"),
    orientation: wordAttribute("orientation", ORIENTATIONS),
    cursor: { attribute: false },
  };

  static override readonly viewAttributes = {
    positions: countOfNumbers(2, 2),
    dimensions: countOfNumbers(2, 2),
    mode: oneOf(...MODES),
    every: countOfNumbers(2, 2),
    orientation: oneOf(...ORIENTATIONS),
  };

  declare positions: readonly number[];
  /** All of them while undefined. */
  declare dimensions: readonly number[] | undefined;
  declare mode: Mode;
  declare every: readonly number[];
  declare orientation: "down" | "across";
  /** The cell that is read out. */
  declare cursor: Cell | undefined;

  readonly #palette = divergingPalette();
  readonly #plot = new HeatmapPlot();
  readonly #readout = html("p", { class: "readout", part: "readout" }, HINT);
  readonly #values = new ValuesPanel();
  readonly #controls = new HeatmapControls(this);
  #speak = false;

  constructor() {
    super(128);
    this.positions = [0, 50];
    this.dimensions = undefined;
    this.mode = "exact";
    this.every = [1, 1];
    this.orientation = "down";
    this.cursor = undefined;
  }

  /** The positions in view. */
  get view(): Interval {
    return positionsView(this.positions);
  }

  /** Shows `factor` times as many positions, with `anchor` where it is; by default the middle, or 0 where it begins. */
  zoom(factor: number, anchor?: number): void {
    const [from, to] = this.view;
    this.positions = zoomed([from, to], factor, anchor ?? (from === 0 ? 0 : (from + to) / 2), positionLimits);
  }

  picture(): Picture {
    return { drawing: this.#plot.drawing, canvas: this.#plot.canvas };
  }

  entries(): Entries {
    const { positions, dimensions } = this.#shown;
    const start = Math.floor(positions[0]);
    return {
      spec: this.spec,
      positions: { start, length: Math.ceil(positions[1]) - start },
      dimensions: range(dimensions[0], dimensions[1]),
    };
  }

  protected override loadModule(): Promise<Light> {
    return lightModule();
  }

  protected override build(): Node {
    const plot = this.#plot.element;
    for (const [name, value] of Object.entries({
      tabindex: "0",
      role: "application",
      "aria-roledescription": "heat map",
      "aria-describedby": "keys",
    })) {
      plot.setAttribute(name, value);
    }
    plot.append(html("p", { class: "unseen", id: "keys" }, KEYS));
    plot.addEventListener("keydown", (event) => this.#press(event));
    listen(plot, {
      point: (x, y) => this.#point(x, y),
      leave: () => this.#leave(),
      drag: (dx, dy) => this.#drag(dx, dy),
      zoom: (factor, x, y) => this.zoom(1 / factor, this.#plot.cellAt(x, y, this.#shown).position + 0.5),
    });
    this.watchStage(plot);
    const share = shareMenu(this, tableContents(this));
    const buttons = html("div", { class: "row" }, this.#values.button, share.button);
    this.#controls.bar.append(buttons);
    const box = html("div", { class: "box" }, plot, this.#readout, this.#controls.element);
    return html("div", {}, box, this.#values.panel, share.panel);
  }

  protected override draw(pe: Light, changed: PropertyValues): void {
    const shown = this.#shown;
    if (changed.size !== 1 || !changed.has("cursor")) this.#paint(pe, shown);
    this.#plot.point(this.cursor, shown);
    this.#readOut(pe, shown);
    const cell = this.cursor ?? this.#firstCell;
    this.#values.show(() => [heatmapTable(pe, this.spec, cell)]);
    this.#controls.show();
  }

  #paint(pe: Light, shown: Shown): void {
    const { positions, dimensions, mode, every, palette } = shown;
    this.#plot.layOut(this.size);
    const { deviceWidth: width, deviceHeight: height } = this.#plot.box;
    const positionAxis = shown.across ? "x" : "y";
    this.#plot.raster.paint(width, height, (out) => {
      if (mode === "nearest" && isSparse(every)) return paintSamples(pe, this.spec, shown, width, out);
      pe.heatmap(this.spec, {
        view: { positions, dimensions },
        width,
        height,
        mode,
        positionAxis,
        palette,
        out,
      });
    });
    this.#plot.annotate(shown);
    const last = (to: number) => Math.ceil(to) - 1;
    this.#plot.element.setAttribute(
      "aria-label",
      `Positions ${Math.floor(positions[0])} to ${last(positions[1])}, ` +
        `dimensions ${dimensions[0]} to ${last(dimensions[1])} of ${this.dModel}, ${mode}`,
    );
  }

  #readOut(pe: Light, shown: Shown): void {
    const { cursor, mode, spec } = this;
    const sight = { ...shown, ...this.#plot.pixels(shown) };
    const text = cursor ? describe(spec, mode, cursor, read(pe, spec, mode, sight, cursor)) : HINT;
    this.#readout.textContent = text;
    if (this.#speak) this.announce(text);
    this.#speak = false;
  }

  #point(x: number, y: number): void {
    if (this.#plot.contains(x, y)) this.#place(this.#plot.cellAt(x, y, this.#shown));
    else this.#leave();
  }

  #leave(): void {
    if (!this.#plot.element.matches(":focus")) this.#place(undefined);
  }

  #place(cell: Cell | undefined): void {
    if (cell?.position !== this.cursor?.position || cell?.dimension !== this.cursor?.dimension)
      this.cursor = cell;
  }

  #drag(dx: number, dy: number): void {
    const { across } = this.#shown;
    const { width, height } = this.#plot.box;
    const share = across ? dx / width : dy / height;
    this.positions = moved(this.view, -share * span(this.view), positionLimits);
  }

  #press(event: KeyboardEvent): void {
    const factor = zoomOf(event);
    const { positions, dimensions, across } = this.#shown;
    const { width, height } = this.#plot.box;
    const step = Math.max(1, Math.ceil(span(positions) / (across ? width : height)));
    const grid = { positions, dimensions, across, step, farthest: FARTHEST };
    const target = cellAfter(event, this.cursor ?? this.#firstCell, grid);
    if (factor !== undefined) this.zoom(factor, this.cursor && this.cursor.position + 0.5);
    else if (target) this.#goTo(this.cursor ? target : this.#firstCell, event.key.startsWith("Page"));
    else return;
    event.preventDefault();
    this.#speak = true;
  }

  /** Moves the cursor, and the view with it: by a whole page, or just far enough. */
  #goTo(cell: Cell, byPage: boolean): void {
    const by = cell.position - (this.cursor?.position ?? cell.position);
    const view = byPage ? moved(this.view, by, positionLimits) : this.view;
    this.positions = viewAround(cell, view);
    this.cursor = cell;
  }

  get #firstCell(): Cell {
    const { positions, dimensions } = this.#shown;
    return { position: Math.ceil(positions[0]), dimension: dimensions[0] };
  }

  get #shown(): Shown {
    return {
      positions: this.view,
      dimensions: dimensionsView(this.dimensions, this.dModel),
      across: this.orientation === "across",
      mode: this.mode,
      every: everyOf(this.every),
      palette: this.#palette,
    };
  }
}
