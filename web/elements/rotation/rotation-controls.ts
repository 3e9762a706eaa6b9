import { html } from "../../plot/dom.ts";
import { choice } from "../controls/choice.ts";
import { slider } from "../controls/slider.ts";
import { baseSlider, widthSlider } from "../controls/spec-sliders.ts";
import type { Part } from "./rotation-values.ts";

/** Widest encoding: its cells can still be told apart, and its fit takes a few milliseconds. */
export const WIDEST = 32;

const LAST = 100; // the sliders' ends; attributes go farther

interface Controlled {
  dModel: number;
  base: number;
  position: number;
  offset: number;
  keep: Part;
}

const LABELS: Readonly<Record<Part, string>> = { both: "both", sines: "sines", cosines: "cosines" };

/** Sliders for position, offset, width and base, and the choice of the dimensions that are kept. */
export class RotationControls {
  /** The last row, with room for the figure's buttons. */
  readonly bar: HTMLElement;
  readonly element: HTMLElement;
  readonly show: () => void;

  constructor(figure: Controlled) {
    const position = slider({
      label: "position t",
      min: 0,
      max: LAST,
      oninput: (value) => {
        figure.position = value;
      },
    });
    const offset = slider({
      label: "offset k",
      min: 0,
      max: LAST,
      oninput: (value) => {
        figure.offset = value;
      },
    });
    const width = widthSlider(figure, WIDEST);
    const base = baseSlider(figure);
    const keep = choice("keep", LABELS, (key) => {
      figure.keep = key;
    });
    const sliders = [position, offset, width, base].map(({ element }) => element);
    this.bar = html("div", { class: "bar" }, keep.element);
    this.element = html(
      "div",
      { class: "controls", part: "controls" },
      html("div", { class: "sliders" }, ...sliders),
      this.bar,
    );
    this.show = () => {
      position.show(figure.position);
      offset.show(figure.offset);
      width.show(figure.dModel);
      base.show(figure.base);
      keep.show(figure.keep);
    };
  }
}
