/** Transformer layers of several sizes, with made-up weights. */
import type { LearnedNorm, TransformerLayerOptions } from "posenc/full";

export const noise = (length: number, seed: number, size = 1) =>
  Float32Array.from({ length }, (_, i) => size * Math.sin(i * i + 0.7 * i + seed));

export interface Sizes {
  tokens: number;
  dModel: number;
  heads: number;
  kvHeads: number;
  headDim: number;
  hidden: number;
}

/** Weights that keep the size of a row, by and large. */
function learned(outputs: number, inner: number, seed: number) {
  return {
    weight: noise(outputs * inner, seed, 1 / Math.sqrt(inner)),
    bias: noise(outputs, seed + 0.5, 0.2),
  };
}

export function problem({ tokens, dModel, heads, kvHeads, headDim, hidden }: Sizes) {
  const [all, shared] = [heads * headDim, kvHeads * headDim];
  const norm = (seed: number): LearnedNorm => ({
    gain: noise(dModel, seed),
    bias: noise(dModel, seed + 0.5),
  });
  const weights = {
    query: learned(all, dModel, 1),
    key: learned(shared, dModel, 2),
    value: learned(shared, dModel, 3),
    output: learned(dModel, all, 4),
    up: learned(hidden, dModel, 5),
    gate: learned(hidden, dModel, 6),
    down: learned(dModel, hidden, 7),
    attentionNorm: norm(8),
    feedForwardNorm: norm(9),
  };
  return { x: noise(tokens * dModel, 10), options: { dModel, heads, kvHeads, weights } };
}

export type Options = TransformerLayerOptions & { weights: ReturnType<typeof problem>["options"]["weights"] };

/** The options without gate, and without what a root mean square norm does not take. */
export function changed(
  options: Options,
  { gated, norm, ...more }: Partial<Options> & { gated: boolean },
): Options {
  const { gate, ...weights } = options.weights;
  const gainOnly = ({ gain }: LearnedNorm) => ({ gain });
  const norms =
    norm === "rms"
      ? {
          attentionNorm: gainOnly(weights.attentionNorm),
          feedForwardNorm: gainOnly(weights.feedForwardNorm),
        }
      : {};
  const kept = { ...weights, ...norms, ...(gated && { gate }) };
  return { ...options, ...(norm && { norm }), ...more, weights: kept as Options["weights"] };
}

export const shapes: Sizes[] = [
  { tokens: 0, dModel: 8, heads: 2, kvHeads: 2, headDim: 4, hidden: 12 },
  { tokens: 1, dModel: 1, heads: 1, kvHeads: 1, headDim: 2, hidden: 1 },
  { tokens: 7, dModel: 13, heads: 3, kvHeads: 3, headDim: 6, hidden: 17 },
  { tokens: 5, dModel: 8, heads: 4, kvHeads: 2, headDim: 2, hidden: 31 },
  { tokens: 33, dModel: 72, heads: 4, kvHeads: 1, headDim: 20, hidden: 130 },
];
