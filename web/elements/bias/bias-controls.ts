import { html } from "../../plot/dom.ts";
import { checkbox } from "../controls/checkbox.ts";
import { encodingChoice } from "../controls/encoding-choice.ts";
import { headChoice } from "../controls/head-choice.ts";
import { slider } from "../controls/slider.ts";
import { BIAS_METHODS } from "./bias-values.ts";

/** What the controls of a bias show and change. */
interface Controlled {
  spec: string;
  /** Heads that differ. */
  readonly shownHeads: number;
  head: number;
  length: number;
  causal: boolean;
}

/** Ends of the slider: cells stay legible. */
const SHORTEST = 4;
const LONGEST = 128;

export class BiasControls {
  readonly element: HTMLElement;
  /** The last row, with room for the figure's buttons. */
  readonly bar: HTMLElement;
  readonly #update: () => void;

  constructor(figure: Controlled) {
    const bias = encodingChoice("bias", BIAS_METHODS, (spec) => {
      figure.spec = spec;
    });
    const head = headChoice("head", (value) => {
      figure.head = value;
    });
    const length = slider({
      label: "tokens",
      min: SHORTEST,
      max: LONGEST,
      oninput: (value) => {
        figure.length = value;
      },
    });
    const causal = checkbox("causal mask", (on) => {
      figure.causal = on;
    });
    const sliders = html("div", { class: "sliders" }, length.element);
    this.bar = html("div", { class: "bar" }, html("div", { class: "row" }, head.element, causal.element));
    this.element = html("div", { class: "controls", part: "controls" }, bias.element, sliders, this.bar);
    this.#update = () => {
      bias.show(figure.spec);
      head.show(figure.head, figure.shownHeads);
      length.show(figure.length);
      causal.show(figure.causal);
    };
  }

  /** Brings the controls to the state of the figure. */
  show(): void {
    this.#update();
  }
}
