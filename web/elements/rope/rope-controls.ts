import { html } from "../../plot/dom.ts";
import { choice } from "../controls/choice.ts";
import { encodingChoice } from "../controls/encoding-choice.ts";
import { type Slider, slider } from "../controls/slider.ts";

export type RopeView = "angles" | "wavelengths";

/** What the controls of a rotary figure show and change. */
interface Controlled {
  spec: string;
  view: RopeView;
  query: number;
  key: number;
  trained: number | undefined;
  length: number;
  readonly lengths: { readonly trained: number };
}

/** Farthest position of the sliders; the attributes go on. */
const FARTHEST = 1000;
/** Shortest text; the longest is a million tokens. */
const SHORTEST = 256;
const LONGEST = 1e6;
const DIGITS = 3; // of a length that a slider gives

const VIEWS: Readonly<Record<RopeView, string>> = { angles: "angles", wavelengths: "wavelengths" };

/** The model, the picture, and two or three sliders. */
export class RopeControls {
  readonly element: HTMLElement;
  /** The last row, with room for the figure's buttons. */
  readonly bar: HTMLElement;
  readonly #update: () => void;

  constructor(figure: Controlled) {
    const model = encodingChoice("model", ["rope"], (spec) => {
      figure.spec = spec;
      figure.trained = undefined;
    });
    const view = choice("show", VIEWS, (key) => {
      figure.view = key;
    });
    const positions = positionSliders(figure);
    const lengths = lengthSliders(figure);
    const sliders = html("div", { class: "sliders" });
    this.bar = html("div", { class: "bar" }, view.element);
    this.element = html("div", { class: "controls", part: "controls" }, model.element, sliders, this.bar);
    this.#update = () => {
      const shown = figure.view === "angles" ? positions : lengths;
      if (sliders.firstChild !== shown[0]?.element)
        sliders.replaceChildren(...shown.map(({ element }) => element));
      model.show(figure.spec);
      view.show(figure.view);
      const values =
        figure.view === "angles"
          ? [figure.query, figure.key, figure.key]
          : [figure.lengths.trained, figure.length];
      for (const [index, value] of values.entries()) shown[index]?.show(value);
    };
  }

  /** Brings the controls to the state of the figure. */
  show(): void {
    this.#update();
  }
}

/** Of the query, of the key, and of both at their distance. */
function positionSliders(figure: Controlled): Slider[] {
  const common = { min: 0, max: FARTHEST };
  return [
    slider({
      ...common,
      label: "query at m",
      oninput: (value) => {
        figure.query = value;
      },
    }),
    slider({
      ...common,
      label: "key at n",
      oninput: (value) => {
        figure.key = value;
      },
    }),
    slider({
      ...common,
      label: "both",
      oninput: (value) => {
        const offset = figure.query - figure.key;
        figure.key = Math.max(value, -offset);
        figure.query = figure.key + offset;
      },
    }),
  ];
}

function lengthSliders(figure: Controlled): Slider[] {
  const common = {
    min: Math.log2(SHORTEST),
    max: Math.log2(LONGEST),
    step: 0.01,
    toValue: (raw: number) => wholePower(raw),
    toRaw: Math.log2,
  };
  return [
    slider({
      ...common,
      label: "trained",
      oninput: (value) => {
        figure.trained = value;
      },
    }),
    slider({
      ...common,
      label: "context",
      oninput: (value) => {
        figure.length = value;
      },
    }),
  ];
}

/** A power of two where the slider is at one, else a number of few digits. */
function wholePower(raw: number): number {
  return Number.isInteger(raw) ? 2 ** raw : Number((2 ** raw).toPrecision(DIGITS));
}
