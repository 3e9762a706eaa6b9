import { html } from "../../plot/dom.ts";
import { choice } from "../controls/choice.ts";
import { type Slider, slider } from "../controls/slider.ts";
import { baseSlider, widthSlider } from "../controls/spec-sliders.ts";
import { markName } from "./similarity-mark.ts";
import type { Measure, Stretch } from "./similarity-values.ts";

/** What the controls of the figure show and change. */
interface Controlled {
  dModel: number;
  base: number;
  measure: Measure;
  view: "offset" | "matrix";
  marks: readonly number[];
  readonly shownMarks: readonly number[];
  readonly stretch: Stretch;
}

const MEASURES: Readonly<Record<Measure, string>> = { dot: "dot product", distance: "distance" };
const VIEWS = { offset: "by offset", matrix: "matrix" } as const;

const WIDEST = 512;

/** Sliders for the compared positions, the width and the base; what is measured, and how it is shown. */
export class SimilarityControls {
  readonly element: HTMLElement;
  /** The last row, with room for the figure's buttons. */
  readonly bar: HTMLElement;
  readonly #figure: Controlled;
  readonly #sliders = html("div", { class: "sliders" });
  readonly #update: () => void;
  #marks: Slider[] = [];
  #limits = "";

  constructor(figure: Controlled) {
    this.#figure = figure;
    const width = widthSlider(figure, WIDEST);
    const base = baseSlider(figure);
    const measure = choice("measure", MEASURES, (key) => {
      figure.measure = key;
    });
    const view = choice("view", VIEWS, (key) => {
      figure.view = key;
    });
    const choices = html("div", { class: "row" }, measure.element, view.element);
    this.bar = html("div", { class: "bar" }, choices);
    this.element = html("div", { class: "controls", part: "controls" }, this.#sliders, this.bar);
    this.#update = () => {
      width.show(figure.dModel);
      base.show(figure.base);
      measure.show(figure.measure);
      view.show(figure.view);
    };
    this.#sliders.append(width.element, base.element);
  }

  /** Brings the controls to the state of the figure. */
  show(): void {
    const { stretch, shownMarks } = this.#figure;
    const limits = [stretch.from, stretch.count, shownMarks.length].join();
    if (limits !== this.#limits) this.#buildMarks();
    this.#limits = limits;
    for (const [index, mark] of shownMarks.entries()) this.#marks[index]?.show(mark);
    this.#update();
  }

  /** A slider for each compared position, with the limits of the stretch. */
  #buildMarks(): void {
    const figure = this.#figure;
    const { from, count } = figure.stretch;
    for (const { element } of this.#marks) element.remove();
    this.#marks = figure.shownMarks.map((_, index) =>
      slider({
        label: `position ${markName(index, figure.shownMarks.length)}`,
        min: from,
        max: from + count - 1,
        oninput: (value) => {
          figure.marks = figure.shownMarks.map((mark, other) => (other === index ? value : mark));
        },
      }),
    );
    this.#sliders.prepend(...this.#marks.map(({ element }) => element));
  }
}
