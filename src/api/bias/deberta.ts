import { debertaTerms as terms } from "../../bindings/full/bias.ts";
import { word } from "../../bindings/slots.ts";
import { checkWord } from "../arguments/check.ts";
import { input } from "../module/areas.ts";
import { step } from "../module/calls.ts";
import { flag, method, number, type SpecOf } from "../spec/rules.ts";
import { indexByPosition } from "./index-by-position.ts";
import type { BiasKernels, ScoreMethod } from "./kernels.ts";
import { checkRelativeTable, noTable } from "./relative-table.ts";

/**
 * Disentangled attention: scores of content with positions, and of positions with content.
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
    /** k: all distances beyond it share a vector. */
    maxRelativePositions: number({ from: 1, to: 2 ** 30 - 1, integer: true, default: 512 }),
    /** Whether the first term counts: queries with positions. */
    contentToPosition: flag(true),
    /** Whether the second term counts: positions with keys. */
    positionToContent: flag(true),
  },
});

type Deberta = SpecOf<typeof deberta>;

export const debertaKernels: BiasKernels<Deberta> = {
  index: indexByPosition(["term"], ({ maxRelativePositions: reach }, block, rows, given) => {
    const term = word(terms, checkWord("term", given.term, terms, terms[0]));
    return [step("debertaRows", { term, reach, block, rows })];
  }),
  scores,
};

function scores(spec: Deberta): ScoreMethod {
  const { maxRelativePositions: reach, contentToPosition, positionToContent } = spec;
  const rows = 2 * reach;
  return {
    names: [
      ...(contentToPosition ? (["keyTable"] as const) : []),
      ...(positionToContent ? (["k", "queryTable"] as const) : []),
    ],
    needsKeys: positionToContent,
    scaleTerms: 1 + Number(contentToPosition) + Number(positionToContent),
    prepare: (given, { k, heads, headDim }) => {
      const tableOf = (name: "keyTable" | "queryTable", isRead: boolean) =>
        isRead ? checkRelativeTable(name, given[name], rows, { heads, headDim }) : noTable();
      const keyTable = tableOf("keyTable", contentToPosition);
      const queryTable = tableOf("queryTable", positionToContent);
      const read = { k: input(k ?? new Float32Array(0)), keyTable, queryTable };
      return (scale, { q, scores, ...part }) => {
        const shape = { ...part, heads, width: headDim, reach };
        return [step("debertaScores", { input: { q, ...read }, shape, scale, scores })];
      };
    },
  };
}
