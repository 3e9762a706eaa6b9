import type { Code } from "../../methods/code.ts";
import type { Sample } from "../../methods/uniforms.ts";
import { formatFloat32, formatInteger } from "../../plot/numbers.ts";
import { attentionCode } from "../attention/attention-code.ts";
import {
  type Comparison,
  compare,
  largestDifference,
  type Sentences,
} from "../attention/attention-comparison.ts";
import { type LayerModule, Model, scaledBy } from "../attention/attention-model.ts";
import { sentencesOf } from "../attention/attention-shown.ts";
import type { Cell } from "../definition/definition.ts";
import type { NamedArray } from "../definition/figure-spec.ts";
import { stacked } from "../share/contents.ts";
import { label, quoted } from "../words/label.ts";
import { ORDINAL } from "../words/sentence-field.ts";

/**
 * The recurrent cell, one word after another:
 *
 *   h(t) = r(W x(t) + U h(t − 1) + b)        h(0) = 0
 *
 * Source: Elman 1990, doi 10.1207/s15516709cog1402_1
 */

/** The functions r. */
const NONLINEARITY = { tanh, relu: (x: number) => Math.max(x, 0) } as const;
type Nonlinearity = keyof typeof NONLINEARITY;

interface RecurrentCell {
  readonly input: Float32Array;
  readonly state: Float32Array;
  readonly bias: Float32Array;
  readonly nonlinearity: Nonlinearity;
}

/** Results of the cell on a sentence. */
interface CellRun {
  /** (words, d): row t is h(t + 1). */
  readonly states: Float32Array;
  /** Number of steps that wait for each other. */
  readonly steps: number;
}

/** A cell of width d with random weights. */
function cellOf(sample: Sample, dModel: number, nonlinearity: Nonlinearity): RecurrentCell {
  const deviation = Math.sqrt(3 / dModel);
  return {
    input: scaledBy(sample("recurrent/input", dModel ** 2), deviation),
    state: scaledBy(sample("recurrent/state", dModel ** 2), deviation),
    bias: scaledBy(sample("recurrent/bias", dModel), deviation),
    nonlinearity,
  };
}

/** Runs the cell over the words of x, (words, d). */
function run(pe: LayerModule, cell: RecurrentCell, x: Float32Array): CellRun {
  const inner = cell.bias.length;
  const fromWords = pe.matmul(x, cell.input, { inner, precise: true }); // for all words at once: no state is needed
  const states = new Float32Array(x.length);
  let h: Float32Array = new Float32Array(inner);
  let steps = 0;
  for (let at = 0; at < x.length; at += inner) {
    const fromState = pe.matmul(h, cell.state, { inner, precise: true });
    const sum = fromState.map((value, i) => value + (fromWords[at + i] as number) + (cell.bias[i] as number));
    h = sum.map(NONLINEARITY[cell.nonlinearity]);
    states.set(h, at);
    steps += 1;
  }
  return { states, steps };
}

/** With this number of terms, the error of tanh up to 10 is in the last bits of a double. */
const TERMS = 20;

/**
 * Lambert's continued fraction x/(1 + x²/(3 + x²/(5 + …))): only arithmetic, so the bits are the same in every
 * engine, unlike `Math.tanh`. Beyond 10 a float32 holds 1.
 */
function tanh(x: number): number {
  const near = Math.min(Math.max(x, -10), 10);
  let below = 2 * TERMS + 1;
  for (let odd = 2 * TERMS - 1; odd > 0; odd -= 2) below = odd + near ** 2 / below;
  return near / below;
}

/** The drawn data: two sentences through a recurrent cell, and through attention. */

export interface RecurrentSettings {
  readonly dModel: number;
  readonly seed: number;
  readonly nonlinearity: Nonlinearity;
  /** Whether the sinusoidal encoding is added to the words for attention. */
  readonly positions: boolean;
}

export interface RecurrentShown {
  /** Sentences and settings as text: everything except the step. */
  readonly key: string;
  readonly sentences: Sentences;
  readonly settings: RecurrentSettings;
  readonly runs: readonly [CellRun, CellRun];
  readonly attention: Comparison;
  /** Largest |difference| of the final states; undefined if a sentence has no word. */
  readonly difference: number | undefined;
  /** Number of steps of the longer sentence. */
  readonly steps: number;
  readonly step: number;
  /** Number of steps that wait for each other in each of {@link TEXTS}, counted by running the cell. */
  readonly counts: readonly number[];
}

interface RecurrentState {
  readonly first: string;
  readonly second: string;
  readonly step: number;
  readonly cell: Nonlinearity;
  readonly hasPositions: boolean;
  readonly dModel: number;
  readonly seed: number;
}

/** Lengths of texts whose steps are counted, in words: a short sentence, BERT's longest text, and GPT-2's. */
export const TEXTS = [4, 512, 1024] as const;

/** One head, no mask, words times √d, as in the attention figure. */
const LAYER = { heads: 1, causal: false, scaled: true } as const;

const layerOf = ({ dModel, seed }: RecurrentSettings) => ({ ...LAYER, dModel, seed });

export function recurrentShown(
  pe: LayerModule,
  state: RecurrentState,
  before: RecurrentShown | undefined,
): RecurrentShown {
  const { dModel, seed, cell: nonlinearity, hasPositions: positions } = state;
  const sentences = sentencesOf(state);
  const settings = { dModel, seed, nonlinearity, positions };
  const key = JSON.stringify([sentences, settings]);
  if (before?.key === key) return { ...before, step: Math.min(state.step, before.steps) };
  const layer = layerOf(settings);
  const model = new Model(layer);
  const cell = cellOf(model.sample, dModel, nonlinearity);
  const none = pe.encodingOf("none", layer);
  const [first, second] = sentences.map((words) => run(pe, cell, model.input(pe, words, none))) as [
    CellRun,
    CellRun,
  ];
  const steps = Math.max(first.steps, second.steps);
  const isCounted = before?.settings.dModel === dModel;
  return {
    key,
    sentences,
    settings,
    runs: [first, second],
    attention: compare(pe, model, sentences, positions ? pe.encodingOf("sinusoidal", layer) : none),
    difference: sentences.every(({ length }) => length > 0)
      ? largestDifference(first.states.subarray(-dModel), second.states.subarray(-dModel))
      : undefined,
    steps,
    step: Math.min(state.step, steps),
    counts: isCounted
      ? before.counts
      : TEXTS.map((words) => run(pe, cell, new Float32Array(words * dModel)).steps),
  };
}

/** One of the four strips: states of the cell or outputs of attention, of one sentence. */
export interface Strip {
  readonly kind: "state" | "output";
  readonly sentence: 0 | 1;
  /** (rows, d) */
  readonly values: Float32Array;
  readonly rows: number;
}

export const stripsOf = ({ runs, attention, sentences }: RecurrentShown): readonly Strip[] =>
  (["state", "output"] as const).flatMap((kind) =>
    ([0, 1] as const).map((sentence): Strip => {
      const values = kind === "state" ? runs[sentence].states : attention.passes[sentence].outputs;
      return { kind, sentence, values, rows: sentences[sentence].length };
    }),
  );

/** Describes an entry; without a cell, the progress. */
export function describe(shown: RecurrentShown, cell: Cell | undefined): string {
  if (!cell) return progress(shown);
  const { sentences, settings, step } = shown;
  let row = cell.row;
  for (const { kind, sentence, values, rows } of stripsOf(shown)) {
    if (row >= rows) {
      row -= rows;
      continue;
    }
    const word = quoted(sentences[sentence][row] as string);
    const name = kind === "state" ? `h(${row + 1}) after ${word}` : `output of ${word}`;
    const place = `${name}, ${ORDINAL[sentence]} sentence, dimension ${formatInteger(cell.column)}`;
    const needed = kind === "state" ? row + 1 : 1;
    if (step < needed) return `${place}: computed in step ${needed}`;
    return `${place}: ${formatFloat32(values[row * settings.dModel + cell.column] as number)}`;
  }
  return progress(shown);
}

function progress({ runs, sentences, steps, step }: RecurrentShown): string {
  if (steps === 0) return "Type two sentences to compare.";
  if (step === 0) return "Nothing is computed yet: each step of the cell reads one word.";
  const word = sentences[0][Math.min(step, runs[0].steps) - 1];
  const taken = word === undefined ? "" : ` with ${quoted(word)}`;
  if (step < steps) {
    return `After step ${step}${taken} the cell needs ${steps - step} more, because each state needs the previous one; attention needed one step.`;
  }
  return `After ${steps} ${steps === 1 ? "step" : "steps"} the cell has read all words; attention needed one step.`;
}

/** One sentence on the difference of the final states. */
export function meaning({ difference, sentences: [first, second] }: RecurrentShown): string {
  if (difference === undefined) return "Type two sentences to compare.";
  if (difference > 0) return "Different states: the loop itself carries the order, without added positions.";
  const same = first.length === second.length && first.every((word, index) => word === second[index]);
  return same ? "The same sentence twice: exactly the same state." : "Exactly the same state.";
}

/** The states of the cell, then the outputs of attention, as one matrix with a row for each word. */
export function recurrentArray(shown: RecurrentShown): NamedArray {
  const { sentences, settings } = shown;
  const strips = stripsOf(shown);
  const rows = strips.flatMap(({ kind, sentence }) =>
    sentences[sentence].map((word, row) => `${kind} ${sentence + 1}.${row + 1} ${label(word)}`),
  );
  const parts = strips.map(({ values }) => values);
  return stacked("vector", rows, settings.dModel, parts);
}

/** Code that makes the states of the cell, then the outputs of attention. */
export function recurrentCode({ sentences, settings, attention }: RecurrentShown): Code {
  const encodings = { side: attention.encoding };
  const code = attentionCode(sentences, encodings, layerOf(settings), "outputs");
  const { nonlinearity } = settings;
  const python = pythonStates(nonlinearity);
  return {
    numpy: `${code.numpy}${python}values = np.concatenate([*map(states, sentences), outputs])\n`,
    pytorch: `${code.pytorch}${python}values = torch.cat([*(torch.from_numpy(states(words)) for words in sentences), outputs])\n`,
    javascript: `${code.javascript}${javascriptStates(nonlinearity)}`,
  };
}

const pythonStates = (nonlinearity: Nonlinearity): string => `
def weight(name, *shape):
    return rounded(sample(f"recurrent/{name}", *shape) * np.sqrt(3 / d))

def states(words):
    w, u, b = weight("input", d, d), weight("state", d, d), weight("bias", d)
    h, rows = np.zeros(d), np.empty((len(words), d), np.float32)
    for t, x in enumerate(rounded(vectors(words))):
        h = ${nonlinearity === "tanh" ? "np.tanh(x @ w + h @ u + b)" : "np.maximum(x @ w + h @ u + b, 0)"}
        rows[t] = h
    return rows

`;

const javascriptStates = (nonlinearity: Nonlinearity): string => `
const weight = (name, count) => sample(\`recurrent/\${name}\`, count).map((u) => u * Math.sqrt(3 / d));
const [input, state, bias] = [weight("input", d * d), weight("state", d * d), weight("bias", d)];

function states(words) {
  const options = { inner: d, precise: true };
  const fromWords = pe.matmul(vectors(words), input, options);
  let h = new Float32Array(d);
  return words.flatMap((_, t) => {
    const sum = pe.matmul(h, state, options).map((value, i) => value + fromWords[t * d + i] + bias[i]);
    h = sum.map((value) => ${nonlinearity === "tanh" ? "Math.tanh(value)" : "Math.max(value, 0)"});
    return [...h];
  });
}

const values = Float32Array.from([...sentences.flatMap(states), ...outputs]);
`;
