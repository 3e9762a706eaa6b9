import { checkArray, checkLength } from "../arguments/buffers.ts";
import { checkFlag } from "../arguments/check.ts";
import { type Area, input, room } from "../module/areas.ts";
import { type Step, step } from "../module/calls.ts";
import { rowFrom } from "../module/parts.ts";
import { base, pairedWidth } from "../spec/dimensions.ts";
import { method, type SpecOf, wordOr } from "../spec/rules.ts";
import { placements, placeOf } from "../table/layout.ts";
import { paired, scheduleArea } from "../table/schedule.ts";
import type { BiasKernels, LearnedName, ScoreMethod } from "./kernels.ts";
import { relativePositions, type ScoreBlock } from "./score-block.ts";

/**
 * Scores of the query, and of a learned bias, with the content of a key and with its relative position.
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
  fields: {
    /** Channels of the encoding R of a distance. */
    dModel: pairedWidth,
    /** Pair i of R has the frequency base^(−2i/dModel) radians per position. */
    base,
    /** Order of sines and cosines in R. Conformers of NeMo and ESPnet take turns: `interleaved`. */
    layout: wordOr("halves", "interleaved", "flipped-halves"),
  },
});

type TransformerXL = SpecOf<typeof transformerXL>;

export const transformerXLKernels: BiasKernels<TransformerXL> = { schedule, scores };

function schedule({ dModel, base }: TransformerXL) {
  return paired(dModel, base);
}

function scores(spec: TransformerXL): ScoreMethod {
  const { dModel } = spec;
  return {
    names: ["k", "u", "v", "positionWeight", "withContent"],
    needsKeys: true,
    scaleTerms: 1,
    prepare: (given, { k, heads, headDim, block }) => {
      const array = (name: LearnedName, count: number, meaning: string) => {
        const values = checkArray(name, given[name], ["Float32Array"]);
        checkLength(name, values, count, meaning);
        return input(values);
      };
      const channels = heads * headDim;
      const u = array("u", channels, "heads · headDim");
      const v = array("v", channels, "heads · headDim");
      const weight = array("positionWeight", channels * dModel, "heads · headDim · dModel");
      const withContent = checkFlag("withContent", given.withContent, false);
      const terms = {
        contentContent: withContent,
        contentPosition: true,
        biasContent: true,
        biasPosition: true,
      };
      const rows = relativePositions(block);
      const encoding = room(Float32Array, rows * dModel);
      const positions = room(Float32Array, rows * channels);
      const read = { k: input(k!), positions, firstPosition: rowFrom(0), u, v };
      return (scale, { q, scores, ...part }) => [
        distanceTable(spec, block, encoding),
        step("transformerXLPositions", { encoding, weight, encodingWidth: dModel, positions }),
        step("transformerXLScores", {
          input: { q, ...read },
          terms,
          shape: { ...part, heads, width: headDim },
          scale,
          scores,
        }),
      ];
    },
  };
}

/** The encodings of all distances i − j, in ascending order. */
function distanceTable(spec: TransformerXL, block: ScoreBlock, out: Area<Float32Array>): Step {
  const exact = schedule(spec);
  const { pairs } = exact;
  return step("sincosTable", {
    frequencies: scheduleArea(exact),
    ...placeOf(placements[spec.layout](pairs), pairs, 2 * pairs),
    start: block.offset - (block.keys - 1),
    first: 0,
    rows: relativePositions(block),
    out,
  });
}
