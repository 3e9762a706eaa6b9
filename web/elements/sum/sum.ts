import type { Posenc } from "../../../src/entries/encodings.ts";
import { checkWord, choose, widthSlider } from "../controls/bound.ts";
import { readingStyles } from "../controls/reading-styles.ts";
import { fullModule } from "../definition/full-module.ts";
import { refusal } from "../definition/refusal.ts";
import { text, word } from "../definition/rules.ts";
import { sinusoid } from "../definition/sinusoid.ts";
import { figure } from "../figure/figure.ts";
import { range } from "../share/entries.ts";
import { label } from "../words/label.ts";
import { sentenceField, sentenceStyles } from "../words/sentence-field.ts";
import { firstTokens } from "../words/tokens.ts";
import { SumPlot } from "./sum-plot.ts";
import { describeAll, describeEntry, MODES, type SumShown, sumOf } from "./sum-shown.ts";

/** Most words with legible strips on a phone. */
const MOST_WORDS = 12;

/** Words as vectors and their positions as vectors, added or put side by side: what goes into the first layer. */
export const SumElement = figure({
  tag: "pe-sum",
  doc: "Word vectors and position vectors, added or side by side: the input of the first layer.",
  example: '<pe-sum d-model="64"></pe-sum>',
  module: fullModule,
  encoding: sinusoid({ dModel: 512, widest: 1024 }),
  state: {
    text: text({
      default: "a chicken wants to eat my sister",
      doc: `The words; at most ${MOST_WORDS} are shown`,
    }),
    mode: word(MODES, { doc: "Whether position vectors are added to word vectors, or placed beside them" }),
    scaling: word(["sqrt-d", "none"], {
      doc: "The factor of the word vectors: √d as in the paper, or 1",
    }),
  },
  styles: [sentenceStyles, readingStyles({ 0: 4, 44: 2 })],
  heights: [
    { aspect: [1, 3] },
    { from: 22, aspect: [2, 5] },
    { from: 30, aspect: [2, 3] },
    { from: 44, aspect: [13, 10] },
  ],
  kind: "strips of vectors",
  compute: (pe: Posenc, { spec, text, mode, scaling }): SumShown =>
    sumOf(pe, { spec, words: firstTokens(text, MOST_WORDS).words, mode, scaled: scaling === "sqrt-d" }),
  plot: () => new SumPlot(),
  label: describeAll,
  describe: (shown, cell) => (cell ? describeEntry(shown, cell) : describeAll(shown)),
  grid: ({ words, width }) => ({ rows: words.length, columns: width }),
  array({ words, width, blocks }) {
    checkWords(words);
    return { corner: "word", rows: words.map(label), columns: range(0, width), values: blocks[2] };
  },
  async code(shown) {
    checkWords(shown.words);
    const { sumCode } = await import("./sum-code.ts");
    return sumCode(shown.spec, shown.words, shown);
  },
  controls: {
    sliders: [sentenceField("your words", MOST_WORDS)],
    bar: [choose("mode", "position is", { add: "added", concatenate: "concatenated" })],
    more: [widthSlider(512), checkWord("scaling", "words times √d", "sqrt-d", "none")],
  },
});

function checkWords({ length }: readonly string[]): void {
  if (length === 0) throw refusal("text", "at least one word", "");
}
