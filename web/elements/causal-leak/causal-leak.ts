import { css } from "@lit/reactive-element";
import type { Posenc } from "../../../src/entries/encodings.ts";
import { type Code, code } from "../../methods/code.ts";
import { JAVASCRIPT_UNIFORMS, PYTHON_UNIFORMS } from "../../methods/uniforms-code.ts";
import { html } from "../../plot/dom.ts";
import { formatFixed } from "../../plot/numbers.ts";
import { choose, row, seedField, slide } from "../controls/bound.ts";
import { arrayTable } from "../controls/panel.ts";
import { readingStyles } from "../controls/reading-styles.ts";
import { resultStyles } from "../controls/stated-number.ts";
import type { PartMaker } from "../definition/definition.ts";
import { type NamedArray, range } from "../definition/figure-spec.ts";
import { fullModule } from "../definition/full-module.ts";
import { flag, seedRule, whole, word } from "../definition/rules.ts";
import { figure } from "../figure/figure.ts";
import { CausalLeakPlot } from "./causal-leak-plot.ts";
import {
  type CausalLeakShown,
  describe,
  experiment,
  goOn,
  HINT,
  layersText,
  type Measured,
  readOutsOf,
  verdict,
} from "./causal-leak-shown.ts";
import {
  FIRSTS,
  HEADS,
  LAYERS,
  type LeakSettings,
  type ReadOut,
  TEST,
  TRAIN,
  VARIANCE,
  WIDTH,
} from "./random-layers.ts";

/** Code that makes the numbers of the figure: for each depth the error, and the mean read-out at each position. */
const causalLeakCode = (settings: LeakSettings, causal: boolean): Code =>
  code(
    (library) =>
      `${pythonInput(settings, causal)}${
        library === "np"
          ? `${NUMPY_ATTENTION}${PYTHON_END}`
          : `${PYTORCH_ATTENTION}${PYTHON_END}values = torch.from_numpy(values)\n`
      }`,
    javascript(settings, causal),
  );

const python = (flag: boolean): string => (flag ? "True" : "False");

const pythonInput = (
  { length, first, seed }: LeakSettings,
  causal: boolean,
): string => `T, d, heads, layers, train, test = ${length}, ${WIDTH}, ${HEADS}, ${LAYERS}, ${TRAIN}, ${TEST}
seed, causal, shared = ${seed}, ${python(causal)}, ${python(first === "shared")}

${PYTHON_UNIFORMS}
def sample(name, variance, *shape):
    values = uniforms(f"{seed}/{name}", int(np.prod(shape))) * np.sqrt(3 * variance)
    return values.reshape(shape).astype(np.float32)

x = np.stack([sample(f"sequence/{n}", 1, T, d) for n in range(train + test)])
if shared:
    x[:, 0] = sample("first", 1, d)
outputs = [x]
for layer in range(1, layers + 1):
    q, k, v = (
        (outputs[-1] @ sample(f"layer/{layer}/{name}", variance / d, d, d)).reshape(-1, T, heads, d // heads).swapaxes(1, 2)
        for name, variance in ${JSON.stringify(Object.entries(VARIANCE))}
    )
`;

const NUMPY_ATTENTION = `    scores = q @ k.swapaxes(2, 3) / np.sqrt(d // heads)
    scores = np.where(np.tri(T, dtype=bool) | (not causal), scores, -np.inf)
    weights = np.exp(scores - scores.max(-1, keepdims=True))
    weights /= weights.sum(-1, keepdims=True)
    outputs.append((weights @ v).swapaxes(1, 2).reshape(-1, T, d))
`;

const PYTORCH_ATTENTION = `    q, k, v = (torch.from_numpy(x) for x in (q, k, v))
    out = torch.nn.functional.scaled_dot_product_attention(q, k, v, is_causal=causal)
    outputs.append(out.transpose(1, 2).reshape(-1, T, d).numpy())
`;

const PYTHON_END = `
position = np.arange(1, T)
values = []
for output in outputs:
    inputs = np.concatenate((output[:, 1:].astype(float), np.ones((train + test, T - 1, 1))), -1)
    weights = np.linalg.lstsq(inputs[:train].reshape(-1, d + 1), np.tile(position, train), rcond=None)[0]
    read = inputs[train:] @ weights
    values.append([np.sqrt(((read - position) ** 2).mean()), *read.mean(0)])
values = np.array(values)
`;

const javascript = (
  { length, first, seed }: LeakSettings,
  causal: boolean,
): string => `const [T, d, heads, layers, train, test] = [${length}, ${WIDTH}, ${HEADS}, ${LAYERS}, ${TRAIN}, ${TEST}];
const [seed, causal, shared] = [${seed}, ${causal}, ${first === "shared"}];

${JAVASCRIPT_UNIFORMS}
const sample = (name, variance, count) =>
  Float32Array.from(uniforms(\`\${seed}/\${name}\`, count), (u) => u * Math.sqrt(3 * variance));

const matrices = Array.from({ length: layers }, (_, layer) =>
  ${JSON.stringify(Object.entries(VARIANCE))}.map(([name, variance]) =>
    sample(\`layer/\${layer + 1}/\${name}\`, variance / d, d * d),
  ),
);
const outputs = Array.from({ length: layers + 1 }, () => []);
for (let n = 0; n < train + test; n++) {
  let x = sample(\`sequence/\${n}\`, 1, T * d);
  if (shared) x.set(sample("first", 1, d));
  outputs[0].push(x);
  matrices.forEach((layer, index) => {
    const [q, k, v] = layer.map((matrix) => pe.matmul(x, matrix, { inner: d }));
    x = pe.attention({ q, k, v, heads, headDim: d / heads, causal }).output;
    outputs[index + 1].push(x);
  });
}

// Least squares: in a table of two halves each output is followed, half a table later, by its position.
const values = outputs.flatMap((ofDepth) => {
  const rows = train * (T - 1);
  const table = new Float64Array(2 * rows * (d + 1));
  for (let row = 0; row < rows; row++) {
    const [n, t] = [Math.floor(row / (T - 1)), (row % (T - 1)) + 1];
    table.set(ofDepth[n].subarray(t * d, (t + 1) * d), row * (d + 1));
    table[row * (d + 1) + d] = 1;
    table[(rows + row) * (d + 1)] = t;
  }
  const weights = pe.fitShift({ table, dModel: d + 1 }, { k: rows }).matrix;
  const mean = new Float64Array(T - 1);
  let squares = 0;
  for (const output of ofDepth.slice(train)) {
    for (let t = 1; t < T; t++) {
      let read = weights[d];
      for (let i = 0; i < d; i++) read += weights[i] * output[t * d + i];
      mean[t - 1] += read / test;
      squares += (read - t) ** 2;
    }
  }
  return [Math.sqrt(squares / (test * (T - 1))), ...mean];
});
`;

const causalLeakStyles = [
  readingStyles({ 0: 3, 44: 2 }),
  resultStyles,
  css`
  .box {
    grid-template-rows: auto minmax(20rem, 1fr) auto auto;
    gap: 0.75rem;
  }
  .plot[aria-busy="true"] .drawing {
    opacity: 0.4;
  }
  .result {
    min-block-size: 13.5em;
  }
  @container (min-width: 30rem) {
    .result {
      min-block-size: 8.1em;
    }
  }
  @container (min-width: 44rem) {
    .result {
      min-block-size: 5.4em;
    }
  }
`,
];

const errorOf = ({ depth, causal }: CausalLeakShown, { leak }: Measured): number =>
  (readOutsOf(leak, causal)[depth] as ReadOut).error;

/** The error, and a sentence on its meaning. */
const result: PartMaker<unknown, CausalLeakShown> = () => {
  const number = html("data", { class: "number", part: "number" });
  const element = html("p", { class: "result" });
  // A new element for each sentence, because a lasting one would shift when the number appears.
  const write = (sentence: string) =>
    element.replaceChildren(number, html("span", { class: "verdict" }, sentence));
  return {
    element,
    show(shown) {
      const { measured, run } = shown;
      if (run || !measured)
        return write(`Running ${Math.round(100 * (run?.done ?? 0))} % of the sequences …`);
      const error = errorOf(shown, measured);
      number.value = String(error);
      number.textContent = formatFixed(error, 1);
      write(verdict(shown, measured));
    },
  };
};

/** Layers of attention without any encoding: how well a token's position can still be read from its vector. */
export const CausalLeakElement = figure({
  tag: "pe-causal-leak",
  doc: "Layers of attention without any encoding: how well can a token's position still be read from its vector?",
  example: '<pe-causal-leak depth="1" length="32"></pe-causal-leak>',
  parts: ["number", "value"],
  module: fullModule,
  state: {
    depth: whole({
      from: 0,
      to: LAYERS,
      default: LAYERS,
      doc: "Number of layers before the shown reading",
    }),
    causal: flag({ default: true, doc: "Whether a token sees only itself and earlier tokens" }),
    first: word(FIRSTS, { doc: "Whether all sequences begin with the same token" }),
    length: whole({ from: 8, to: 128, default: 64, doc: "Tokens of a sequence" }),
    seed: seedRule("layers and tokens"),
  },
  styles: causalLeakStyles,
  heights: [
    { aspect: [1, 3] },
    { from: 30, aspect: [5, 9] },
    { from: 44, em: 38 },
    { from: 50, aspect: [3, 2] },
  ],
  kind: "chart of positions read",
  compute: (pe: Posenc, state, before: CausalLeakShown | undefined): CausalLeakShown =>
    experiment(pe, state, before),
  proceed: goOn,
  plot: () => new CausalLeakPlot(),
  label(shown) {
    const { measured } = shown;
    return measured
      ? `Positions read. ${formatFixed(errorOf(shown, measured), 1)} ${verdict(shown, measured)}`
      : "Positions read.";
  },
  describe: (shown, cell) => (cell && shown.measured ? describe(shown, shown.measured, cell) : HINT),
  grid: ({ measured }) => ({ rows: LAYERS + 1, columns: measured?.settings.length ?? 0 }),
  tables: (shown, cell) =>
    shown.measured ? [arrayTable(arrayOf(shown), cell ?? { row: shown.depth, column: 0 })] : [],
  array: arrayOf,
  code: (shown) => causalLeakCode(measuredOf(shown).settings, shown.causal),
  above: [result],
  controls: {
    rows: [
      row(
        choose("causal", "mask", { true: "causal", false: "none" }),
        choose("depth", "layers", range(0, LAYERS + 1)),
      ),
    ],
    more: [
      slide("length", { label: "tokens", step: 8 }),
      choose("first", "first token", { shared: "always the same", random: "random" }),
      seedField,
    ],
  },
});

function measuredOf({ measured }: CausalLeakShown): Measured {
  if (!measured) throw new Error("The experiment is still running.");
  return measured;
}

/** A row for each depth: its error and the mean read-out at each position. */
function arrayOf(shown: CausalLeakShown): NamedArray {
  const { settings, leak } = measuredOf(shown);
  const readings = readOutsOf(leak, shown.causal);
  return {
    corner: "depth",
    rows: readings.map((_, depth) => layersText(depth)),
    columns: ["error", ...range(1, settings.length)],
    values: readings.flatMap(({ error, mean }) => [error, ...mean]),
  };
}
