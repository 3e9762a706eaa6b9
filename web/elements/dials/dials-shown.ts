import type { Posenc } from "../../../src/entries/encodings.ts";
import { sampleOf } from "../../methods/uniforms.ts";

// The drawn data: a query and a key of four pairs, rotated by their positions, and the score of the two.

/** One dial for each pair. */
export const PAIRS = 4;
export const HEAD_DIM = 2 * PAIRS;
/** Channels 2i and 2i + 1 are one pair. */
export const PAIRING = "interleaved";

export interface DialsSettings {
  readonly query: number;
  readonly key: number;
  readonly base: number;
  readonly seed: number;
}

/** A pair of channels as a vector: x to the right, y upwards, as in the plane. */
export type Pair = readonly [x: number, y: number];

export interface Dial {
  /** Radians per position. */
  readonly frequency: number;
  readonly query: Pair;
  readonly key: Pair;
  /** Part of the score. */
  readonly product: number;
}

export interface DialsShown {
  readonly settings: DialsSettings;
  readonly dials: readonly Dial[];
  readonly score: number;
  /** The score if all hands of the query pointed where those of the key point. */
  readonly most: number;
  /** The longest of all hands. */
  readonly longest: number;
}

export function dialsShown(pe: Posenc, settings: DialsSettings): DialsShown {
  const { query, key, base, seed } = settings;
  const sample = sampleOf(seed);
  const spec = { method: "rope", headDim: HEAD_DIM, base, pairing: PAIRING } as const;
  const rotated = (name: string, position: number) =>
    pe.rotate(contentOf(sample(name, 3 * PAIRS)), { ...spec, heads: 1, positions: [position] });
  const [q, k] = [rotated("query", query), rotated("key", key)];
  const [score = 0] = pe.matmul(q, k, { inner: HEAD_DIM });
  const pairOf = (x: Float32Array, pair: number): Pair => [x[2 * pair] as number, x[2 * pair + 1] as number];
  const dials = Array.from(pe.frequencies(spec), (frequency, pair) => {
    const [ofQuery, ofKey] = [pairOf(q, pair), pairOf(k, pair)];
    const product = ofQuery[0] * ofKey[0] + ofQuery[1] * ofKey[1];
    return { frequency, query: ofQuery, key: ofKey, product };
  });
  const most = dials.reduce((sum, dial) => sum + lengthOf(dial.query) * lengthOf(dial.key), 0);
  const longest = Math.max(...dials.flatMap((dial) => [lengthOf(dial.query), lengthOf(dial.key)]));
  return { settings, dials, score, most, longest };
}

/** Pairs in any direction with lengths from 0.6 to 1, so that each hand can be seen: of three numbers each, two are the direction. */
function contentOf(uniforms: Float32Array): Float32Array<ArrayBuffer> {
  const content = new Float32Array(HEAD_DIM);
  for (let pair = 0; pair < PAIRS; pair++) {
    const [x = 0, y = 0, size = 0] = uniforms.subarray(3 * pair);
    const factor = (0.8 + 0.2 * size) / Math.sqrt(x * x + y * y);
    content.set([x * factor, y * factor], 2 * pair);
  }
  return content;
}

export const lengthOf = ([x, y]: Pair): number => Math.hypot(x, y);
export const angleOf = ([x, y]: Pair): number => Math.atan2(y, x);
