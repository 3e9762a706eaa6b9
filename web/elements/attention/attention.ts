import { css } from "@lit/reactive-element";
import { METHODS, methodNamed } from "../../methods/methods.ts";
import { html } from "../../plot/dom.ts";
import { formatFloat32, formatInteger } from "../../plot/numbers.ts";
import { check, checkWord, choose, headMenu, row, seedField } from "../controls/bound.ts";
import { encodingChoice } from "../controls/encoding-choice.ts";
import { disclosure } from "../controls/panel.ts";
import { readoutLines } from "../controls/reading-styles.ts";
import { StatedNumber, statedNumberStyles } from "../controls/stated-number.ts";
import type { Cell, Host, Part } from "../definition/definition.ts";
import { flag, seedRule, text, whole, word } from "../definition/rules.ts";
import { figure } from "../figure/figure.ts";
import { quoted } from "../words/label.ts";
import {
  ORDINAL,
  sentenceExamples,
  sentencePair,
  sentenceRules,
  sentenceStyles,
} from "../words/sentence-field.ts";
import { type Comparison, SIDES, verdict } from "./attention-comparison.ts";
import type { Region } from "./attention-layout.ts";
import { type LayerModule, WIDEST } from "./attention-model.ts";
import { AttentionPlot, areThinned, cellAfter, inside, MOST } from "./attention-plot.ts";
import {
  type AttentionShown,
  attentionArray,
  attentionShown,
  codeOfAttention,
  roomFor,
} from "./attention-shown.ts";
import { attentionTables } from "./attention-table.ts";
import { moduleFor } from "./layer-module.ts";

/**
 * `--fixed` and `--squares` come from the number of tokens (`reserve` in attention-layout.ts): heights in font sizes of
 * the plot, and sides of weight matrices in widths of a panel. `--beside` tells the plot that its panels stand side by
 * side.
 */
const attentionStyles = [
  readoutLines({ 0: 5, 40: 2 }),
  css`
  .box {
    grid-template-rows: auto auto 1fr auto auto;
    gap: 0.75em;
  }
  .ink {
    color: var(--_ink);
  }
  .plot {
    min-block-size: calc(2em * var(--fixed) + 4.25em + 200cqi * var(--squares));
    font-size: max(var(--_least), 0.8125em);
    cursor: crosshair;
  }
  .sides {
    display: grid;
    gap: 0.75rem 1.5rem;
  }
  .side {
    display: grid;
    align-content: start;
    gap: 0.25rem;
  }
  @container (min-width: 40rem) {
    .plot {
      --beside: 1;
      min-block-size: calc(1em * var(--fixed) + 2.25em + 50cqi * var(--squares));
    }
    .sides {
      grid-template-columns: 1fr 1fr;
    }
  }
`,
];

const LABELS = { left: "one encoding", right: "another" };

/** For each side a menu of encodings. */
function encodingMenus(
  figure: Host<Record<(typeof SIDES)[number], string>, AttentionShown>,
): Part<AttentionShown> {
  const menus = SIDES.map((name) =>
    encodingChoice(LABELS[name], METHODS, (spec) => Object.assign(figure, { [name]: spec })),
  );
  return {
    element: html("div", { class: "row" }, ...menus.map(({ element }) => element)),
    show({ comparisons }) {
      for (const [index, menu] of menus.entries()) menu.show(comparisons[index]?.encoding.named);
    },
  };
}

/** For each side the largest difference, above its half of the picture. */
function attentionSides(_figure: Host<object, AttentionShown>): Part<AttentionShown> {
  const numbers = SIDES.map(() => new StatedNumber("largest difference between twins"));
  const elements = numbers.map(({ element }) => html("div", { class: "side" }, element));
  return {
    element: html("div", { class: "sides" }, ...elements),
    show({ comparisons, sentences, settings: { causal } }) {
      for (const [index, number] of numbers.entries()) {
        const comparison = comparisons[index] as Comparison;
        number.show(comparison.matching?.largest, verdict(comparison, sentences, causal));
      }
    },
  };
}

const LEARNED = METHODS.flatMap((name) => methodNamed(name).learnedInWords ?? []);

/** The rule for all random numbers of the figure, so that anyone can make them. */
function attentionRule(): Part<AttentionShown> {
  const examples = html("code");
  const { button, panel } = disclosure(
    "Rule",
    () => {},
    html(
      "p",
      {},
      "Nothing here is trained: what you see holds for any weights. Every random number has a name, such as ",
      examples,
      ". With h = FNV-1a (32 bits) of the UTF-8 bytes of the name, entry i is fmix32(h + (i + 1) · 0x9E3779B9), fmix32 being " +
        "MurmurHash3’s finaliser modulo 2³²; its upper 24 bits, divided by 2²³, minus 1, are uniform in [−1, 1).",
    ),
    html(
      "p",
      {},
      "A word w (Unicode NFC) is the vector seed/word/w, and the (d, d) matrices are seed/query, seed/key and seed/value by " +
        "rows, all times √(3/d), so that a word has a length of about 1. Then x = √d · word + encoding and the matrices are " +
        "rounded to float32; q = x Wq, k = x Wk, v = x Wv are summed in float64 and rounded to float32; the rest is " +
        "softmax(q kᵀ/√d_head + bias) v, head by head.",
    ),
    html(
      "p",
      {},
      "An encoding takes the width of the layer or of its heads, not the width of its preset. Its learned parameters are random, too: " +
        `${LEARNED.join(", ")}.`,
    ),
    html(
      "p",
      {},
      "Tokens follow the Unicode word rule (UAX 29): words, punctuation marks, emoji, without white space. The number is the " +
        "smallest t for which the rows of both outputs can be paired so that no two paired entries differ by more than t.",
    ),
  );
  return {
    element: button,
    panel,
    show({ settings }) {
      examples.textContent = `${settings.seed}/word/Jane`;
    },
  };
}

const KEYS = "Point at a word or a cell, or use the arrow keys and Page Up and Page Down.";

/** A hint on how to read the picture. */
function hint({ sentences, view }: AttentionShown): string {
  const thinned = view === "lines" && sentences.some(({ length }) => areThinned(length));
  return thinned
    ? `${KEYS} Only the ${MOST} largest weights of each word are drawn until you point at it.`
    : `${KEYS} Solid lines join equal outputs; dashed lines join outputs that differ.`;
}

/** One cell in words and numbers. */
function describe(region: Region, cell: Cell, shown: AttentionShown): string {
  const words = shown.sentences[region.sentence];
  const word = quoted(words[cell.row] as string);
  const { encoding } = shown.comparisons[region.side];
  const place = `${ORDINAL[region.sentence]} sentence, ${encoding.title}`;
  const value = AttentionPlot.values(region, shown)[cell.row * region.columns + cell.column] as number;
  if (region.kind === "weights") {
    return `${word} looks at ${quoted(words[cell.column] as string)} with weight ${formatFloat32(value)} (head ${shown.head + 1}, ${place})`;
  }
  return `output of ${word}, dimension ${formatInteger(cell.column)}: ${formatFloat32(value)} (${place})${partner(region, cell, shown)}`;
}

function partner(
  { side, sentence }: Region,
  { row }: Cell,
  { comparisons, sentences }: AttentionShown,
): string {
  const { matching } = comparisons[side];
  if (!matching) return "";
  const first = sentence === 0 ? row : matching.partners.indexOf(row);
  const other = sentence === 0 ? (matching.partners[row] as number) : first;
  const word = quoted(sentences[1 - sentence]?.[other] as string);
  return `; paired with ${word}, word ${other + 1} of the other sentence, and at most ${matching.distances[first]} away from it`;
}

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
    press({ key, ctrlKey, metaKey, altKey }, { cursor }, { regions }: AttentionPlot) {
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
