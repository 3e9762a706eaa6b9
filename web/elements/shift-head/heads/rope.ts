import type { Posenc } from "../../../../src/entries/encodings.ts";
import { ATTEND, cosineScores, type HeadEncoding, lookAt, WIDTH } from "./head-encoding.ts";

/** One vector for all words, (1, 0) in each pair, rotated by the positions of the words. */
function rotated(pe: Posenc, start: number, words: number): Float32Array {
  const same = Float32Array.from({ length: words * WIDTH }, (_, index) => Number(index % WIDTH < WIDTH / 2));
  return pe.rotate(same, { heads: 1, headDim: WIDTH, pairing: "halves", start });
}

export const rope: HeadEncoding = {
  title: "RoPE",
  build(pe, settings, words) {
    const { offset: k, start } = settings;
    return {
      weights: lookAt(pe, settings, rotated(pe, start, words), rotated(pe, start + k, words)),
      placed: words,
    };
  },
  reason: ({ offset }) =>
    `Neither table nor matrix: all words have the same query, and each key is rotated by ${offset} more positions.`,
  python: cosineScores,
  javascript: () => `const same = Float32Array.from({ length: n * d }, (_, at) => (at % d < d / 2 ? 1 : 0));
const rotated = (from) => pe.rotate(same, { heads: 1, headDim: d, pairing: "halves", start: from });
const [q, keys] = [rotated(start), rotated(start + k)];
const first = ${ATTEND};`,
};
