import { html } from "../../plot/dom.ts";
import { slider } from "../controls/slider.ts";
import { baseSlider, widthSlider } from "../controls/spec-sliders.ts";

/** The slider's end; a hand can be dragged farther. */
const SLIDER_END = 1000;
const WIDEST = 64;

export interface Clockwork {
  dModel: number;
  base: number;
  readonly position: number;
  readonly playing: boolean;
  goTo(position: number): void;
  step(by: 1 | -1): void;
  togglePlay(): void;
}

/** The controls under the clocks. */
export class ClockControls {
  readonly element = html("div", { class: "controls", part: "controls" });
  readonly #clock: Clockwork;
  readonly #position;
  readonly #width;
  readonly #base;
  readonly #play;

  /** @param buttons - more buttons, at the end of the row */
  constructor(clock: Clockwork, ...buttons: Node[]) {
    this.#clock = clock;
    this.#position = slider({
      label: "position t",
      min: 0,
      max: SLIDER_END,
      oninput: (value) => clock.goTo(value),
    });
    this.#width = widthSlider(clock, WIDEST);
    this.#base = baseSlider(clock);
    this.#play = html("button", { type: "button", onclick: () => clock.togglePlay() }, "Play");
    const step = (sign: string, by: 1 | -1) =>
      html("button", { type: "button", onclick: () => clock.step(by) }, `${sign}1`);
    const sliders = [this.#position, this.#width, this.#base].map(({ element }) => element);
    const steps = html("div", { class: "row" }, step("−", -1), step("+", 1), this.#play);
    this.element.append(
      html("div", { class: "sliders led" }, ...sliders),
      html("div", { class: "bar" }, steps, html("div", { class: "row" }, ...buttons)),
    );
  }

  show(): void {
    const { position, dModel, base, playing } = this.#clock;
    this.#position.show(position);
    this.#width.show(dModel);
    this.#base.show(base);
    this.#play.textContent = playing ? "Pause" : "Play";
  }
}
