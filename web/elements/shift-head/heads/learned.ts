import { uniforms } from "../../../methods/uniforms.ts";
import { JAVASCRIPT_UNIFORMS, PYTHON_UNIFORMS } from "../../../methods/uniforms-code.ts";
import { formatInteger } from "../../../plot/numbers.ts";
import { type HeadEncoding, lookAt, mapped, TRAINED, WIDTH } from "./head-encoding.ts";

/** Name of the random numbers that stand in for a learned table. */
const NAME = "shift-head/learned";

/** Random rows, of the length of rows of sines and cosines, and the matrix that maps each row to the row k later. */
export const learned: HeadEncoding = {
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
