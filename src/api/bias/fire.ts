import { checkOut } from "../arguments/buffers.ts";
import { checkFlag, checkNumber, readOptions } from "../arguments/check.ts";
import { widthRule } from "../arguments/sizes.ts";
import { Output } from "../module/areas.ts";
import { step } from "../module/calls.ts";
import type { Engine } from "../module/engine.ts";
import { alongBoth } from "../module/parts.ts";
import { firstSheet } from "../module/sheets.ts";
import { tokens } from "../spec/dimensions.ts";
import { method, number, type SpecOf } from "../spec/rules.ts";
import type { BiasKernels } from "./kernels.ts";
import { checkPerceptron } from "./perceptron.ts";
import { blockNames, blockOfPart, byHeads, checkBlock, isEmpty } from "./score-block.ts";

/**
 * A learned function of the distance, relative to the query's position.
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
    /** A larger value makes far distances more alike. */
    c: number({ from: 1e-9, to: 1e9, default: 0.1 }),
    /** Queries up to this position divide distances by the same number. */
    threshold: number({ ...tokens, integer: false, default: 512 }),
  },
});

export const fireKernels: BiasKernels<SpecOf<typeof fire>> = { bias };

const names = ["heads", ...blockNames, "causal", "perceptron", "out"] as const;

function bias(engine: Engine, spec: SpecOf<typeof fire>, options: unknown): unknown {
  const given = readOptions("options", options, names);
  const heads = checkNumber("heads", given.heads, widthRule);
  const block = checkBlock(given);
  // The divisor grows with the query's position, so no query may stand before the first key.
  checkNumber("offset", block.offset, { from: 0, to: 2 ** 53, integer: true });
  const causal = checkFlag("causal", given.causal, false);
  const count = heads * block.queries * block.keys;
  const target = checkOut(given.out, "Float32Array", count, "heads · queries · keys");
  const perceptron = checkPerceptron(given.perceptron, 1, heads);
  if (isEmpty(block)) return given.out ?? new Float32Array(0);

  const out = new Output(Float32Array, count, target, undefined, alongBoth);
  const part = blockOfPart(block);
  const scale = { c: spec.c, threshold: spec.threshold };
  const fill = step("fire", { scale, perceptron, firstHead: firstSheet, block: part, out });
  const mask = step("hideFuture", { matrix: out, block: part, causal });
  const size = { param: "queries", value: block.queries };
  engine.runParts(size, byHeads(heads, block), fill, mask);
  return given.out ?? out.result;
}
