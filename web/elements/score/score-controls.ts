import { html } from "../../plot/dom.ts";
import { encodingChoice } from "../controls/encoding-choice.ts";
import { slider } from "../controls/slider.ts";
import { SCORE_METHODS } from "./score-values.ts";

/** What the controls of a score by offset show and change. */
interface Controlled {
  spec: string;
  length: number;
  key: number;
}

/** Ends of the sliders; the attributes go on. */
const SHORTEST = 10;
const LONGEST = 1e6;
const DIGITS = 2; // of a number that a slider gives

const brief = (value: number): number => Number(Math.round(value).toPrecision(DIGITS));

export class ScoreControls {
  readonly element: HTMLElement;
  /** The last row, with room for the figure's buttons. */
  readonly bar = html("div", { class: "bar" });
  readonly #update: () => void;

  constructor(figure: Controlled) {
    const encoding = encodingChoice("encoding", SCORE_METHODS, (spec) => {
      figure.spec = spec;
    });
    const length = slider({
      label: "up to",
      min: Math.log10(SHORTEST),
      max: Math.log10(LONGEST),
      step: 0.01,
      toValue: (raw) => brief(10 ** raw),
      toRaw: Math.log10,
      oninput: (value) => {
        figure.length = value;
      },
    });
    const key = slider({
      label: "key at",
      min: 0,
      max: Math.log10(LONGEST + 1),
      step: 0.01,
      toValue: (raw) => brief(10 ** raw - 1),
      toRaw: (value) => Math.log10(value + 1),
      oninput: (value) => {
        figure.key = value;
      },
    });
    const sliders = html("div", { class: "sliders" }, length.element, key.element);
    this.bar.append(encoding.element);
    this.element = html("div", { class: "controls", part: "controls" }, sliders, this.bar);
    this.#update = () => {
      encoding.show(figure.spec);
      length.show(figure.length);
      key.show(figure.key);
    };
  }

  /** Brings the controls to the state of the figure. */
  show(): void {
    this.#update();
  }
}
