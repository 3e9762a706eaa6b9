import { choose, slide } from "../controls/bound.ts";
import { noModule } from "../definition/no-module.ts";
import { text, whole, word } from "../definition/rules.ts";
import { figure } from "../figure/figure.ts";
import { parityArray } from "./parity-array.ts";
import { parityCode } from "./parity-code.ts";
import { NAMES, parityMenus } from "./parity-menus.ts";
import { ParityPlot } from "./parity-plot.ts";
import { describeCell, describeParity } from "./parity-reading.ts";
import { advance, CELLS, type ParityShown, parityShown, VIEWS } from "./parity-shown.ts";
import { parityStyles } from "./parity-styles.ts";

const SHORTEST = 2 ** 9;
const LONGEST = 2 ** 20;
/** Computation in one frame, ms: the page stays free for as much again. */
const FRAME = 8;

/** Two engines on one config: differences of phase, of scores, and of wavelengths. */
export const ParityElement = figure({
  tag: "pe-parity",
  doc: "What two engines compute from the same config: the phase difference of every pair at every position as exact means, the difference of scores by length, or the wavelengths with the effect of the scaling rule on each pair.",
  example: '<pe-parity config="gpt_oss" engine="vllm@ffdc985"></pe-parity>',
  module: noModule,
  state: {
    view: word(VIEWS, { doc: "Phase differences, score differences, or wavelengths" }),
    config: text({
      default: "gpt_oss",
      doc: "A model type of the atlas, with the defaults of its class, or the text of a config.json",
    }),
    engine: word(NAMES, { default: "vllm@ffdc985", doc: "The engine; `posenc` is exact" }),
    reference: word(NAMES, { doc: "The engine to compare with" }),
    length: whole({
      from: SHORTEST,
      to: LONGEST,
      default: 131_072,
      doc: "The length that the engines serve, in tokens",
    }),
    kind: text({
      default: "",
      doc: "The kind of layers, as named in the config; empty for the first kind that rotates",
    }),
  },
  styles: parityStyles,
  heights: [
    { aspect: [1, 2] },
    { from: 20, aspect: [5, 8] },
    { from: 30, aspect: [1, 1] },
    { from: 44, aspect: [5, 3] },
    { from: 52, aspect: [2, 1] },
    { from: 58, aspect: [9, 4] },
  ],
  kind: "plot",
  compute: (_, state, before: ParityShown | undefined): ParityShown => {
    const shown = parityShown(state, before);
    return state.view === "phase" && shown.done < CELLS ? advance(shown, FRAME) : shown;
  },
  proceed: (shown) => (shown.view === "phase" && shown.done < CELLS ? advance(shown, FRAME) : undefined),
  plot: () => new ParityPlot(),
  label: ({ view, parity: { sides, pairs } }) =>
    `${{ phase: "Phase differences", score: "Score differences", wavelengths: "Wavelengths" }[view]} of ${pairs} pairs, ${sides.map(({ engine }) => engine).join(" and ")}`,
  describe: (shown, cell) => (cell ? describeCell(shown, cell) : describeParity(shown)),
  grid: ({ view, parity: { pairs, scores } }) =>
    ({
      phase: { rows: pairs, columns: CELLS },
      score: { rows: 1, columns: scores.length },
      wavelengths: { rows: 2, columns: pairs },
    })[view],
  valueAt: ({ row, column }, { view }) =>
    view === "phase"
      ? { row, column }
      : view === "score"
        ? { row: column, column: 1 }
        : { row: column, column: row },
  array: parityArray,
  code: parityCode,
  controls: {
    rows: [parityMenus],
    sliders: [
      slide("length", {
        label: "length, tokens",
        step: 1,
        toValue: (raw) => 2 ** raw,
        toRaw: Math.log2,
      }),
    ],
    bar: [choose("view", "show", VIEWS)],
  },
});
