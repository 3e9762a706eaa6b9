import type { CSSResultGroup, PropertyDeclarations } from "@lit/reactive-element";
import { html } from "../../plot/dom.ts";
import { type Interval, span } from "../../plot/interval.ts";
import { formatFixed, formatInteger } from "../../plot/numbers.ts";
import type { Picture } from "../../plot/picture.ts";
import { controlsStyles } from "../controls/controls-styles.ts";
import { baseSlider, widthSlider } from "../controls/spec-sliders.ts";
import { countOfNumbers, numbersAttribute } from "../figure/attributes.ts";
import { checkMost } from "../figure/check-whole.ts";
import { type Light, lightModule } from "../figure/light-module.ts";
import { pairOf } from "../figure/pair-dimensions.ts";
import { SpecFigure } from "../figure/spec-figure.ts";
import { tableContents } from "../share/contents.ts";
import { type Entries, gather, range } from "../share/entries.ts";
import { shareMenu } from "../share/share.ts";
import { type Curve, WavesPlot } from "./waves-plot.ts";
import { wavesStyles } from "./waves-styles.ts";
import { WavesTable } from "./waves-table.ts";

/** Points of a curve in a CSS pixel, at most: enough for a smooth line at twice the density. */
const POINTS = 1;
/** Points from one position to the next, at most: chords of the fastest curve leave it by half a thousandth. */
const POINTS_A_POSITION = 16;

/** Most curves and marks that stay legible. */
const MOST = 8;

/** Most positions in view: beyond, a curve has fewer points than waves. */
const WIDEST = 1000;

/** Most channels: each point of a curve costs a whole row. */
const MOST_CHANNELS = 4096;

/**
 * Some dimensions of an encoding as curves over positions, with positions to move and the values there.
 *
 * @attr d-model - Channels, an even number from 2 to 4096.
 * @attr dimensions - The curves, up to 8 whole numbers apart by spaces, from 0 to `d-model` − 1.
 * @attr positions - The part in view, `from to`: two numbers 1 to 1000 apart.
 * @attr marks - The marked positions, up to 8 numbers apart by spaces.
 * @example
 * <pe-waves d-model="50" positions="0 20"></pe-waves>
 */
export class WavesElement extends SpecFigure<Light> {
  static override styles: CSSResultGroup = [SpecFigure.styles, controlsStyles, wavesStyles];

  static override properties: PropertyDeclarations = {
    dimensions: numbersAttribute("dimensions"),
    positions: numbersAttribute("positions"),
    marks: numbersAttribute("marks"),
  };

  static override readonly viewAttributes = {
    dimensions: countOfNumbers(1, MOST),
    positions: countOfNumbers(2, 2),
    marks: countOfNumbers(1, MOST),
  };

  declare dimensions: readonly number[];
  declare positions: readonly number[];
  declare marks: readonly number[];

  readonly #plot = new WavesPlot();
  readonly #table = new WavesTable((index, position) => this.#move(index, position));
  readonly #width = widthSlider(this, 512);
  readonly #base = baseSlider(this);
  #held: number | undefined;
  #moved: number | undefined;

  constructor() {
    super(50);
    this.dimensions = [0, 1, 2, 3];
    this.positions = [0, 20];
    this.marks = [0, 1, 2, 3];
  }

  picture(): Picture {
    return { drawing: this.#plot.drawing };
  }

  entries(): Entries {
    return { spec: this.spec, positions: this.#shownMarks, dimensions: this.#shownDimensions };
  }

  protected override loadModule(): Promise<Light> {
    return lightModule();
  }

  protected override build(): Node {
    const plot = this.#plot.element;
    plot.addEventListener("pointerdown", (event) => this.#hold(event));
    plot.addEventListener("pointermove", (event) => this.#drag(event));
    for (const end of ["pointerup", "pointercancel"]) {
      plot.addEventListener(end, () => {
        this.#held = undefined;
      });
    }
    this.watchStage(plot);
    const share = shareMenu(this, tableContents(this));
    const sliders = html("div", { class: "sliders" }, this.#width.element, this.#base.element);
    const controls = html("div", { class: "controls with-button", part: "controls" }, sliders, share.button);
    const box = html("div", { class: "box" }, plot, this.#table.element, controls);
    return html("div", {}, box, share.panel);
  }

  protected override draw(pe: Light): void {
    const { spec } = this;
    checkMost("d-model", spec.dModel, MOST_CHANNELS);
    const view = this.#view;
    const dimensions = this.#shownDimensions;
    const marks = this.#shownMarks;
    this.#plot.layOut(this.size);
    this.#plot.draw({ view, marks, curves: this.#curves(pe, view, dimensions) });
    const values = gather(pe, { spec, positions: marks, dimensions });
    const frequencies = pe.frequencies(spec);
    const wavelengths = dimensions.map(
      (dimension) => (2 * Math.PI) / (frequencies[pairOf(spec, dimension)] as number),
    );
    const limits = [Math.ceil(view[0]), Math.floor(view[1])] as const;
    this.#table.show({ dimensions, marks, limits, wavelengths, values });
    this.#say(marks, dimensions, values);
    this.#width.show(spec.dModel);
    this.#base.show(spec.base);
  }

  /** Reads out the values at the mark that has just been moved. */
  #say(marks: readonly number[], dimensions: readonly number[], values: Float32Array): void {
    if (this.#moved === undefined) return;
    const row = values.subarray(this.#moved * dimensions.length, (this.#moved + 1) * dimensions.length);
    const texts = dimensions.map(
      (dimension, index) => `${dimension}: ${formatFixed(row[index] as number, 3)}`,
    );
    this.announce(`position ${formatInteger(marks[this.#moved] as number)}, dimension ${texts.join(", ")}`);
    this.#moved = undefined;
  }

  #curves(pe: Light, view: Interval, dimensions: readonly number[]): Curve[] {
    const { spec } = this;
    const steps = Math.ceil(Math.min(this.#plot.width * POINTS, span(view) * POINTS_A_POSITION));
    const along = range(0, steps + 1).map((index) => view[0] + (index / steps) * span(view));
    const whole = this.#plot.hasDots(view) ? range(Math.ceil(view[0]), Math.floor(view[1]) + 1) : [];
    const lines = gather(pe, { spec, positions: along, dimensions });
    const dots = gather(pe, { spec, positions: whole, dimensions });
    return dimensions.map((dimension, column) => ({
      dimension,
      path: lines.filter((_, index) => index % dimensions.length === column),
      dots: dots.filter((_, index) => index % dimensions.length === column),
    }));
  }

  get #view(): Interval {
    const [from = Number.NaN, to = Number.NaN] = this.positions;
    if (!(to - from >= 1 && to - from <= WIDEST)) {
      throw new RangeError(
        `positions must be two numbers 1 to ${WIDEST} apart; got "${this.positions.join(" ")}".`,
      );
    }
    return [from, to];
  }

  /** The curves that the table has: a narrower one lacks some dimensions. */
  get #shownDimensions(): number[] {
    const there = (dimension: number) =>
      Number.isInteger(dimension) && dimension >= 0 && dimension < this.dModel;
    const shown = this.dimensions.slice(0, MOST).filter(there);
    if (shown.length > 0) return shown;
    const range = `whole numbers from 0 to ${this.dModel - 1}`;
    throw new RangeError(`dimensions must be ${range}; got "${this.dimensions.join(" ")}".`);
  }

  /** The marks, at whole positions in view. */
  get #shownMarks(): number[] {
    const [from, to] = this.#view;
    const inView = (mark: number) => Math.min(Math.max(Math.round(mark), Math.ceil(from)), Math.floor(to));
    return this.marks.slice(0, MOST).map(inView);
  }

  #move(index: number, position: number): void {
    this.marks = this.#shownMarks.map((mark, other) => (other === index ? position : mark));
    this.#moved = index;
  }

  /** Takes the mark nearest to the pointer. */
  #hold(event: PointerEvent): void {
    if (event.button !== 0) return;
    const position = this.#positionOf(event);
    const distances = this.#shownMarks.map((mark) => Math.abs(mark - position));
    this.#held = distances.indexOf(Math.min(...distances));
    if (event.isTrusted) this.#plot.element.setPointerCapture(event.pointerId);
    this.#drag(event);
  }

  #drag(event: PointerEvent): void {
    if (this.#held === undefined) return;
    const [from, to] = this.#view;
    const whole = Math.round(this.#positionOf(event));
    this.#move(this.#held, Math.min(Math.max(whole, Math.ceil(from)), Math.floor(to)));
  }

  #positionOf(event: PointerEvent): number {
    return this.#plot.positionAt(event.clientX - this.#plot.element.getBoundingClientRect().left, this.#view);
  }
}
