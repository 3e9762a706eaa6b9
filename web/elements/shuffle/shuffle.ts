import { css } from "@lit/reactive-element";
import { html } from "../../plot/dom.ts";
import { dragIn } from "../../plot/drag.ts";
import { formatFixed, formatSmall } from "../../plot/numbers.ts";
import type { LayerModule } from "../attention/attention-model.ts";
import { plainModule } from "../attention/layer-module.ts";
import { choose, seedField } from "../controls/bound.ts";
import { pillStyles, pills } from "../controls/pills.ts";
import { readingStyles } from "../controls/reading-styles.ts";
import { type Cell, cellAfter, type Host, type Part, type PartMaker } from "../definition/definition.ts";
import { numbers, seedRule, text, word } from "../definition/rules.ts";
import { figure } from "../figure/figure.ts";
import { stacked } from "../share/contents.ts";
import { label, quoted } from "../words/label.ts";
import { SentenceField, sentenceStyles } from "../words/sentence-field.ts";
import { ShufflePlot } from "./shuffle-plot.ts";
import {
  isAsWritten,
  MOST,
  movedTo,
  numberAt,
  type ShuffleShown,
  shuffleShown,
  WIDTH,
  wordsIn,
} from "./shuffle-shown.ts";

const shuffleStyles = [
  readingStyles({ 0: 4, 22: 3, 30: 2 }),
  pillStyles,
  css`
    .plot {
      cursor: grab;
    }
    .plot:active {
      cursor: grabbing;
    }
    .tile {
      fill: color-mix(in srgb, currentColor 5%, transparent);
      stroke: var(--_line);
    }
    .held .tile {
      stroke: currentColor;
    }
    .word {
      font-weight: 550;
    }
    .position {
      fill: var(--_position);
      font-weight: 600;
    }
    .readout,
    .bar {
      text-align: center;
      justify-content: center;
    }
    .readout {
      order: 1;
      text-wrap: balance;
    }
    .changes {
      display: flex;
      align-items: baseline;
      gap: 0.4em;
      margin: 0;
      white-space: pre;
    }
    .count {
      min-inline-size: 2ch;
      font-size: 2em;
      font-weight: 600;
      line-height: 1.2;
      text-align: end;
    }
    .pills [value="sinusoidal"]:checked + span {
      color: var(--_position);
    }
    /* As much room on the left as before ⋯. */
    @container (min-width: 30rem) {
      .changes {
        margin-inline-start: auto;
      }
    }
    /* On a phone the count and ⋯ share the first line, and both controls the second. */
    @container (max-width: 30rem) {
      .bar {
        gap: 0.5rem;
      }
      .pills,
      .pill {
        order: 1;
      }
    }
    @media (prefers-reduced-motion: no-preference) {
      .gliding .moving:not(.held) {
        transition: transform 0.25s cubic-bezier(0.3, 1.2, 0.5, 1);
      }
      .number {
        transition: fill 0.3s;
      }
    }
  `,
];

/** Moves of words: by dragging, by keys, and all at once. */

type Shuffle = Host<{ order: readonly number[] | undefined }, ShuffleShown>;

/** Sets the order; the order as written is no attribute. */
function arrange(figure: Shuffle, order: readonly number[]): void {
  figure.order = isAsWritten(order) ? undefined : order;
}

/** The order that the figure is going to show: keys may come faster than drawings. */
function orderOf({ order }: Shuffle, { words, order: drawn }: ShuffleShown): readonly number[] {
  if (order === undefined) return [...words.keys()];
  return order.length === words.length ? order : drawn;
}

function dragWords(figure: Shuffle, plot: ShufflePlot): void {
  dragIn(plot.element, {
    take: (x, y) => figure.shown !== undefined && plot.take(x, y),
    move: (x) => arrange(figure, plot.drag(x)),
    end: () => plot.drop(),
  });
}

/** Shift with an arrow moves the word under the cursor; other keys move the cursor. */
function press(event: KeyboardEvent, figure: Shuffle): Cell | true | undefined {
  const { shown, cursor } = figure;
  if (!shown || event.ctrlKey || event.metaKey || event.altKey) return undefined;
  const order = orderOf(figure, shown);
  const grid = { rows: WIDTH, columns: order.length };
  const cell = cursor ?? { row: 0, column: 0 };
  const target = cellAfter(event.key, cell, grid);
  if (!target || !event.shiftKey || target.row !== cell.row) return cursor ? target : target && cell;
  arrange(figure, movedTo(order, cell.column, target.column));
  return target;
}

/** A button that puts the words into a random order, another than the present one. */
function shuffleButton(figure: Shuffle): Part<ShuffleShown> {
  const onclick = () => {
    const { shown } = figure;
    if (!shown || new Set(shown.words).size < 2) return;
    const sentence = (order: readonly number[]) => order.map((word) => shown.words[word]).join(" ");
    let order: number[];
    do order = shuffled(shown.order);
    while (sentence(order) === sentence(shown.order));
    arrange(figure, order);
  };
  return { element: html("button", { type: "button", class: "pill", onclick }, "Shuffle") };
}

/** Fisher and Yates. */
function shuffled(order: readonly number[]): number[] {
  const mixed = [...order];
  for (let last = mixed.length - 1; last > 0; last--) {
    const other = Math.floor(Math.random() * (last + 1));
    [mixed[last], mixed[other]] = [mixed[other] as number, mixed[last] as number];
  }
  return mixed;
}

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
