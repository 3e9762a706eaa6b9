import { css } from "@lit/reactive-element";
import type { Posenc } from "../../../src/entries/encodings.ts";
import { html } from "../../plot/dom.ts";
import { formatRough } from "../../plot/numbers.ts";
import { choose, slide, slider } from "../controls/bound.ts";
import { readingStyles } from "../controls/reading-styles.ts";
import { resultStyles } from "../controls/stated-number.ts";
import type { PartMaker } from "../definition/definition.ts";
import { fullModule } from "../definition/full-module.ts";
import { real, text, whole, word } from "../definition/rules.ts";
import { figure } from "../figure/figure.ts";
import { label } from "../words/label.ts";
import { sentenceField, sentenceStyles } from "../words/sentence-field.ts";
import { ENCODINGS, HEADS } from "./head-encoding.ts";
import { HEAD_ENCODINGS } from "./heads.ts";
import { ShiftHeadPlot } from "./shift-head-plot.ts";
import { describe, type ShiftHeadShown, shiftHeadShown } from "./shift-head-shown.ts";

const shiftHeadStyles = [
  readingStyles({ 0: 2, 44: 1 }),
  resultStyles,
  css`
  .box {
    grid-template-rows: auto minmax(18rem, 1fr) auto auto;
    gap: 0.75rem;
  }
  .slider[inert] {
    opacity: 0.4;
  }
  .result {
    min-block-size: 6.4rem;
  }
  @container (min-width: 30rem) {
    .result {
      align-items: center;
      min-block-size: 4.1em;
    }
  }
`,
];

const FARTHEST = 1_000_000;
const HINT = "Point at a cell to read its weight, or use the arrow keys.";

/** The verdict on the head: a number and a sentence. */
const result: PartMaker<unknown, ShiftHeadShown> = () => {
  const number = html("data", { class: "number", part: "number" });
  const sentence = html("span", { class: "verdict" });
  return {
    element: html("p", { class: "result" }, number, sentence),
    show({ verdict }) {
      number.value = String(verdict.value);
      number.textContent = verdict.shown;
      sentence.textContent = verdict.sentence;
    },
  };
};

/** A slider for the number of words back. An induction head looks one word back. */
const wordsBack: PartMaker<{ offset: number }, ShiftHeadShown> = (figure) => {
  const oninput = (offset: number) => Object.assign(figure, { offset });
  const { element, show } = slider({ label: "words back k", min: 0, max: 8, oninput });
  return {
    element,
    show({ settings }) {
      element.inert = settings.head === "induction";
      show(settings.head === "induction" ? 1 : settings.offset);
    },
  };
};

/** Attention heads that nobody trained, on the reader's text. */
export const ShiftHeadElement = figure({
  tag: "pe-shift-head",
  doc: "Attention heads made by hand, without training, on the reader's text: one head looks exactly k words back; two heads together continue a repeated text.",
  example: '<pe-shift-head offset="2"></pe-shift-head>',
  module: fullModule,
  state: {
    text: text({
      default: "my sister wants to eat a chicken because my sister",
      doc: "The text; at most 64 words are shown",
    }),
    head: word(HEADS, {
      doc: "One head that looks back, or two heads that continue a repeated text",
    }),
    encoding: word(ENCODINGS, { doc: "The encoding that the head is built from" }),
    offset: whole({ from: 0, to: 63, default: 1, doc: "Number of words that the head looks back" }),
    temperature: real({ from: 0.01, to: 100, default: 0.05, doc: "The divisor of the scores" }),
    start: whole({ from: 0, to: FARTHEST, default: 0, doc: "The position of the first word" }),
  },
  styles: [sentenceStyles, shiftHeadStyles],
  heights: [
    { aspect: [2, 7] },
    { from: 30, aspect: [5, 9] },
    { from: 44, em: 47 },
    { from: 70, aspect: [9, 5] },
  ],
  kind: "weights of attention",
  parts: ["number"],
  compute: (pe: Posenc, { text: typed, ...settings }, before: ShiftHeadShown | undefined): ShiftHeadShown =>
    shiftHeadShown(pe, typed, settings, before),
  remark: ({ isLeft }) => (isLeft ? "The text is empty: type some words." : ""),
  plot: () => new ShiftHeadPlot(),
  label: ({ verdict }) => `Weights of attention between words. ${verdict.shown} ${verdict.sentence}`,
  describe({ words, layers }, cell) {
    if (!cell) return HINT;
    const [t, layer, s] = [cell.row, Math.floor(cell.column / words.length), cell.column % words.length];
    const weight = layers[layer]?.weights[t * words.length + s] as number;
    return describe(words, { t, s, weight, layer, layers: layers.length });
  },
  grid: ({ words, layers }) => ({ rows: words.length, columns: layers.length * words.length }),
  /** A row for each word. The columns of the second layer follow the columns of the first. */
  array({ words, layers }) {
    const names = words.map((name, index) => `${index + 1} ${label(name)}`);
    const columns = layers.flatMap((_, layer) =>
      names.map((name) => (layers.length === 1 ? name : `layer ${layer + 1}: ${name}`)),
    );
    const values = new Float32Array(words.length * columns.length);
    for (const [layer, { weights }] of layers.entries()) {
      for (const t of words.keys()) {
        const row = weights.subarray(t * words.length, (t + 1) * words.length);
        values.set(row, t * columns.length + layer * words.length);
      }
    }
    return { corner: "word", rows: names, columns, values };
  },
  code: async ({ settings, words, head }) =>
    (await import("./shift-head-code.ts")).shiftHeadCode(settings, words, head),
  above: [result],
  controls: {
    rows: [
      choose(
        "encoding",
        "encoding",
        Object.fromEntries(Object.entries(HEAD_ENCODINGS).map(([name, { title }]) => [name, title])),
      ),
    ],
    sliders: [wordsBack],
    more: [
      sentenceField("your text"),
      choose("head", "head", { shift: "look back", induction: "induction, two layers" }),
      slide("temperature", {
        label: "temperature",
        to: 10,
        step: 0.05,
        toValue: (raw) => Number((10 ** raw).toPrecision(2)),
        toRaw: Math.log10,
        format: formatRough,
      }),
      slide("start", {
        label: "first word’s position",
        step: 0.01,
        toValue: (raw) => Math.min(FARTHEST, Math.round(10 ** raw) - 1),
        toRaw: (value) => Math.log10(value + 1),
      }),
    ],
  },
});
