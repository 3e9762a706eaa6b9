import { html } from "../../plot/dom.ts";
import { checkbox } from "../controls/checkbox.ts";
import { choice } from "../controls/choice.ts";
import { type EncodingChoice, encodingChoice } from "../controls/encoding-choice.ts";
import { headChoice } from "../controls/head-choice.ts";
import { SeedField } from "../controls/seed-field.ts";
import { StatedNumber } from "../controls/stated-number.ts";
import { SIDES, type Side } from "./attention-comparison.ts";
import { METHODS, textOf } from "./attention-encoding.ts";
import type { View } from "./attention-layout.ts";

/** What the controls of the attention figure show and change. */
interface Controlled {
  first: string;
  second: string;
  left: string;
  right: string;
  dModel: number;
  heads: number;
  head: number;
  causal: boolean;
  scaled: boolean;
  seed: number;
  weights: View;
}

const WIDTHS = [8, 16, 32, 64, 128];
const HEADS = [1, 2, 4, 8];

/** The encoding of a side and the number that it leads to, for above its half of the picture. */
export class SideControl {
  readonly element: HTMLElement;
  readonly number = new StatedNumber("largest difference of paired outputs");
  readonly #choice: EncodingChoice;
  readonly #text: () => string;

  constructor(figure: Controlled, side: Side) {
    const name = SIDES[side];
    this.#text = () => textOf(figure[name]);
    this.#choice = encodingChoice(name, METHODS, (spec) => {
      figure[name] = spec;
    });
    this.element = html("div", { class: "side" }, this.#choice.element, this.number.element);
  }

  /** Shows the side's encoding. */
  show(): void {
    this.#choice.show(this.#text());
  }
}

/** The layer, for under the picture. */
export class LayerControls {
  readonly element: HTMLElement;
  /** The last row, with room for the figure's buttons. */
  readonly bar = html("div", { class: "row end" });
  readonly #update: () => void;

  constructor(figure: Controlled) {
    const width = choice("d_model", options(WIDTHS), (key) => {
      figure.dModel = Number(key);
    });
    const heads = choice("heads", options(HEADS), (key) => {
      figure.heads = Number(key);
    });
    const head = headChoice(
      "of head",
      (value) => {
        figure.head = value;
      },
      "head whose weights are shown",
    );
    const view = choice<View>("weights as", { lines: "lines", matrix: "matrix" }, (key) => {
      figure.weights = key;
    });
    const causal = checkbox("causal mask", (on) => {
      figure.causal = on;
    });
    const scaled = checkbox("words × √d", (on) => {
      figure.scaled = on;
    });
    const seed = new SeedField((value) => {
      figure.seed = value;
    });
    this.element = html(
      "div",
      { class: "controls", part: "controls" },
      html("div", { class: "row" }, view.element, head.element, causal.element, scaled.element),
      html("div", { class: "row" }, width.element, heads.element, seed.element),
      this.bar,
    );
    this.#update = () => {
      width.show(String(figure.dModel));
      heads.show(String(figure.heads));
      head.show(figure.head, figure.heads);
      view.show(figure.weights);
      causal.show(figure.causal);
      scaled.show(figure.scaled);
      seed.show(figure.seed);
    };
  }

  /** Brings the controls to the state of the figure. */
  show(): void {
    this.#update();
  }
}

function options(numbers: readonly number[]): Readonly<Record<string, string>> {
  return Object.fromEntries(numbers.map((number) => [number, String(number)]));
}
