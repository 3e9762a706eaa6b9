import { dragIn } from "../../plot/drag.ts";
import { baseSlider, checkWord, choose, seedField, slide } from "../controls/bound.ts";
import { seedRule } from "../controls/number-field.ts";
import { readingStyles } from "../controls/reading-styles.ts";
import { lightModule } from "../definition/light-module.ts";
import { whole, word } from "../definition/rules.ts";
import { sinusoid } from "../definition/sinusoid.ts";
import { figure } from "../figure/figure.ts";
import { range } from "../share/entries.ts";
import { ProbePlot } from "./probe-plot.ts";
import {
  accuracyAt,
  CURVES,
  describeAll,
  describePoint,
  goOn,
  type ProbeShown,
  probeShown,
} from "./probe-shown.ts";

/** Words and positions are added, and a linear map takes them apart again. */
export const ProbeElement = figure({
  tag: "pe-probe",
  doc: "Words and positions are added, and a linear map takes them apart again: which share of both does it read right, by width? All is computed in the page.",
  example: '<pe-probe d-model="32" words="64" positions="32"></pe-probe>',
  module: lightModule,
  encoding: sinusoid({ dModel: 64, widest: 512 }),
  state: {
    words: whole({ from: 2, to: 512, default: 256, doc: "Random words" }),
    positions: whole({ from: 8, to: 256, default: 64, doc: "Positions that each word can have" }),
    scaling: word(["sqrt-d", "none"], {
      doc: "The factor of the word vectors: √d as in the paper, or 1",
    }),
    seed: seedRule("words, and of the sums that the map is fitted to"),
  },
  styles: readingStyles({ 0: 6, 24: 4, 44: 2 }),
  heights: [{ em: 54 }, { from: 24, em: 52 }, { from: 44, em: 36 }],
  kind: "chart of accuracies",
  compute: (pe, { spec, words, positions, scaling, seed }, before: ProbeShown | undefined): ProbeShown =>
    probeShown(pe, { spec, words, positions, seed, isScaled: scaling === "sqrt-d" }, before),
  proceed: goOn,
  plot: () => new ProbePlot(),
  label: describeAll,
  describe: (shown, cell) => (cell ? describePoint(shown, cell.row, cell.column) : describeAll(shown)),
  grid: ({ widths }) => ({ rows: CURVES.length, columns: widths.length }),
  valueAt: ({ row, column }, { done }) => ({ row: Math.min(column, Math.max(0, done - 1)), column: row }),
  array: (shown) => ({
    corner: "width",
    rows: shown.widths.slice(0, shown.done),
    columns: CURVES,
    values: Float64Array.from(
      range(0, shown.done).flatMap((width) => CURVES.map((_, curve) => accuracyAt(shown, curve, width))),
    ),
  }),
  code: async (shown) => (await import("./probe-code.ts")).probeCode(shown),
  interact(figure, plot: ProbePlot) {
    const go = (x: number, y: number) => {
      const index = figure.shown && plot.widthAt(x, y, figure.shown);
      if (figure.shown && index !== undefined) figure.dModel = figure.shown.widths[index] as number;
      return index !== undefined;
    };
    dragIn(plot.element, { take: go, move: go });
  },
  controls: {
    sliders: [choose("dModel", "width d", [8, 16, 32, 64, 128, 256, 512])],
    more: [
      slide("words", { label: "words", from: 16, to: 512 }),
      slide("positions", { label: "positions", from: 8, to: 128 }),
      checkWord("scaling", "words times √d", "sqrt-d", "none"),
      baseSlider,
      seedField,
    ],
  },
});
