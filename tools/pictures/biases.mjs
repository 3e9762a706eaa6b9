/** Pictures of biases on the score of a query and a key. */
import { heatmapPicture, indexAxis } from "./heatmap.mjs";

/**
 * @typedef {import("./presets.mjs").Drawing} Drawing
 * @typedef {import("../../src/api/spec.ts").ResolvedSpec} Spec
 */

const TOKENS = 48;

/**
 * ALiBi: the bias of each head by the distance from key to query.
 * @param {Drawing} drawing
 * @param {Extract<Spec, { method: "alibi" }>} spec
 * @param {number} heads
 */
export function slopePicture({ title, pe, palette }, spec, heads) {
  const byKey = pe.bias(spec, { heads, queries: 1, offset: TOKENS - 1 });
  const byDistance = byKey.map((_, at) => {
    const [head, distance] = [Math.floor(at / TOKENS), at % TOKENS];
    return byKey[(head + 1) * TOKENS - 1 - distance] ?? 0;
  });
  return heatmapPicture(title, palette, {
    about: `Bias on the score: a slope for each of ${heads} heads`,
    values: byDistance,
    columns: TOKENS,
    range: [Math.min(...byDistance), 0],
    x: indexAxis("tokens from key to query →", TOKENS),
    y: indexAxis("head ↓", heads),
  });
}

/**
 * T5: the bucket of each query and key, for which a bias is learned.
 * @param {Drawing} drawing
 * @param {Extract<Spec, { method: "t5" }>} spec
 */
export function bucketPicture({ title, pe, palette }, spec) {
  return heatmapPicture(title, palette, {
    about: `Each query and key share one of ${spec.buckets} learned biases`,
    values: pe.relativeIndex(spec, { queries: TOKENS }),
    columns: TOKENS,
    range: [0, spec.buckets - 1],
    x: indexAxis("key →", TOKENS),
    y: indexAxis("query ↓", TOKENS),
  });
}
