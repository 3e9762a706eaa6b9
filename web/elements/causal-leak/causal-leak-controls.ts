import { html } from "../../plot/dom.ts";
import { choice } from "../controls/choice.ts";
import { SeedField } from "../controls/seed-field.ts";
import { slider } from "../controls/slider.ts";
import { LAYERS, LENGTHS, type Settings } from "./causal-leak-settings.ts";

/** What the controls of the figure show and change. */
interface Controlled {
  causal: "true" | "false";
  first: Settings["first"];
  depth: number;
  length: number;
  seed: number;
}

export class CausalLeakControls {
  readonly element: HTMLElement;
  /** The last row, with room for the figure's buttons. */
  readonly bar: HTMLElement;
  /** Brings the controls to the state of the figure. */
  readonly show: () => void;

  constructor(figure: Controlled) {
    const mask = choice("mask", { true: "causal", false: "none" }, (key) => {
      figure.causal = key;
    });
    const first = choice("first token", { shared: "always the same", random: "random" }, (key) => {
      figure.first = key;
    });
    const depths = Object.fromEntries(
      Array.from({ length: LAYERS + 1 }, (_, depth) => [depth, String(depth)]),
    );
    const depth = choice<string>("layers", depths, (key) => {
      figure.depth = Number(key);
    });
    const length = slider({
      label: "tokens",
      min: LENGTHS.least,
      max: LENGTHS.most,
      step: 8,
      oninput: (value) => {
        figure.length = value;
      },
    });
    const seed = new SeedField((value) => {
      figure.seed = value;
    });
    const sliders = html("div", { class: "sliders" }, length.element);
    const choices = html("div", { class: "row" }, mask.element, depth.element, first.element);
    this.bar = html("div", { class: "bar" }, seed.element);
    this.element = html("div", { class: "controls", part: "controls" }, choices, sliders, this.bar);
    this.show = () => {
      mask.show(figure.causal);
      first.show(figure.first);
      depth.show(String(figure.depth));
      length.show(figure.length);
      seed.show(figure.seed);
    };
  }
}
