import type { Code } from "../../methods/code.ts";
import { attentionCode } from "../attention/attention-code.ts";
import type { NamedArray } from "../definition/numbers.ts";
import { stacked } from "../share/named-array.ts";
import { label } from "../words/label.ts";
import type { Nonlinearity } from "./recurrent-cell.ts";
import { layerOf, type RecurrentShown, stripsOf } from "./recurrent-shown.ts";

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
