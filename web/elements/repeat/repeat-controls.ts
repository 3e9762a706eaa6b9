import { html } from "../../plot/dom.ts";
import { choice } from "../controls/choice.ts";
import { slider } from "../controls/slider.ts";
import { baseSlider } from "../controls/spec-sliders.ts";

/** Powers of ten that the sliders reach; the attributes go farther. */
const LAST_FROM = 4;
const LAST_TO = 8;

const WIDTHS = ["2", "4", "8", "128", "512"] as const;

interface Controlled {
  dModel: number;
  base: number;
  from: number;
  to: number;
  /** The part of the search that is done, from 0 to 1. */
  readonly share: number;
  readonly isPaused: boolean;
  togglePause(): void;
}

/** Widths to choose from, sliders for the offsets and the base, and how far the search is. */
export class RepeatControls {
  /** The last row, with room for the figure's buttons. */
  readonly bar: HTMLElement;
  readonly element: HTMLElement;
  readonly show: () => void;

  constructor(figure: Controlled) {
    const widths = choice("width d", Object.fromEntries(WIDTHS.map((width) => [width, width])), (width) => {
      figure.dModel = Number(width);
    });
    const to = offsetSlider("search to", LAST_TO, (value) => {
      figure.to = Math.max(value, figure.from);
    });
    const from = offsetSlider("from", LAST_FROM, (value) => {
      figure.from = Math.min(value, figure.to);
    });
    const base = baseSlider(figure);
    const progress = html("progress", { max: 1, "aria-label": "search" });
    const pause = html("button", { type: "button", onclick: () => figure.togglePause() });
    this.bar = html("div", { class: "bar" }, html("div", { class: "row" }, pause, progress));
    this.element = html(
      "div",
      { class: "controls", part: "controls" },
      widths.element,
      html("div", { class: "sliders led" }, to.element, from.element, base.element),
      this.bar,
    );
    this.show = () => {
      widths.show(WIDTHS.find((width) => Number(width) === figure.dModel));
      to.show(figure.to);
      from.show(figure.from);
      base.show(figure.base);
      progress.value = figure.share;
      pause.disabled = figure.share === 1;
      pause.textContent = pause.disabled ? "Done" : figure.isPaused ? "Go on" : "Stop";
    };
  }
}

function offsetSlider(label: string, lastPower: number, oninput: (value: number) => void) {
  return slider({
    label,
    min: 0,
    max: lastPower,
    step: 0.01,
    toValue: (raw) => Math.round(Number((10 ** raw).toPrecision(2))),
    toRaw: Math.log10,
    oninput,
  });
}
