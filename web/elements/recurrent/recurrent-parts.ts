import { html } from "../../plot/dom.ts";
import { formatInteger } from "../../plot/numbers.ts";
import { verdict } from "../attention/attention-comparison.ts";
import { StatedNumber } from "../controls/stated-number.ts";
import { valueTable } from "../controls/values-panel.ts";
import type { Host, Part } from "../definition/definition.ts";
import { MAX_TOKENS } from "../words/tokens.ts";
import { describe, meaning } from "./recurrent-reading.ts";
import { type RecurrentShown, TEXTS } from "./recurrent-shown.ts";

/** Parts around the plot: buttons and a slider for the step, the differences of the sentences, and a table of steps. */

type Stepped = Host<{ step: number }, RecurrentShown>;

/** Goes to a step, or to the nearest one that exists. */
function go(figure: Stepped, step: number): void {
  if (figure.shown) figure.step = Math.min(Math.max(step, 0), figure.shown.steps);
}

export function stepButtons(figure: Stepped): Part<RecurrentShown> {
  const button = (label: string, by: number) =>
    html("button", { type: "button", onclick: () => go(figure, figure.step + by) }, label);
  const [back, next, all] = [button("Back", -1), button("Next step", 1), button("All steps", MAX_TOKENS)];
  return {
    element: html("div", { class: "row" }, back, next, all),
    show({ step, steps }) {
      back.disabled = step === 0;
      next.disabled = all.disabled = step === steps;
    },
  };
}

/** A slider for the step; each step is announced. */
export function stepSlider(figure: Stepped): Part<RecurrentShown> {
  const value = html("span", { class: "value" });
  const range = html("input", { type: "range", min: 0, step: 1, max: MAX_TOKENS, "aria-label": "step" });
  range.addEventListener("input", () => go(figure, range.valueAsNumber));
  const slider = html("label", { class: "slider", part: "control" });
  slider.append(html("span", { class: "name" }, "step"), value, range);
  let said: number | undefined;
  return {
    element: html("div", { class: "sliders" }, slider),
    show(shown) {
      const { step, steps } = shown;
      range.max = String(steps);
      range.value = String(step);
      value.textContent = `${formatInteger(step)} of ${formatInteger(steps)}`;
      range.setAttribute("aria-valuetext", value.textContent);
      if (step !== said) figure.announce(describe(shown, undefined));
      said = step;
    },
  };
}

/** The difference of the cell's final states, and the difference of attention's outputs. */
export function differences(): Part<RecurrentShown> {
  const states = new StatedNumber("largest difference of the final states");
  const outputs = new StatedNumber("largest difference of paired outputs");
  return {
    element: html("div", { class: "numbers" }, states.element, outputs.element),
    show(shown) {
      const { difference, attention, sentences } = shown;
      states.show(difference, meaning(shown));
      outputs.show(attention.matching?.largest, verdict(attention, sentences, false));
    },
  };
}

/** A table of the number of steps that wait for each other, for some lengths of text. */
export function stepsTable(): Part<RecurrentShown> {
  const element = html("div", { class: "steps scroll" });
  let counted: RecurrentShown["counts"] | undefined;
  return {
    element,
    show({ counts }) {
      if (counts === counted) return;
      counted = counts;
      const head = ["words", "recurrent", "attention", "pairs of words in it"];
      const rows = TEXTS.map((words, index) => ({
        name: formatInteger(words),
        cells: [counts[index] as number, 1, words ** 2].map(formatInteger),
      }));
      element.replaceChildren(valueTable("Sequential steps", head, rows));
    },
  };
}
