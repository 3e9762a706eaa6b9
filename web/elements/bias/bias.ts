import { css } from "@lit/reactive-element";
import type { Posenc } from "../../../src/entries/encodings.ts";
import { type BiasSpec, isBias, methodOf } from "../../methods/methods.ts";
import { formatFloat32, formatInteger } from "../../plot/numbers.ts";
import { check, headMenu, row, slide } from "../controls/bound.ts";
import { encodingMenu } from "../controls/encoding-menu.ts";
import { readingStyles } from "../controls/reading-styles.ts";
import { anySpec } from "../definition/any-spec.ts";
import type { Cell } from "../definition/definition.ts";
import { range } from "../definition/figure-spec.ts";
import { fullModule } from "../definition/full-module.ts";
import { flag, notShown, whole } from "../definition/rules.ts";
import { figure } from "../figure/figure.ts";
import { BiasPlot } from "./bias-plot.ts";
import { BIAS_METHODS, type BiasShown, biasAt, biasValues } from "./bias-shown.ts";

const biasStyles = [
  readingStyles({ 0: 4, 30: 2 }),
  css`
  [data-chosen] path {
    stroke: var(--_accent);
  }
  [data-chosen] circle,
  .chosen {
    fill: var(--_accent);
  }
`,
];

function describeCell(values: BiasShown, { row: query, column: key }: Cell): string {
  const value = biasAt(values, values.head, query, key);
  const distance = formatInteger(Math.abs(query - key));
  const where = query === key ? "the query itself" : `${distance} ${query > key ? "back" : "ahead"}`;
  const heads = values.heads > 1 ? `head ${values.head + 1}, ` : "";
  const what = Number.isFinite(value) ? formatFloat32(value) : "−∞: the causal mask hides this key";
  return `${heads}query ${query}, key ${key}, ${where}: ${what}`;
}

/** The method in one sentence. */
function describeMethod(values: BiasShown): string {
  const { spec, heads, head } = values;
  return methodOf(spec).sentence(spec, { head, heads, ofNeighbour: biasAt(values, head, 1, 0) });
}

/** The largest numbers of tokens and heads: together 2^22 values. */
const LONGEST = 256;
const MOST_HEADS = 64;

/** A bias on the attention score: one head's matrix of queries and keys, and the curves of all heads by offset. */
export const BiasElement = figure({
  tag: "pe-bias",
  doc: "A bias on the attention score: one head's matrix of queries and keys, and the curves of all heads by offset.",
  example: '<pe-bias spec="method=alibi" heads="8" length="32" causal></pe-bias>',
  module: fullModule,
  encoding: anySpec(
    "method=alibi",
    "A bias that depends only on positions: `alibi`, `t5-decoder`, `method=kerple&kernel=power`, …",
    (spec): BiasSpec => {
      if (isBias(spec)) return spec;
      const text = `This figure shows biases that depend only on positions; "${spec.method}" does not.`;
      throw notShown(text, spec.method);
    },
  ),
  state: {
    heads: whole({ from: 1, to: MOST_HEADS, default: 8, doc: "Heads" }),
    head: whole({
      from: 1,
      to: MOST_HEADS,
      default: 1,
      doc: "The head whose matrix is shown; a number above `heads` shows the last head",
    }),
    length: whole({ from: 2, to: LONGEST, default: 32, doc: "Queries and keys" }),
    causal: flag({ default: false, doc: "Whether keys after their query are masked" }),
  },
  styles: biasStyles,
  kind: "matrix",
  parts: ["value"],
  compute: (pe: Posenc, { encoding, heads, head, length, causal }): BiasShown =>
    biasValues(pe, encoding, { heads, head: head - 1, length, causal }),
  plot: () => new BiasPlot(),
  label: ({ head, length }) => `Bias of head ${head + 1}, ${length} queries by ${length} keys`,
  describe: (shown, cell) => (cell ? describeCell(shown, cell) : describeMethod(shown)),
  grid: ({ length }) => ({ rows: length, columns: length }),
  array({ head, length, matrices }) {
    const places = range(0, length);
    return {
      corner: "query",
      rows: places,
      columns: places.map((key) => `key ${key}`),
      values: matrices.slice(head * length ** 2, (head + 1) * length ** 2),
    };
  },
  code: async (shown) => (await import("./bias-code.ts")).biasCode(shown),
  controls: {
    bar: [
      row(
        encodingMenu("bias", BIAS_METHODS),
        headMenu("head", ({ heads }: BiasShown) => heads),
      ),
    ],
    // Longer ones leave no cell legible.
    more: [slide("length", { label: "tokens", from: 4, to: 128 }), check("causal", "causal mask")],
  },
});
