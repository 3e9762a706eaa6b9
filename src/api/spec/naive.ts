/** Encodings that need no sine: numbers, unit vectors and learned vectors. */
import { position, tokens, width } from "./dimensions.ts";
import { method, number } from "./rules.ts";

const rows = number({ ...tokens, usual: 512 });
const channels = number({ from: 1, to: 65536, integer: true, default: 1 });

/**
 * The position itself, in every channel.
 *
 *   P[t,j] = t
 *
 * Shape     (length, dModel)
 * Source    The first idea that comes to mind; its size grows without bound
 *
 * @example
 * pe.encode({ method: "index" }, { length: 4 }); // Float32Array [0, 1, 2, 3]
 */
export const index = method({
  family: "additive",
  fields: {
    /** Channels, which all hold the same number. */
    dModel: channels,
    /** Position of the first row. */
    start: position,
  },
});

/**
 * The position as a part of the whole, from −1 to 1, in every channel.
 *
 *   P[t,j] = 2t / (N − 1) − 1        N = maxLength
 *
 * Shape     (length, dModel)
 * Source    The second idea that comes to mind; a step means another distance in each length
 *
 * @example
 * pe.encode({ method: "normalized-index", maxLength: 5 }, { length: 5 }); // Float32Array [-1, -0.5, 0, 0.5, 1]
 */
export const normalizedIndex = method({
  family: "additive",
  fields: {
    /** Channels, which all hold the same number. */
    dModel: channels,
    /** N, the positions between −1 and 1. */
    maxLength: number({ from: 2, to: 2 ** 52, integer: true, usual: 512 }),
    /** Position of the first row. */
    start: position,
  },
});

/**
 * A channel of its own for each position.
 *
 *   P[t,j] = 1 where t = j, else 0
 *
 * Shape     (length, dModel)
 *
 * @example
 * pe.encode({ method: "one-hot", dModel: 3 }, { positions: [2, 0] }); // Float32Array [0, 0, 1, 1, 0, 0]
 */
export const oneHot = method({ family: "additive", fields: { dModel: width, start: position } });

/**
 * A learned vector for each position.
 *
 *   P[t] = W[t]
 *
 * Shape     (length, dModel), from W (maxLength, dModel)
 * Source    Gehring et al. 2017, arXiv 1705.03122, section 3.1
 *
 * @example
 * pe.encode({ method: "learned", dModel: 2, maxLength: 3 }, { positions: [2, 0], table: Float32Array.of(1, 2, 3, 4, 5, 6) }); // Float32Array [5, 6, 1, 2]
 */
export const learned = method({
  family: "additive",
  fields: {
    dModel: width,
    /** Rows of W. */
    maxLength: rows,
    start: position,
  },
});
