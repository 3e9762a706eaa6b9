import { type Code, code, inLibrary } from "../../methods/code.ts";
import { type BuiltHead, type HeadSettings, WIDTH } from "./head-encoding.ts";
import { HEAD_ENCODINGS } from "./heads.ts";

/** Code that makes the weights of the first layer and, beside them, the weights of the second layer. */
export function shiftHeadCode(settings: HeadSettings, words: readonly string[], head: BuiltHead): Code {
  const isInduction = settings.head === "induction";
  const shown = isInduction ? { ...settings, offset: 1 } : settings;
  const names = isInduction ? JSON.stringify(words.map((word) => word.normalize("NFC"))) : undefined;
  const emptied =
    head.placed < words.length
      ? `values[${head.placed}:] = 0  # words without a row attend to nothing\n`
      : "";
  return code(
    (
      library,
    ) => `n, d, k, start, temperature = ${words.length}, ${WIDTH}, ${shown.offset}, ${shown.start}, ${shown.temperature}
position = start + np.arange(n)
${inLibrary(HEAD_ENCODINGS[shown.encoding].python(head), "np")}
${SOFTMAX[library]}
values = softmax(scores)
${emptied}${names === undefined ? "" : pythonSecond(names)}`,
    javascript(shown, names, words.length, head),
  );
}

const SOFTMAX = {
  np: `def softmax(scores):
    scores = np.where(np.tri(n, dtype=bool), scores / temperature, -np.inf)
    weights = np.exp(scores - scores.max(-1, keepdims=True))
    return weights / weights.sum(-1, keepdims=True)
`,
  torch: `def softmax(scores):
    scores = torch.as_tensor(scores / temperature).masked_fill(~torch.ones(n, n).tril().bool(), -torch.inf)
    return torch.softmax(scores, -1)
`,
};

const pythonSecond = (names: string): string => `words = np.array(${names})
same = xp.asarray((words[:, None] == words[None, :]).astype(float))
copies = values @ same  # entry (s, t): how much of the copy at s is word t
values = xp.hstack((values, softmax(copies.T)))
`;

function javascript(
  { encoding, offset, start, temperature }: HeadSettings,
  names: string | undefined,
  words: number,
  head: BuiltHead,
): string {
  return `const [n, d, k, start, temperature] = [${words}, ${WIDTH}, ${offset}, ${start}, ${temperature}];
const options = { causal: true, scale: 1 / temperature, heads: 1, weights: true };
const mapped = (matrix, rows) =>
  rows.map((_, at) => {
    let sum = 0;
    for (let j = 0; j < d; j++) sum += matrix[(at % d) * d + j] * rows[at - (at % d) + j];
    return sum;
  });
${HEAD_ENCODINGS[encoding].javascript(head)}
${names === undefined ? "const values = first;" : javascriptSecond(names)}
`;
}

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
