import { css } from "@lit/reactive-element";
import type { Posenc } from "../../../src/entries/encodings.ts";
import { dragIn } from "../../plot/drag.ts";
import { formatFixed } from "../../plot/numbers.ts";
import { check, slide } from "../controls/bound.ts";
import { readingStyles } from "../controls/reading-styles.ts";
import { fullModule } from "../definition/full-module.ts";
import { flag, real, whole } from "../definition/rules.ts";
import { figure } from "../figure/figure.ts";
import { range } from "../share/entries.ts";
import { WishesPlot } from "./wishes-plot.ts";
import {
  describeAll,
  describeLamp,
  WIDTH,
  WISHES,
  type WishesShown,
  WORDS,
  wishesShown,
} from "./wishes-shown.ts";

const styles = [
  ...readingStyles({ 0: 5, 24: 4, 44: 2 }),
  css`
    .plot {
      cursor: default;
    }
  `,
];

/** Five ways to write down a position, four wishes, and the wheels of the binary number, which turn into waves. */
export const WishesElement = figure({
  tag: "pe-wishes",
  doc: "A score card: five ways to write down the position of a word, and which of four wishes each keeps. Under it the wheels of the binary number, which turn into waves.",
  example: '<pe-wishes word="13" corners="1"></pe-wishes>',
  module: fullModule,
  state: {
    word: whole({ from: 0, to: WORDS - 1, default: 13, doc: "The word whose numbers are shown" }),
    corners: real({
      from: 0,
      to: 1,
      default: 0 as number,
      doc: "How round the corners of the binary wheels are: 0 for digits, 1 for waves",
    }),
    hideWaves: flag({ default: false, doc: "Whether the verdicts on the waves are kept back" }),
  },
  styles,
  heights: [{ em: 59 }, { from: 24, em: 56 }, { from: 44, em: 50 }],
  kind: "score card",
  compute: (pe: Posenc, state, before: WishesShown | undefined): WishesShown =>
    wishesShown(pe, state, before),
  plot: () => new WishesPlot(),
  label: describeAll,
  describe: (shown, cell) => (cell ? describeLamp(shown, cell.row, cell.column) : describeAll(shown)),
  grid: ({ ways }) => ({ rows: ways.length, columns: WISHES.length }),
  valueAt: (_, { word }) => ({ row: word, column: 0 }),
  array: ({ wheels }) => ({
    corner: "word",
    rows: range(0, WORDS),
    columns: range(0, WIDTH).map((wheel) => `wheel ${wheel}`),
    values: wheels,
  }),
  code: async ({ corners }) => (await import("./wishes-code.ts")).wheelsCode(corners),
  interact(figure, plot: WishesPlot) {
    const go = (x: number, y: number) => {
      const word = plot.wordAt(x, y);
      if (word !== undefined) figure.word = word;
      return word !== undefined;
    };
    dragIn(plot.element, { take: go, move: go });
  },
  controls: {
    sliders: [
      slide("word", { label: "word" }),
      slide("corners", {
        label: "round off the corners",
        step: 0.01,
        format: (value) => `${formatFixed(100 * value, 0)} %`,
      }),
    ],
    more: [check("hideWaves", "keep back the verdicts on the waves")],
  },
});
