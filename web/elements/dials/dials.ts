import { css } from "@lit/reactive-element";
import type { Posenc } from "../../../src/entries/encodings.ts";
import { degrees, formatFixed, formatInteger, formatRough } from "../../plot/numbers.ts";
import { seedField, slide, slider } from "../controls/bound.ts";
import { pillStyles } from "../controls/pills.ts";
import { readingStyles } from "../controls/reading-styles.ts";
import type { PartMaker } from "../definition/definition.ts";
import { range } from "../definition/figure-spec.ts";
import { fullModule } from "../definition/full-module.ts";
import { real, seedRule, whole } from "../definition/rules.ts";
import { figure } from "../figure/figure.ts";
import { type Dials, DialsPlot, dragHands, LAST, moveBoth, moveOne, press } from "./dials-plot.ts";
import { angleOf, type Dial, type DialsShown, dialsShown, PAIRS } from "./dials-shown.ts";

const dialsStyles = [
  readingStyles({ 0: 4, 30: 2 }),
  pillStyles,
  css`
    .plot {
      cursor: grab;
    }
    .plot:active {
      cursor: grabbing;
    }
    .q :is(.line, .tip) {
      stroke: currentColor;
    }
    .q :is(.tip, .name) {
      fill: currentColor;
    }
    .k :is(.line, .tip) {
      stroke: var(--_position);
    }
    .k .name {
      fill: var(--_position);
    }
    .k .tip {
      fill: var(--_paper);
    }
    .box {
      grid-template-rows: minmax(9rem, 1fr) auto auto;
    }
    .readout {
      order: 1;
      text-align: center;
      text-wrap: balance;
    }
    /* Sliders and ⋯ share one line. */
    .controls {
      grid-template-columns: minmax(0, 1fr) auto;
      align-items: center;
      inline-size: min(100%, 44em);
      justify-self: center;
    }
    @container (max-width: 30rem) {
      .sliders {
        grid-template-columns: 1fr;
      }
    }
  `,
];

/** The degrees from the key's hand to the query's, from 0 to 360. */
const between = ({ query, key }: Dial): string => {
  const angle = degrees(angleOf(query) - angleOf(key));
  return `${formatFixed(((angle % 360) + 360) % 360, 1)}°`;
};

function describeDial({ dials, score, settings }: DialsShown, index: number): string {
  const dial = dials[index] as Dial;
  return (
    `Pair ${index}, ${formatRough(dial.frequency)} radians a step, query at ${formatInteger(settings.query)}, key at ` +
    `${formatInteger(settings.key)}: ${between(dial)} from key to query, ${formatFixed(dial.product, 3)} of the score ${formatFixed(score, 3)}.`
  );
}

function describeScore({ score, settings: { query, key } }: DialsShown): string {
  return (
    `Query at ${formatInteger(query)}, key at ${formatInteger(key)}, distance ${formatInteger(query - key)}: score ` +
    `${formatFixed(score, 3)}. Move both, and the hands turn together; move one, and the angles change.`
  );
}

/** The end of sliders; hands can be dragged farther. */
const FARTHEST = 100;

const positionSlider =
  (
    label: string,
    word: "query" | "key",
    move: (figure: Dials, position: number) => void,
  ): PartMaker<Pick<Dials, "query" | "key">, DialsShown> =>
  (figure) => {
    const { element, show } = slider({
      label,
      min: 0,
      max: FARTHEST,
      oninput: (value) => move(figure, value),
    });
    return { element, show: ({ settings }) => show(settings[word]) };
  };

/** The pairs of a query and a key as hands that turn with their positions, and their score, which depends only on the distance. */
export const DialsElement = figure({
  tag: "pe-dials",
  doc: "A query and a key under rotary position embedding: four pairs as hands of dials. Moving both words turns all hands and leaves the score; moving one changes the angles between them.",
  example: '<pe-dials query="12" key="7"></pe-dials>',
  parts: ["value"],
  module: fullModule,
  state: {
    query: whole({ from: 0, to: LAST, default: 12, doc: "The query's position" }),
    key: whole({ from: 0, to: LAST, default: 7, doc: "The key's position" }),
    base: real({
      from: 1,
      to: 1e9,
      default: 100,
      doc: "The base of the frequencies. Models use 10000 and more; with 100 even the slowest of four hands is seen to turn",
    }),
    seed: seedRule("query and key"),
  },
  styles: dialsStyles,
  heights: [{ em: 44 }, { from: 30, em: 36 }, { from: 44, em: 28 }, { from: 56, em: 31 }],
  kind: "dials",
  compute: (pe: Posenc, settings): DialsShown => dialsShown(pe, settings),
  plot: () => new DialsPlot(),
  label: ({ settings: { query, key } }) => `${PAIRS} dials, query at ${query}, key at ${key}`,
  describe: (shown, cell) => (cell ? describeDial(shown, cell.column) : describeScore(shown)),
  grid: () => ({ rows: 1, columns: PAIRS }),
  keys: {
    text: "Left and right choose a dial. Up and down move both words by one position, with Shift the key alone; Page Up and Page Down by ten.",
    press,
  },
  valueAt: ({ column }) => ({ row: column, column: 4 }),
  array: ({ dials }) => ({
    corner: "pair",
    rows: range(0, dials.length),
    columns: ["query x", "query y", "key x", "key y", "product"],
    values: dials.flatMap(({ query, key, product }) => [...query, ...key, product]),
  }),
  code: async ({ settings }) => (await import("./dials-code.ts")).dialsCode(settings),
  interact: (figure, plot: DialsPlot) => dragHands(figure, plot),
  controls: {
    sliders: [
      positionSlider("move both words", "query", moveBoth),
      positionSlider("move the key only", "key", (figure, position) => moveOne(figure, "key", position)),
    ],
    more: [
      slide("base", {
        label: "base",
        step: 0.01,
        toValue: (raw) => Number((10 ** raw).toPrecision(3)),
        toRaw: Math.log10,
      }),
      seedField,
    ],
  },
});
