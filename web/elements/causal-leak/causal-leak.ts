import { css } from "@lit/reactive-element";
import type { Posenc } from "../../../src/entries/encodings.ts";
import { html } from "../../plot/dom.ts";
import { formatFixed } from "../../plot/numbers.ts";
import { choose, row, seedField, slide } from "../controls/bound.ts";
import { seedRule } from "../controls/number-field.ts";
import { readingStyles } from "../controls/reading-styles.ts";
import { resultStyles } from "../controls/result-styles.ts";
import { arrayTable } from "../controls/table.ts";
import type { PartMaker } from "../definition/definition.ts";
import type { NamedArray } from "../definition/figure-spec.ts";
import { fullModule } from "../definition/full-module.ts";
import { flag, whole, word } from "../definition/rules.ts";
import { figure } from "../figure/figure.ts";
import { range } from "../share/entries.ts";
import { causalLeakCode } from "./causal-leak-code.ts";
import { CausalLeakPlot } from "./causal-leak-plot.ts";
import {
  type CausalLeakShown,
  describe,
  experiment,
  goOn,
  HINT,
  layersText,
  type Measured,
  readOutsOf,
  verdict,
} from "./causal-leak-shown.ts";
import { FIRSTS, LAYERS, type ReadOut } from "./random-layers.ts";

const causalLeakStyles = [
  readingStyles({ 0: 3, 44: 2 }),
  resultStyles,
  css`
  .box {
    grid-template-rows: auto minmax(20rem, 1fr) auto auto;
    gap: 0.75rem;
  }
  .plot[aria-busy="true"] .drawing {
    opacity: 0.4;
  }
  .result {
    min-block-size: 13.5em;
  }
  @container (min-width: 30rem) {
    .result {
      min-block-size: 8.1em;
    }
  }
  @container (min-width: 44rem) {
    .result {
      min-block-size: 5.4em;
    }
  }
`,
];

const errorOf = ({ depth, causal }: CausalLeakShown, { leak }: Measured): number =>
  (readOutsOf(leak, causal)[depth] as ReadOut).error;

/** The error, and a sentence on its meaning. */
const result: PartMaker<unknown, CausalLeakShown> = () => {
  const number = html("data", { class: "number", part: "number" });
  const element = html("p", { class: "result" });
  // A new element for each sentence, because a lasting one would shift when the number appears.
  const write = (sentence: string) =>
    element.replaceChildren(number, html("span", { class: "verdict" }, sentence));
  return {
    element,
    show(shown) {
      const { measured, run } = shown;
      if (run || !measured)
        return write(`Running ${Math.round(100 * (run?.done ?? 0))} % of the sequences …`);
      const error = errorOf(shown, measured);
      number.value = String(error);
      number.textContent = formatFixed(error, 1);
      write(verdict(shown, measured));
    },
  };
};

/** Layers of attention without any encoding: how well a token's position can still be read from its vector. */
export const CausalLeakElement = figure({
  tag: "pe-causal-leak",
  doc: "Layers of attention without any encoding: how well can a token's position still be read from its vector?",
  example: '<pe-causal-leak depth="1" length="32"></pe-causal-leak>',
  parts: ["number", "value"],
  module: fullModule,
  state: {
    depth: whole({
      from: 0,
      to: LAYERS,
      default: LAYERS,
      doc: "Number of layers before the shown reading",
    }),
    causal: flag({ default: true, doc: "Whether a token sees only itself and earlier tokens" }),
    first: word(FIRSTS, { doc: "Whether all sequences begin with the same token" }),
    length: whole({ from: 8, to: 128, default: 64, doc: "Tokens of a sequence" }),
    seed: seedRule("layers and tokens"),
  },
  styles: causalLeakStyles,
  heights: [
    { aspect: [1, 3] },
    { from: 30, aspect: [5, 9] },
    { from: 44, em: 38 },
    { from: 50, aspect: [3, 2] },
  ],
  kind: "chart of positions read",
  compute: (pe: Posenc, state, before: CausalLeakShown | undefined): CausalLeakShown =>
    experiment(pe, state, before),
  proceed: goOn,
  plot: () => new CausalLeakPlot(),
  label(shown) {
    const { measured } = shown;
    return measured
      ? `Positions read. ${formatFixed(errorOf(shown, measured), 1)} ${verdict(shown, measured)}`
      : "Positions read.";
  },
  describe: (shown, cell) => (cell && shown.measured ? describe(shown, shown.measured, cell) : HINT),
  grid: ({ measured }) => ({ rows: LAYERS + 1, columns: measured?.settings.length ?? 0 }),
  tables: (shown, cell) =>
    shown.measured ? [arrayTable(arrayOf(shown), cell ?? { row: shown.depth, column: 0 })] : [],
  array: arrayOf,
  code: (shown) => causalLeakCode(measuredOf(shown).settings, shown.causal),
  above: [result],
  controls: {
    rows: [
      row(
        choose("causal", "mask", { true: "causal", false: "none" }),
        choose("depth", "layers", range(0, LAYERS + 1)),
      ),
    ],
    more: [
      slide("length", { label: "tokens", step: 8 }),
      choose("first", "first token", { shared: "always the same", random: "random" }),
      seedField,
    ],
  },
});

function measuredOf({ measured }: CausalLeakShown): Measured {
  if (!measured) throw new Error("The experiment is still running.");
  return measured;
}

/** A row for each depth: its error and the mean read-out at each position. */
function arrayOf(shown: CausalLeakShown): NamedArray {
  const { settings, leak } = measuredOf(shown);
  const readings = readOutsOf(leak, shown.causal);
  return {
    corner: "depth",
    rows: readings.map((_, depth) => layersText(depth)),
    columns: ["error", ...range(1, settings.length)],
    values: readings.flatMap(({ error, mean }) => [error, ...mean]),
  };
}
