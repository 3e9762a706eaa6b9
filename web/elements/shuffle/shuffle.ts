import { html } from "../../plot/dom.ts";
import { formatFixed, formatSmall } from "../../plot/numbers.ts";
import type { LayerModule } from "../attention/attention-encoding.ts";
import { plainModule } from "../attention/plain-encoding.ts";
import { choose, seedField } from "../controls/bound.ts";
import { pills } from "../controls/pills.ts";
import { seedRule } from "../controls/seed-field.ts";
import type { Cell } from "../definition/cell-cursor.ts";
import type { PartMaker } from "../definition/definition.ts";
import { numbers, text, word } from "../definition/rules.ts";
import { figure } from "../figure/figure.ts";
import { stacked } from "../share/named-array.ts";
import { label, quoted } from "../words/label.ts";
import { SentenceField } from "../words/sentence-field.ts";
import { sentenceStyles } from "../words/sentence-styles.ts";
import { dragWords, press, shuffleButton } from "./shuffle-moves.ts";
import { ShufflePlot } from "./shuffle-plot.ts";
import {
  isAsWritten,
  MOST,
  numberAt,
  type ShuffleShown,
  shuffleShown,
  WIDTH,
  wordsIn,
} from "./shuffle-shown.ts";
import { shuffleStyles } from "./shuffle-styles.ts";

/** The picture in words, and the count of numbers that changed. */

const HINT = "Drag a word, or choose one with the arrow keys and move it with Shift and an arrow.";

const changes = ({ changed, words }: ShuffleShown): string =>
  `${changed} of ${words.length * WIDTH} numbers changed`;

/** One number of a word. */
function describeNumber(shown: ShuffleShown, { row, column }: Cell): string {
  const { now, start } = numberAt(shown, column, row);
  const isSame = Math.abs(now - start) <= shown.rounding;
  const before = isSame ? "as at the start" : `${formatFixed(start, 4)} at the start`;
  const word = quoted(shown.words[shown.order[column] as number] as string);
  return `${word} at position ${column}, number ${row + 1} of ${WIDTH}: ${formatFixed(now, 4)}, ${before}. ${changes(shown)}.`;
}

/** What the order did to the results. */
function verdict(shown: ShuffleShown): string {
  const { order, words, hasPositions, rounding } = shown;
  if (isAsWritten(order)) return HINT;
  const same = `the same ${words.length * WIDTH} numbers`;
  const limit = `Differences up to ${formatSmall(rounding)} are rounding and do not count.`;
  if (hasPositions) return `Each word now carries its position, so a move changes the results. ${limit}`;
  return `Each word took its column along: ${same} in another order. ${limit}`;
}

/** The count of numbers that changed, large. */
const changeCount: PartMaker<unknown, ShuffleShown> = () => {
  const number = html("data", { class: "count", part: "number" });
  const rest = html("span", { class: "quiet" });
  return {
    element: html("p", { class: "changes" }, number, rest),
    show(shown) {
      number.value = number.textContent = String(shown.changed);
      rest.textContent = changes(shown).replace(/^\d+/, "");
    },
  };
};

/** A field for the sentence. A new sentence starts in the order in which it is written. */
const textField: PartMaker<{ text: string; order: readonly number[] | undefined }, ShuffleShown> = (
  figure,
) => {
  const changed = (typed: string) => Object.assign(figure, { text: typed, order: undefined });
  const field = new SentenceField("your sentence", changed, MOST);
  return { element: field.element, show: () => field.show(figure.text) };
};

const namesOf = ({ words, order }: ShuffleShown): string[] =>
  wordsIn(words, order).map((name, place) => `${place} ${label(name)}`);

/** Words to drag into another order, and the results of attention, which travel with them. */
export const ShuffleElement = figure({
  tag: "pe-shuffle",
  doc: "The words of a sentence, to be dragged into another order, and what one layer of attention with random weights computes for each: without positions every result travels with its word, with positions all results change.",
  example: '<pe-shuffle text="John likes Jane" order="2 1 0"></pe-shuffle>',
  parts: ["number"],
  module: plainModule,
  state: {
    text: text({
      default: "my sister wants to eat a chicken",
      doc: `The sentence; its first ${MOST} words are shown`,
    }),
    order: numbers({
      least: 1,
      most: MOST,
      expected: `at most ${MOST} whole numbers from 0 on, each of them once`,
      holds: (places) =>
        new Set(places).size === places.length && places.every((n) => Number.isInteger(n) && n >= 0),
      default: undefined as readonly number[] | undefined,
      doc: "The words in their present order, as indices into the sentence from 0. Default: as written",
    }),
    encoding: word(["none", "sinusoidal"], { doc: "The encoding that is added to the words" }),
    seed: seedRule("words and weights"),
  },
  styles: [sentenceStyles, shuffleStyles],
  heights: [{ em: 31 }, { from: 30, em: 28 }, { from: 44, em: 27 }],
  kind: "words to be dragged",
  compute: (pe: LayerModule, state, before: ShuffleShown | undefined): ShuffleShown =>
    shuffleShown(pe, state, before),
  plot: () => new ShufflePlot(),
  label: (shown) =>
    `${wordsIn(shown.words, shown.order).map(label).join(" ")}, ${shown.hasPositions ? "with" : "without"} positions: ${changes(shown)}`,
  describe: (shown, cell) => (cell ? describeNumber(shown, cell) : verdict(shown)),
  grid: ({ words }) => ({ rows: WIDTH, columns: words.length }),
  keys: {
    text: "Left and right choose a word, up and down one of its numbers. Shift with left or right moves the word.",
    press,
  },
  /** A row for each word, in the present order. */
  valueAt: ({ row, column }) => ({ row: column, column: row }),
  array: (shown) => stacked("word", namesOf(shown), WIDTH, [shown.now.outputs]),
  code: async ({ words, order, encoding, settings }) =>
    (await import("../attention/attention-code.ts")).attentionCode(
      [wordsIn(words, order)],
      { side: encoding },
      settings,
      "values",
    ),
  interact: (figure, plot: ShufflePlot) => dragWords(figure, plot),
  controls: {
    bar: [
      changeCount,
      pills(choose("encoding", "positions", { none: "positions off", sinusoidal: "positions on" })),
      shuffleButton,
    ],
    more: [textField, seedField],
  },
});
