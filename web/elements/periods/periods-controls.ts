import { html } from "../../plot/dom.ts";
import { slider } from "../controls/slider.ts";
import { baseSlider, widthSlider } from "../controls/spec-sliders.ts";

const LONGEST = 6; // the length slider's end as a power of ten; the attribute takes any length to 2^53
const WIDEST = 1024;

interface Controlled {
  dModel: number;
  base: number;
  length: number;
}

/** Sliders for length, width and base. */
export class PeriodsControls {
  /** The last row, with room for the figure's buttons. */
  readonly bar = html("div", { class: "bar" });
  readonly element: HTMLElement;
  readonly #figure: Controlled;
  readonly #length;
  readonly #width;
  readonly #base;

  constructor(figure: Controlled) {
    this.#figure = figure;
    this.#length = slider({
      label: "length",
      min: 0,
      max: LONGEST,
      step: 0.001,
      toValue: (raw) => wholeLength(10 ** raw),
      toRaw: Math.log10,
      oninput: (value) => {
        figure.length = value;
      },
    });
    this.#width = widthSlider(figure, WIDEST);
    this.#base = baseSlider(figure);
    const sliders = [this.#length, this.#width, this.#base].map(({ element }) => element);
    this.element = html(
      "div",
      { class: "controls", part: "controls" },
      html("div", { class: "sliders led" }, ...sliders),
      this.bar,
    );
  }

  show(): void {
    const { length, dModel, base } = this.#figure;
    this.#length.show(length);
    this.#width.show(dModel);
    this.#base.show(base);
  }
}

/** A length as a slider or a hand sets it: whole, of three significant digits. */
export function wholeLength(positions: number): number {
  return Math.max(1, Math.round(Number(positions.toPrecision(3))));
}
