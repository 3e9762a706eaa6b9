/** Biases on the attention score, by the offset of query i and key j. Heads and lengths belong to a call, not to a spec. */
import { base, pairedWidth, tokens } from "./dimensions.ts";
import { type Conflict, flag, list, method, number, type Resolved, wordOr } from "./rules.ts";

/**
 * Linear in the distance, with a slope for each head.
 *
 *   bias[h,i,j] = −m[h] |i − j|        m[h] = 2^(−8(h + 1)/heads) where heads is a power of two
 *
 * Shape     (heads, queries, keys)
 * Source    Press et al. 2021, arXiv 2108.12409, section 3, which gives the slopes of other numbers of heads, too
 *
 * @example
 * pe.bias({ method: "alibi" }, { heads: 2, queries: 1, offset: 2 }); // Float32Array [-0.125, -0.0625, 0, -0.0078125, -0.00390625, 0]
 */
export const alibi = method({ family: "bias", fields: {} });

const t5Fields = {
  /** Rows of the table, for both directions together. */
  buckets: number({ from: 2, to: 8192, integer: true, default: 32 }),
  /** Tokens beyond which all distances share the last bucket. */
  maxDistance: number({ from: 2, to: 2 ** 31 - 1, integer: true, default: 128 }),
  /** Whether keys after the query have buckets of their own, half of them: encoders do, decoders do not. */
  bidirectional: flag(true),
} as const;

/**
 * A learned number for each bucket of distances and each head.
 *
 *   bias[h,i,j] = table[bucket(j − i), h]        one bucket a distance below half of them, then on a logarithmic scale
 *
 * Shape     (heads, queries, keys), from table (buckets, heads)
 * Source    Raffel et al. 2019, arXiv 1910.10683, section 2.1
 *
 * @example
 * pe.bias({ method: "t5", buckets: 4, maxDistance: 8, bidirectional: false }, { heads: 1, queries: 1, offset: 5, table: Float32Array.of(10, 20, 30, 40) }); // Float32Array [40, 40, 30, 30, 20, 10]
 */
export const t5 = method({ family: "bias", fields: t5Fields, relations: [enoughBuckets, farEnough] });

/** Buckets of one direction. */
const oneSide = ({ buckets, bidirectional }: Resolved<typeof t5Fields>) =>
  bidirectional ? Math.floor(buckets / 2) : buckets;

function enoughBuckets(spec: Resolved<typeof t5Fields>): Conflict | undefined {
  if (oneSide(spec) >= 2 && oneSide(spec) <= 4096) return undefined;
  const expected = spec.bidirectional ? "from 4 to 8193 for two sides" : "from 2 to 4096 for one side";
  return { param: "buckets", value: spec.buckets, expected, instead: 32 };
}

function farEnough(spec: Resolved<typeof t5Fields>): Conflict | undefined {
  const ones = Math.floor(oneSide(spec) / 2);
  if (spec.maxDistance > ones) return undefined;
  const expected = `more than ${ones}, the buckets of one distance each`;
  return { param: "maxDistance", value: spec.maxDistance, expected, instead: ones + 1 };
}

/**
 * Learned vectors for clipped distances, beside keys and beside values.
 *
 *   scores[h,i,j] = q[i,h] · a[c(j − i)] · scale        out[i,h] = Σ_j w[h,i,j] b[c(j − i)]
 *   c(r) = min(max(r, −clip), clip) + clip
 *
 * Shape     (heads, queries, keys), from q (queries, heads, headDim) and a, b (2 clip + 1, heads or 1, headDim)
 * Source    Shaw et al. 2018, arXiv 1803.02155, eq. 3 and 4
 *
 * @example
 * pe.relativeScores({ method: "shaw", clip: 1 }, { q: Float32Array.of(2), heads: 1, headDim: 1, offset: 2, keys: 4, table: Float32Array.of(10, 20, 30) }); // Float32Array [20, 20, 40, 60]
 * @example
 * pe.relativeValues({ method: "shaw", clip: 1 }, { weights: Float32Array.of(0.25, 0.75), heads: 1, headDim: 1, queries: 1, table: Float32Array.of(10, 20, 40) }); // Float32Array [35]
 */
export const shaw = method({
  family: "bias",
  fields: {
    /** The distance from which on all are the same. */
    clip: number({ from: 0, to: 2 ** 30 - 1, integer: true, usual: 16 }),
  },
});

/**
 * Content and relative position, each against the query and against a bias of its own.
 *
 *   scores[h,i,j] = scale · (q[i,h] + v[h]) · W[h] R(i − j) + scale · u[h] · k[j,h]
 *   R(t) = sin(t f[0]), …, cos(t f[0]), …        f[i] = base^(−2i/dModel)
 *
 * Shape     (heads, queries, keys), from q, k (tokens, heads, headDim), u, v (heads, headDim), W (heads, headDim, dModel)
 * Source    Dai et al. 2019, arXiv 1901.02860, section 3.3
 *
 * @example
 * pe.relativeScores({ method: "transformer-xl", dModel: 2 }, { q: Float32Array.of(1), k: Float32Array.of(2, 4), u: Float32Array.of(0.5), v: Float32Array.of(1), positionWeight: Float32Array.of(1, 0), heads: 1, headDim: 1, offset: 1 }); // Float32Array [2.682942, 2], 2 sin 1 + 1 and 2 sin 0 + 2
 */
export const transformerXL = method({
  family: "bias",
  fields: { dModel: pairedWidth, base },
});

/**
 * Content looks for positions, and positions for content.
 *
 *   scores[h,i,j] = scale · (q[i,h] · kr[δ(i − j)] + k[j,h] · qr[δ(j − i)])
 *   δ(r) = min(max(r + k, 0), 2k − 1)        k = maxRelativePositions
 *
 * Shape     (heads, queries, keys), from q, k (tokens, heads, headDim) and kr, qr (2k, heads or 1, headDim)
 * Source    He et al. 2020, arXiv 2006.03654, eq. 3 and 4
 *
 * @example
 * pe.relativeScores({ method: "deberta", maxRelativePositions: 2 }, { q: Float32Array.of(1), k: Float32Array.of(2, 3), keyTable: Float32Array.of(10, 20, 30, 40), queryTable: Float32Array.of(1, 2, 3, 4), heads: 1, headDim: 1, offset: 1, scale: 1 }); // Float32Array [44, 39], 40 + 2 · 2 and 30 + 3 · 3
 */
export const deberta = method({
  family: "bias",
  fields: {
    /** k, the distance from which on all are the same. */
    maxRelativePositions: number({ from: 1, to: 2 ** 30 - 1, integer: true, default: 512 }),
    /** Whether queries look for positions. */
    contentToPosition: flag(true),
    /** Whether positions look for keys. */
    positionToContent: flag(true),
  },
});

const side = { from: 1, to: 2 ** 12, integer: true } as const;

/**
 * A number for each two-dimensional offset within a window, learned, or computed by a perceptron of the log-spaced offset.
 *
 *   bias[h,i,j] = table[(yi − yj + H − 1)(2W − 1) + xi − xj + W − 1, h]        window [H, W]
 *
 * Shape     (heads, H W, H W), from table ((2H − 1)(2W − 1), heads)
 * Source    Liu et al. 2021, arXiv 2103.14030, eq. 4; log-spaced: arXiv 2111.09883, section 3.3
 *
 * @example
 * pe.bias({ method: "swin", window: [1, 2] }, { heads: 1, table: Float32Array.of(10, 20, 30) }); // Float32Array [20, 10, 30, 20]
 */
export const swin = method({
  family: "bias",
  fields: {
    /** H and W, the rows and columns of cells that attend to each other. */
    window: list({ each: side, least: 2, most: 2, default: [7, 7] }),
    /**
     * Whether the table comes from a perceptron, as in the second version.
     *
     * @example
     * pe.bias({ method: "swin", window: [1, 2], logSpaced: true }, { heads: 1, perceptron: { hiddenWeight: Float32Array.of(0, 1), hiddenBias: Float32Array.of(0), outputWeight: Float32Array.of(1) } }); // Float32Array [8, 8, 11.872772, 8]
     */
    logSpaced: flag(false),
    /** The window that the perceptron was trained with, where it is another. */
    trainedWindow: list({ each: side, least: 2, most: 2, optional: true }),
  },
});

/**
 * Logarithm or power of the distance, with two learned numbers for each head.
 *
 *   bias[h,i,j] = −r1[h] ln(1 + r2[h] |i − j|)   or   −r1[h] |i − j|^r2[h]
 *
 * Shape     (heads, queries, keys), from r1, r2 (heads)
 * Source    Chi et al. 2022, arXiv 2205.09921, eq. 5
 *
 * @example
 * pe.bias({ method: "kerple" }, { heads: 1, queries: 1, offset: 3, r1: [1], r2: [1] }); // Float32Array [-1.3862944, -1.0986123, -0.6931472, 0], −ln 4, −ln 3, −ln 2, 0
 * @example
 * pe.bias({ method: "kerple", kernel: "power" }, { heads: 1, queries: 1, offset: 3, r1: [0.5], r2: [2] }); // Float32Array [-4.5, -2, -0.5, 0]
 */
export const kerple = method({
  family: "bias",
  fields: {
    /** Which of the two formulas. */
    kernel: wordOr("logarithmic", "power"),
  },
});

/**
 * What two rows of a sinusoidal encoding have in common.
 *
 *   bias[h,i,j] = Σ_p cos((i − j) base^(−2p/dModel)) / r[h]        p = firstPair … firstPair + dModel/2 − 1
 *
 * Shape     (heads, queries, keys); r[h] = 8(h + 1)/heads, or 1 where `headRatios` is off
 * Source    Chi et al. 2022, arXiv 2212.10356
 *
 * @example
 * pe.bias({ method: "sandwich", dModel: 4 }, { heads: 1, queries: 1, offset: 2 }); // Float32Array [0.072956644, 0.19253154, 0.25]
 */
export const sandwich = method({
  family: "bias",
  fields: {
    dModel: { ...pairedWidth, default: 128 },
    base,
    /** 0 is the inner product of two rows; 1 counts pairs from 1. */
    firstPair: number({ from: 0, to: 1, integer: true, default: 0 }),
    /** Whether each head has a divisor of its own. */
    headRatios: flag(true),
  },
});

/**
 * A learned function of the distance as a part of the query's position.
 *
 *   bias[h,i,j] = f_h(ψ(|i − j|) / ψ(max(threshold, i)))        ψ(x) = ln(1 + c x), f a perceptron
 *
 * Shape     (heads, queries, keys), from a perceptron of one input and `heads` outputs
 * Source    Li et al. 2023, arXiv 2310.04418, eq. 3; c and threshold are learned and start at these defaults
 *
 * @example
 * pe.bias({ method: "fire", c: 1, threshold: 7 }, { heads: 1, queries: 1, offset: 3, perceptron: { hiddenWeight: Float32Array.of(1), hiddenBias: Float32Array.of(0), outputWeight: Float32Array.of(1) } }); // Float32Array [0.6666667, 0.52832085, 0.33333334, 0], ln 4, ln 3, ln 2, 0 over ln 8
 */
export const fire = method({
  family: "bias",
  fields: {
    /** The larger it is, the closer far distances come to each other. */
    c: number({ from: 1e-9, to: 1e9, default: 0.1 }),
    /** Up to this position of the query, all distances are divided by the same number. */
    threshold: number({ ...tokens, integer: false, default: 512 }),
  },
});

/**
 * Nothing: a causal mask alone tells positions apart.
 *
 * Shape     (heads, queries, keys), zeros
 * Source    Haviv et al. 2022, arXiv 2203.16634; Kazemnejad et al. 2023, arXiv 2305.19466
 *
 * @example
 * pe.bias({ method: "none" }, { heads: 1, queries: 2, causal: true }); // Float32Array [0, -Infinity, 0, 0]
 */
export const none = method({ family: "bias", fields: {} });
