import { html } from "../../plot/dom.ts";
import { formatRough } from "../../plot/numbers.ts";
import { choice } from "../controls/choice.ts";
import { slider } from "../controls/slider.ts";
import { type Encoding, FARTHEST, type Settings } from "./shift-head-settings.ts";

/** What the controls of the figure show and change. */
type Controlled = { -readonly [Name in keyof Settings]: Settings[Name] };

const ENCODINGS: Readonly<Record<Encoding, string>> = {
  sinusoidal: "sinusoidal",
  sine: "sines only",
  rope: "RoPE",
  alibi: "ALiBi",
  learned: "learned",
};

const HEADS = { shift: "look back", induction: "induction, two layers" } as const;

const MOST_BACK = 8; // of the slider
const TEMPERATURE = { least: -2, most: 1 }; // of the slider, powers of ten

export class ShiftHeadControls {
  readonly element: HTMLElement;
  /** The last row, with room for the figure's buttons. */
  readonly bar: HTMLElement;
  /** Brings the controls to the state of the figure. */
  readonly show: () => void;

  constructor(figure: Controlled) {
    const encoding = choice("encoding", ENCODINGS, (key) => {
      figure.encoding = key;
    });
    const head = choice("head", HEADS, (key) => {
      figure.head = key;
    });
    const offset = slider({
      label: "words back k",
      min: 0,
      max: MOST_BACK,
      oninput: (value) => {
        figure.offset = value;
      },
    });
    const temperature = slider({
      label: "temperature",
      min: TEMPERATURE.least,
      max: TEMPERATURE.most,
      step: 0.05,
      toValue: (raw) => Number((10 ** raw).toPrecision(2)),
      toRaw: Math.log10,
      format: formatRough,
      oninput: (value) => {
        figure.temperature = value;
      },
    });
    const start = slider({
      label: "first word’s position",
      min: 0,
      max: Math.log10(FARTHEST + 1),
      step: 0.01,
      toValue: (raw) => Math.min(FARTHEST, Math.round(10 ** raw) - 1),
      toRaw: (value) => Math.log10(value + 1),
      oninput: (value) => {
        figure.start = value;
      },
    });
    const sliders = html("div", { class: "sliders" }, offset.element, temperature.element, start.element);
    this.bar = html("div", { class: "bar" }, head.element);
    this.element = html("div", { class: "controls", part: "controls" }, encoding.element, sliders, this.bar);
    this.show = () => {
      encoding.show(figure.encoding);
      head.show(figure.head);
      offset.element.inert = figure.head === "induction"; // which looks one word back
      offset.show(figure.head === "induction" ? 1 : figure.offset);
      temperature.show(figure.temperature);
      start.show(figure.start);
    };
  }
}
