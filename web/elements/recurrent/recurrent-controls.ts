import { html } from "../../plot/dom.ts";
import { formatInteger } from "../../plot/numbers.ts";
import { checkbox } from "../controls/checkbox.ts";
import { choice } from "../controls/choice.ts";
import { SeedField } from "../controls/seed-field.ts";
import { MAX_TOKENS } from "../words/tokens.ts";
import type { Nonlinearity } from "./recurrent-cell.ts";

/** What the controls of the recurrent figure show and change. */
interface Controlled {
  step: number;
  cell: Nonlinearity;
  hasPositions: boolean;
  seed: number;
}

export class RecurrentControls {
  readonly element: HTMLElement;
  /** The last row, with room for the figure's buttons. */
  readonly bar = html("div", { class: "row end" });
  readonly #update: (steps: number) => void;

  constructor(figure: Controlled) {
    let last = 0;
    const go = (step: number) => {
      figure.step = Math.min(Math.max(step, 0), last);
    };
    const button = (label: string, to: () => number) =>
      html("button", { type: "button", onclick: () => go(to()) }, label);
    const value = html("span", { class: "value" });
    const range = html("input", { type: "range", min: 0, step: 1, max: MAX_TOKENS, "aria-label": "step" });
    range.addEventListener("input", () => go(range.valueAsNumber));
    const slider = html("label", { class: "slider", part: "control" });
    slider.append(html("span", { class: "name" }, "step"), value, range);
    const back = button("Back", () => figure.step - 1);
    const next = button("Next step", () => figure.step + 1);
    const all = button("All steps", () => last);
    const cell = choice<Nonlinearity>("r", { tanh: "tanh", relu: "ReLU" }, (key) => {
      figure.cell = key;
    });
    const positions = checkbox("attention with positions", (on) => {
      figure.hasPositions = on;
    });
    const seed = new SeedField((given) => {
      figure.seed = given;
    });
    this.element = html(
      "div",
      { class: "controls", part: "controls" },
      html("div", { class: "row" }, back, next, all),
      html("div", { class: "sliders" }, slider),
      html("div", { class: "row" }, cell.element, positions.element, seed.element),
      this.bar,
    );
    this.#update = (steps) => {
      last = steps;
      const step = Math.min(figure.step, steps);
      range.max = String(steps);
      range.value = String(step);
      value.textContent = `${formatInteger(step)} of ${formatInteger(steps)}`;
      range.setAttribute("aria-valuetext", value.textContent);
      [back.disabled, next.disabled, all.disabled] = [step === 0, step === steps, step === steps];
      cell.show(figure.cell);
      positions.show(figure.hasPositions);
      seed.show(figure.seed);
    };
  }

  /**
   * Brings the controls to the state of the figure.
   * @param steps - those of the longer sentence
   */
  show(steps: number): void {
    this.#update(steps);
  }
}
