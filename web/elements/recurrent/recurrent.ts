import { css } from "@lit/reactive-element";
import { html } from "../../plot/dom.ts";
import { formatInteger } from "../../plot/numbers.ts";
import { verdict } from "../attention/attention-comparison.ts";
import { type LayerModule, WIDEST } from "../attention/attention-model.ts";
import { sentencesOf } from "../attention/attention-shown.ts";
import { plainModule } from "../attention/layer-module.ts";
import { check, choose, row, seedField } from "../controls/bound.ts";
import { valueTable } from "../controls/panel.ts";
import { readoutLines } from "../controls/reading-styles.ts";
import { StatedNumber, statedNumberStyles } from "../controls/stated-number.ts";
import type { Host, Part } from "../definition/definition.ts";
import { flag, seedRule, whole, word } from "../definition/rules.ts";
import { figure } from "../figure/figure.ts";
import { sentenceExamples, sentencePair, sentenceRules, sentenceStyles } from "../words/sentence-field.ts";
import { MAX_TOKENS } from "../words/tokens.ts";
import { RecurrentPlot, reserve } from "./recurrent-plot.ts";
import {
  describe,
  meaning,
  type RecurrentShown,
  recurrentArray,
  recurrentCode,
  recurrentShown,
  TEXTS,
} from "./recurrent-shown.ts";

/** Parts around the plot: buttons and a slider for the step, the differences of the sentences, and a table of steps. */

type Stepped = Host<{ step: number }, RecurrentShown>;

/** Goes to a step, or to the nearest one that exists. */
function go(figure: Stepped, step: number): void {
  if (figure.shown) figure.step = Math.min(Math.max(step, 0), figure.shown.steps);
}

function stepButtons(figure: Stepped): Part<RecurrentShown> {
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
function stepSlider(figure: Stepped): Part<RecurrentShown> {
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
function differences(): Part<RecurrentShown> {
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
function stepsTable(): Part<RecurrentShown> {
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

/**
 * `--rows` comes from the number of words (`reserve` in recurrent-plot.ts): the height of a panel in font sizes of the
 * plot. `--beside` tells the plot that its panels stand side by side.
 */
const recurrentStyles = [
  readoutLines({ 0: 4, 40: 2 }),
  css`
  .box {
    grid-template-rows: auto;
    align-content: start;
    gap: 0.75em;
  }
  .plot {
    min-block-size: calc(2em * var(--rows) + 4.25em);
    font-size: max(var(--_least), 0.8125em);
    cursor: crosshair;
  }
  .below {
    display: grid;
    gap: 0.75em;
  }
  .numbers {
    display: grid;
    gap: 0.75rem 1.5rem;
  }
  @container not (min-width: 20rem) {
    .steps :is(th, td) {
      padding-inline: 0.3rem;
    }
  }
  @container (min-width: 40rem) {
    .plot {
      --beside: 1;
      min-block-size: calc(1em * var(--rows) + 2.25em);
    }
    .numbers {
      grid-template-columns: 1fr 1fr;
    }
  }
`,
];

/**
 * Two sentences through a recurrent cell, one word after another, beside attention, all words at once: the cell has
 * the order for nothing, and attention does not have it.
 */
export const RecurrentElement = figure({
  tag: "pe-recurrent",
  doc: "Two sentences through a recurrent cell, word by word, and through attention, all words at once: the cell knows the order for free, attention does not know it.",
  example: '<pe-recurrent step="3"></pe-recurrent>',
  parts: ["number"],
  module: plainModule,
  state: {
    ...sentenceRules,
    step: whole({
      from: 0,
      to: Number.MAX_SAFE_INTEGER,
      default: 1,
      doc: "Number of words read; a number above the length of the sentence shows the end",
    }),
    cell: word(["tanh", "relu"], { doc: "The cell's nonlinearity" }),
    hasPositions: flag({
      attribute: "positions",
      default: false,
      doc: "Whether attention gets the words' positions",
    }),
    dModel: whole({ from: 2, to: WIDEST, step: 2, default: 16, doc: "Channels of a word" }),
    seed: seedRule("weights and word vectors"),
  },
  styles: [sentenceStyles, statedNumberStyles, recurrentStyles],
  heights: [{ least: 110 }, { from: 20, least: 107 }, { from: 40, least: 55 }],
  kind: "states",
  compute: (pe: LayerModule, state, before: RecurrentShown | undefined): RecurrentShown =>
    recurrentShown(pe, state, before),
  plot: () => new RecurrentPlot(),
  room: (state) => ({ "--rows": reserve(Math.max(...sentencesOf(state).map(({ length }) => length))) }),
  label({ difference, attention }) {
    const [states, outputs] = [difference, attention.matching?.largest].map(
      (number) => number ?? "not comparable",
    );
    return `States of a recurrent cell beside outputs of attention, for two sentences. Largest difference of the final states ${states}, of paired outputs ${outputs}`;
  },
  describe,
  grid: ({ sentences: [first, second], settings }) => ({
    rows: 2 * (first.length + second.length), // a row for each state and each output
    columns: settings.dModel,
  }),
  array: recurrentArray,
  code: recurrentCode,
  above: [sentencePair],
  controls: {
    rows: [stepButtons],
    more: [
      sentenceExamples,
      stepSlider,
      row(
        choose("cell", "r", { tanh: "tanh", relu: "ReLU" }),
        check("hasPositions", "attention with positions"),
        seedField,
      ),
    ],
  },
  below: { last: [differences, stepsTable] },
});
