import { formatPercent } from "../../../plot/numbers.ts";
import { type HeadEncoding, hits } from "./head-encoding.ts";

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
export const alibi: HeadEncoding = {
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
