import { css } from "@lit/reactive-element";
import type { LayerModule } from "../attention/attention-encoding.ts";
import { WIDEST } from "../attention/attention-model.ts";
import { sentencesOf } from "../attention/attention-shown.ts";
import { plainModule } from "../attention/plain-encoding.ts";
import { check, choose, row, seedField } from "../controls/bound.ts";
import { readoutLines } from "../controls/reading-styles.ts";
import { seedRule } from "../controls/seed-field.ts";
import { statedNumberStyles } from "../controls/stated-number.ts";
import { flag, whole, word } from "../definition/rules.ts";
import { figure } from "../figure/figure.ts";
import { sentenceExamples, sentencePair, sentenceRules } from "../words/sentence-pair.ts";
import { sentenceStyles } from "../words/sentence-styles.ts";
import { recurrentArray, recurrentCode } from "./recurrent-array.ts";
import { differences, stepButtons, stepSlider, stepsTable } from "./recurrent-parts.ts";
import { RecurrentPlot, reserve } from "./recurrent-plot.ts";
import { describe } from "./recurrent-reading.ts";
import { type RecurrentShown, recurrentShown } from "./recurrent-shown.ts";

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
