import type { Language } from "../share/snippets.ts";
import { JAVASCRIPT_UNIFORMS, PYTHON_UNIFORMS } from "../share/uniforms-code.ts";
import { type BuiltHead, LEARNED } from "./built-head.ts";
import { FITTED, type Settings, TRAINED, WIDTH } from "./shift-head-settings.ts";

/** Code that makes the weights of the figure: those of the first layer, and beside them those of the second. */
export function shiftHeadCode(
  settings: Settings,
  words: readonly string[],
  { slope = 1, placed }: BuiltHead,
): Readonly<Record<Language, string>> {
  const shown = settings.head === "induction" ? { ...settings, offset: 1 } : settings;
  const scores = `import numpy as np

n, d, k, start, temperature = ${words.length}, ${WIDTH}, ${shown.offset}, ${shown.start}, ${shown.temperature}
position = start + np.arange(n)
${pythonScores(shown, { slope, placed })}`;
  const names = JSON.stringify(words.map((word) => word.normalize("NFC")));
  const isInduction = settings.head === "induction";
  return {
    numpy: `${scores}
def softmax(scores):
    scores = np.where(np.tri(n, dtype=bool), scores / temperature, -np.inf)
    weights = np.exp(scores - scores.max(-1, keepdims=True))
    return weights / weights.sum(-1, keepdims=True)

values = softmax(scores)${emptied(placed, words.length)}
${isInduction ? secondLayer(names, "np.hstack") : ""}`,
    pytorch: `import torch
${scores}
def softmax(scores):
    scores = torch.as_tensor(scores / temperature).masked_fill(~torch.ones(n, n).tril().bool(), -torch.inf)
    return torch.softmax(scores, -1)

values = softmax(scores)${emptied(placed, words.length)}
${isInduction ? secondLayer(names, "torch.hstack").replace("copies = values @ same", "copies = values.numpy() @ same") : ""}`,
    javascript: javascript(shown, isInduction ? names : undefined, words.length, { slope, placed }),
  };
}

type Found = Required<Pick<BuiltHead, "slope" | "placed">>;

/** Words that have no row look at nothing. */
const emptied = (placed: number, words: number): string => (placed < words ? `\nvalues[${placed}:] = 0` : "");

function secondLayer(names: string, hstack: string): string {
  return `words = np.array(${names})
same = (words[:, None] == words[None, :]).astype(float)
copies = values @ same  # entry (s, t): how much of the copy at s is word t
values = ${hstack}((values, softmax(copies.T)))
`;
}

function pythonScores({ encoding }: Settings, { slope, placed }: Found): string {
  switch (encoding) {
    case "sinusoidal":
    case "rope":
      return `frequency = 10000.0 ** (-np.arange(0, d, 2) / d)
angle = (position[:, None] - k - position[None, :])[:, :, None] * frequency
scores = np.cos(angle).sum(-1)
`;
    case "sine":
      return `frequency = 10000.0 ** (-np.arange(d) / d)
fitted = np.sin(np.arange(${FITTED} + k)[:, None] * frequency)
matrix = np.linalg.lstsq(fitted[:${FITTED}], fitted[k:], rcond=None)[0]
table = np.sin(position[:, None] * frequency)
scores = table @ (table @ matrix).T
`;
    case "alibi":
      return `scores = -${slope} * np.abs(position[:, None] - position[None, :])  # the best of eight slopes
`;
    case "learned":
      return `${PYTHON_UNIFORMS}
trained = ${TRAINED}
learned = (uniforms("${LEARNED}", trained * d) * np.sqrt(3 / 2)).reshape(trained, d)
matrix = np.linalg.lstsq(learned[: trained - k], learned[k:], rcond=None)[0]
table = np.zeros((n, d))
table[:${placed}] = learned[start : start + n]
scores = table @ (table @ matrix).T
`;
  }
}

function javascript(
  { encoding, offset, start, temperature }: Settings,
  names: string | undefined,
  words: number,
  { slope, placed }: Found,
): string {
  return `import { load } from "posenc/full";

const pe = await load();
const [n, d, k, start, temperature] = [${words}, ${WIDTH}, ${offset}, ${start}, ${temperature}];
const options = { causal: true, scale: 1 / temperature, heads: 1, weights: true };
const mapped = (matrix, rows) =>
  rows.map((_, at) => {
    let sum = 0;
    for (let j = 0; j < d; j++) sum += matrix[(at % d) * d + j] * rows[at - (at % d) + j];
    return sum;
  });
${JAVASCRIPT[encoding](slope, placed)}
${names === undefined ? "const values = first;" : javascriptSecond(names)}
`;
}

const ATTEND = "pe.attention({ q, k: keys, v: new Float32Array(n), headDim: d, ...options }).weights";

const JAVASCRIPT: Readonly<Record<Settings["encoding"], (slope: number, placed: number) => string>> = {
  sinusoidal: () => `const spec = { method: "sinusoidal", dModel: d };
const q = pe.encode(spec, { start, length: n });
const keys = mapped(pe.shiftMatrix(spec, { k }), q);
const first = ${ATTEND};`,

  sine: () => `const spec = { method: "sine", dModel: d };
const q = pe.encode(spec, { start, length: n });
const keys = mapped(pe.fitShift(spec, { k, length: ${FITTED} }).matrix, q);
const first = ${ATTEND};`,

  rope: () => `const same = Float32Array.from({ length: n * d }, (_, at) => (at % d < d / 2 ? 1 : 0));
const turned = (from) => pe.rotate(same, { heads: 1, headDim: d, pairing: "halves", start: from });
const [q, keys] = [turned(start), turned(start + k)];
const first = ${ATTEND};`,

  alibi: (slope) => `const bias = Float32Array.from({ length: n * n }, (_, at) => {
  return (-${slope} * Math.abs(Math.floor(at / n) - (at % n))) / temperature; // the best of eight slopes
});
const zeros = new Float32Array(n);
const first = pe.attention({ q: zeros, k: zeros, v: zeros, headDim: 1, bias, ...options }).weights;`,

  learned: (_, placed) => `const trained = ${TRAINED};
${JAVASCRIPT_UNIFORMS}
const table = uniforms("${LEARNED}", trained * d).map((u) => u * Math.sqrt(3 / 2));
const placed = ${placed}; // words that have a row
const q = Float32Array.from(table.subarray(start * d, (start + placed) * d));
const keys = mapped(pe.fitShift({ table, dModel: d }, { k }).matrix, q);
const seen = pe.attention({ q, k: keys, v: new Float32Array(placed), headDim: d, ...options }).weights;
const first = new Float32Array(n * n);
for (let t = 0; t < placed; t++) first.set(seen.subarray(t * placed, (t + 1) * placed), t * n);`,
};

function javascriptSecond(names: string): string {
  return `const words = ${names};
const known = [...new Set(words)];
const width = known.length;
const oneHot = Float32Array.from({ length: n * width }, (_, at) => (words[Math.floor(at / width)] === known[at % width] ? 1 : 0));
const copies = pe.matmul(first, oneHot, { inner: n });
const second = pe.attention({ q: oneHot, k: copies, v: oneHot, headDim: width, ...options }).weights;
const values = Float32Array.from({ length: 2 * n * n }, (_, at) => {
  const [t, s] = [Math.floor(at / (2 * n)), at % (2 * n)];
  return s < n ? first[t * n + s] : second[t * n + s - n];
});`;
}
