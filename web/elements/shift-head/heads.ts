import type { Posenc } from "../../../src/entries/encodings.ts";
import { sineFrequencies } from "../../methods/sine.ts";
import { uniforms } from "../../methods/uniforms.ts";
import { JAVASCRIPT_UNIFORMS, PYTHON_UNIFORMS } from "../../methods/uniforms-code.ts";
import { formatInteger, formatPercent, formatSmall } from "../../plot/numbers.ts";
import {
  ATTEND,
  type BuiltHead,
  cosineScores,
  FITTED,
  type HeadEncoding,
  type HeadEncodingName,
  type HeadSettings,
  hits,
  lookAt,
  mapped,
  TRAINED,
  WIDTH,
} from "./head-encoding.ts";

const sinusoidal: HeadEncoding = {
  title: "sinusoidal",
  build(pe, settings, words) {
    const { offset: k, start } = settings;
    const spec = { method: "sinusoidal", dModel: WIDTH } as const;
    const rows = pe.encode(spec, { start, length: words });
    const { residual } = pe.fitShift(spec, { k, length: FITTED });
    return {
      weights: lookAt(pe, settings, rows, mapped(pe.shiftMatrix(spec, { k }), rows)),
      placed: words,
      residual,
    };
  },
  reason: ({ offset }, { residual = 0 }) =>
    `One matrix maps every row to the row ${offset} later; fitted to ${formatInteger(FITTED)} rows, it misses by ${formatSmall(residual)}.`,
  python: cosineScores,
  javascript: () => `const spec = { method: "sinusoidal", dModel: d };
const q = pe.encode(spec, { start, length: n });
const keys = mapped(pe.shiftMatrix(spec, { k }), q);
const first = ${ATTEND};`,
};

const sine: HeadEncoding = {
  title: "sines only",
  build(pe, settings, words) {
    const { offset: k, start } = settings;
    const spec = { method: "sine", dModel: WIDTH } as const;
    const rows = pe.encode(spec, { start, length: words });
    const { matrix, residual } = pe.fitShift(spec, { k, length: FITTED });
    return { weights: lookAt(pe, settings, rows, mapped(matrix, rows)), placed: words, residual };
  },
  reason: (_, { residual = 0 }) =>
    `Sines alone have no such matrix; the best fit to ${formatInteger(FITTED)} rows misses by ${formatSmall(residual)}.`,
  python: () => `${sineFrequencies({ dModel: WIDTH, base: 10_000 })}
fitted = np.sin(np.arange(${FITTED} + k)[:, None] * frequency)
matrix = np.linalg.lstsq(fitted[:${FITTED}], fitted[k:], rcond=None)[0]
table = np.sin(position[:, None] * frequency)
scores = table @ (table @ matrix).T
`,
  javascript: () => `const spec = { method: "sine", dModel: d };
const q = pe.encode(spec, { start, length: n });
const keys = mapped(pe.fitShift(spec, { k, length: ${FITTED} }).matrix, q);
const first = ${ATTEND};`,
};

/** One vector for all words, (1, 0) in each pair, rotated by the positions of the words. */
function rotated(pe: Posenc, start: number, words: number): Float32Array {
  const same = Float32Array.from({ length: words * WIDTH }, (_, index) => Number(index % WIDTH < WIDTH / 2));
  return pe.rotate(same, { heads: 1, headDim: WIDTH, pairing: "halves", start });
}

const rope: HeadEncoding = {
  title: "RoPE",
  build(pe, settings, words) {
    const { offset: k, start } = settings;
    return {
      weights: lookAt(pe, settings, rotated(pe, start, words), rotated(pe, start + k, words)),
      placed: words,
    };
  },
  reason: ({ offset }) =>
    `Neither table nor matrix: all words have the same query, and each key is rotated by ${offset} more positions.`,
  python: cosineScores,
  javascript: () => `const same = Float32Array.from({ length: n * d }, (_, at) => (at % d < d / 2 ? 1 : 0));
const rotated = (from) => pe.rotate(same, { heads: 1, headDim: d, pairing: "halves", start: from });
const [q, keys] = [rotated(start), rotated(start + k)];
const first = ${ATTEND};`,
};

const HEADS = 8;

/**
 * The largest weight far from the start for any slope m: the maximum of e^{−mk}(1 − e^{−m}), at e^{−m} = k/(k + 1). The first
 * words share their weight among fewer words, so that the mean of a short text is above it.
 */
function limit(k: number): string {
  if (k === 0) return "";
  const most = formatPercent(k ** k / (k + 1) ** (k + 1));
  return `: far into a text no slope gives this word more than ${most}. The first words, which have fewer to choose from, lift the mean`;
}

/** Only a bias: the slope of ALiBi that gives the most weight to the word k back. */
const alibi: HeadEncoding = {
  title: "ALiBi",
  build(pe, { offset, temperature }, words) {
    const bias = pe.bias({ method: "alibi" }, { heads: HEADS, queries: words, as: "vector" });
    const relativeBias = bias.map((value) => value / temperature);
    const q = new Float32Array(words * HEADS);
    const options = { heads: HEADS, headDim: 1, causal: true, weights: true };
    const every = pe.attention({ q, k: q, v: q, relativeBias, ...options }).weights as Float32Array;
    const all = Array.from({ length: HEADS }, (_, head) => ({
      weights: every.subarray(head * words ** 2, (head + 1) * words ** 2),
      slope: 2 ** -(head + 1), // of eight heads: Press et al. 2021, arXiv 2108.12409, section 3
    }));
    const share = (weights: Float32Array) => hits(weights, offset).share;
    const best = all.reduce((a, b) => (share(b.weights) > share(a.weights) ? b : a));
    return { ...best, placed: words };
  },
  reason: ({ offset }, { slope = 1 }) =>
    `A slope (here 1/${1 / slope}) can only prefer near words${limit(offset)}.`,
  python: ({ slope = 1 }) =>
    `scores = -${slope} * np.abs(position[:, None] - position[None, :])  # best of eight slopes\n`,
  javascript: ({ slope = 1 }) => `const bias = Float32Array.from({ length: n * n }, (_, at) => {
  return (-${slope} * Math.abs(Math.floor(at / n) - (at % n))) / temperature; // the best of eight slopes
});
const zeros = new Float32Array(n);
const first = pe.attention({ q: zeros, k: zeros, v: zeros, headDim: 1, bias, ...options }).weights;`,
};

/** Name of the random numbers that stand in for a learned table. */
const NAME = "shift-head/learned";

/** Random rows, of the length of rows of sines and cosines, and the matrix that maps each row to the row k later. */
const learned: HeadEncoding = {
  title: "learned",
  build(pe, settings, words) {
    const { offset: k, start } = settings;
    const deviation = Math.sqrt(3 / 2); // uniform on [−1, 1) has variance 1/3
    const table = uniforms(NAME, TRAINED * WIDTH).map((value) => value * deviation);
    const placed = Math.max(0, Math.min(words, TRAINED - start));
    const weights = new Float32Array(words * words);
    if (k >= TRAINED) return { weights, placed: 0 };
    const { matrix, residual } = pe.fitShift({ table, dModel: WIDTH }, { k });
    const rows = Float32Array.from(table.subarray(start * WIDTH, (start + placed) * WIDTH));
    const seen = placed > 0 ? lookAt(pe, settings, rows, mapped(matrix, rows)) : weights;
    for (let t = 0; t < placed; t++) weights.set(seen.subarray(t * placed, (t + 1) * placed), t * words);
    return { weights, placed, residual };
  },
  reason({ start }, { placed, weights }) {
    const words = Math.sqrt(weights.length);
    const lost = words === placed ? "" : ` ${formatInteger(words - placed)} of these words have no row.`;
    return `A look-up in ${TRAINED} learned rows, only for positions 0 to ${TRAINED - 1}; the text ends at position ${formatInteger(start + words - 1)}.${lost}`;
  },
  python: ({ placed }) => `${PYTHON_UNIFORMS}
trained = ${TRAINED}
learned = (uniforms("${NAME}", trained * d) * np.sqrt(3 / 2)).reshape(trained, d)
matrix = np.linalg.lstsq(learned[: trained - k], learned[k:], rcond=None)[0]
table = np.zeros((n, d))
table[:${placed}] = learned[start : start + n]
scores = table @ (table @ matrix).T
`,
  javascript: ({ placed }) => `const trained = ${TRAINED};
${JAVASCRIPT_UNIFORMS}
const table = uniforms("${NAME}", trained * d).map((u) => u * Math.sqrt(3 / 2));
const placed = ${placed}; // words that have a row
const q = Float32Array.from(table.subarray(start * d, (start + placed) * d));
const keys = mapped(pe.fitShift({ table, dModel: d }, { k }).matrix, q);
const seen = pe.attention({ q, k: keys, v: new Float32Array(placed), headDim: d, ...options }).weights;
const first = new Float32Array(n * n);
for (let t = 0; t < placed; t++) first.set(seen.subarray(t * placed, (t + 1) * placed), t * n);`,
};

/** The encodings that heads are built from, in the order of the menu. */
export const HEAD_ENCODINGS: Readonly<Record<HeadEncodingName, HeadEncoding>> = {
  sinusoidal,
  sine,
  rope,
  alibi,
  learned,
};

export function buildHead(pe: Posenc, settings: HeadSettings, words: number): BuiltHead {
  if (words === 0) return { weights: new Float32Array(), placed: 0 };
  return HEAD_ENCODINGS[settings.encoding].build(pe, settings, words);
}
