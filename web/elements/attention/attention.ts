import { check, checkWord, choose, headMenu, row, seedField } from "../controls/bound.ts";
import { seedRule } from "../controls/seed-field.ts";
import { statedNumberStyles } from "../controls/stated-number.ts";
import type { Plot } from "../definition/definition.ts";
import { flag, text, whole, word } from "../definition/rules.ts";
import { figure } from "../figure/figure.ts";
import { sentenceExamples, sentencePair, sentenceRules } from "../words/sentence-pair.ts";
import { sentenceStyles } from "../words/sentence-styles.ts";
import { attentionArray, codeOfAttention } from "./attention-array.ts";
import { SIDES } from "./attention-comparison.ts";
import type { LayerModule } from "./attention-encoding.ts";
import { cellAfter, inside } from "./attention-keys.ts";
import { WIDEST } from "./attention-model.ts";
import { AttentionPlot } from "./attention-plot.ts";
import { describe, hint, KEYS } from "./attention-reading.ts";
import { attentionRule } from "./attention-rule.ts";
import { type AttentionShown, attentionShown, roomFor } from "./attention-shown.ts";
import { attentionSides, encodingMenus } from "./attention-sides.ts";
import { attentionStyles } from "./attention-styles.ts";
import { attentionTables } from "./attention-table.ts";
import { moduleFor } from "./layer-module.ts";

/** Two sentences through one layer of attention, with two encodings. */
export const AttentionElement = figure({
  tag: "pe-attention",
  doc: "Two sentences through one layer of attention, with two encodings: are the outputs the same rows in another order?",
  example: '<pe-attention left="none" right="sinusoidal"></pe-attention>',
  parts: ["number"],
  module: ({ left, right }) => moduleFor(left, right),
  state: {
    ...sentenceRules,
    left: text({
      default: "none",
      doc: "An encoding: the name of a method or a preset, or a spec as text, such as `method=sinusoidal&dModel=32`",
    }),
    right: text({ default: "sinusoidal", doc: "The second encoding" }),
    dModel: whole({ from: 2, to: WIDEST, step: 2, default: 32, doc: "Channels of a word" }),
    heads: whole({
      from: 1,
      to: WIDEST,
      default: 2,
      doc: "Heads, which share the channels: a divisor of `d-model`",
    }),
    head: whole({
      from: 1,
      to: Number.MAX_SAFE_INTEGER,
      default: 1,
      doc: "The head whose weights are shown; a number above `heads` shows the last head",
    }),
    weights: word(["lines", "matrix"], { doc: "How weights are drawn" }),
    causal: flag({ default: false, doc: "Whether a word sees only itself and earlier words" }),
    scaling: word(["sqrt-d", "none"], { doc: "The factor of the word vectors: √d as in the paper, or 1" }),
    seed: seedRule("weights and word vectors"),
  },
  styles: [sentenceStyles, statedNumberStyles, attentionStyles],
  heights: [{ least: 113.5 }, { from: 40, least: 58 }],
  kind: "attention",
  compute: (pe: LayerModule, state, before: AttentionShown | undefined): AttentionShown =>
    attentionShown(pe, state, before),
  plot: () => new AttentionPlot(),
  room: roomFor,
  label({ comparisons }) {
    const sides = comparisons.map(
      ({ encoding, matching }, side) =>
        `${SIDES[side]}, ${encoding.title}: ${matching?.largest ?? "not comparable"}`,
    );
    return `Outputs and weights of two sentences. Largest difference of paired outputs: ${sides.join("; ")}`;
  },
  describe(shown, at, _pe, plot: AttentionPlot) {
    const cell = at && inside(at, plot.regions);
    const region = cell && plot.regions[cell.region ?? 0];
    return cell && region ? describe(region, cell, shown) : hint(shown);
  },
  grid: () => ({ rows: Number.MAX_SAFE_INTEGER, columns: Number.MAX_SAFE_INTEGER }), // regions have their own
  keys: {
    text: KEYS,
    press({ key, ctrlKey, metaKey, altKey }, { cursor }, plot: Plot<object>) {
      const { regions } = plot as unknown as AttentionPlot;
      const start = { region: 0, row: 0, column: 0 };
      const next = ctrlKey || metaKey || altKey ? undefined : cellAfter(key, cursor ?? start, regions);
      return next && (cursor ? next : inside(start, regions));
    },
  },
  tables: (shown, cell, _pe, plot) =>
    attentionTables(cell && (plot as AttentionPlot).regions[cell.region ?? 0], shown),
  array: attentionArray,
  code: codeOfAttention,
  above: [sentencePair, attentionSides],
  panels: [attentionRule],
  controls: {
    more: [
      encodingMenus,
      sentenceExamples,
      row(
        choose("weights", "weights as", ["lines", "matrix"]),
        headMenu("of head", ({ settings }: AttentionShown) => settings.heads, "head whose weights are shown"),
        check("causal", "causal mask"),
        checkWord("scaling", "words × √d", "sqrt-d", "none"),
      ),
      row(
        choose("dModel", "d_model", [8, 16, 32, 64, 128]),
        choose("heads", "heads", [1, 2, 4, 8]),
        seedField,
      ),
    ],
  },
});
