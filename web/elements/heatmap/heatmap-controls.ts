import { html } from "../../plot/dom.ts";
import { type Interval, span } from "../../plot/interval.ts";
import { formatInteger, formatRough } from "../../plot/numbers.ts";
import { choice } from "../controls/choice.ts";
import { slider } from "../controls/slider.ts";
import { baseSlider, widthSlider } from "../controls/spec-sliders.ts";
import type { Mode } from "./heatmap-reading.ts";
import { FARTHEST, FEWEST } from "./heatmap-view.ts";

/** What the controls of a heat map show and change. */
interface Controlled {
  dModel: number;
  base: number;
  mode: Mode;
  readonly view: Interval;
  zoom(factor: number): void;
}

const MODES: Readonly<Record<Mode, string>> = {
  exact: "exact",
  nearest: "nearest",
  difference: "difference",
};

/** Widest embedding of the slider; the attribute goes to 65536. */
const WIDEST = 1024;

/** Sliders for the positions in view, the width and the base, and the switch between exact and nearest. */
export class HeatmapControls {
  readonly element: HTMLElement;
  /** The last row, with room for the figure's buttons. */
  readonly bar: HTMLElement;
  readonly #update: () => void;

  constructor(figure: Controlled) {
    const positions = slider({
      label: "positions",
      min: Math.log2(FEWEST),
      max: Math.log2(FARTHEST),
      step: 0.01,
      toValue: (raw) => 2 ** raw,
      toRaw: Math.log2,
      format: (value) => (value < 100 ? formatRough(value) : formatInteger(value)),
      oninput: (value) => figure.zoom(value / span(figure.view)),
    });
    const dModel = widthSlider(figure, WIDEST);
    const base = baseSlider(figure);
    const mode = choice("pixels", MODES, (key) => {
      figure.mode = key;
    });
    const sliders = html("div", { class: "sliders" }, positions.element, dModel.element, base.element);
    this.bar = html("div", { class: "bar" }, mode.element);
    this.element = html("div", { class: "controls", part: "controls" }, sliders, this.bar);
    this.#update = () => {
      positions.show(span(figure.view));
      dModel.show(figure.dModel);
      base.show(figure.base);
      mode.show(figure.mode);
    };
  }

  /** Brings the controls to the state of the figure. */
  show(): void {
    this.#update();
  }
}
