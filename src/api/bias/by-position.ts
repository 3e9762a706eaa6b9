/** Biases that depend on the relative position only. */
import { checkOut } from "../arguments/buffers.ts";
import { checkFlag, checkNumber, checkWord, readOptions, type Unchecked } from "../arguments/check.ts";
import { widthRule } from "../arguments/sizes.ts";
import { type Area, Output, room } from "../module/areas.ts";
import { type Step, step } from "../module/calls.ts";
import { alongRows, byRows, rowFrom } from "../module/parts.ts";
import type { BiasKernels } from "./kernels.ts";
import { blockNames, checkBlock, isEmpty, relativePositions, type ScoreBlock } from "./score-block.ts";

type LearnedNumbers = "table" | "r1" | "r2";

/** Checks the learned arrays; returns the calls that compute a number for each head and relative position. */
type Steps<Spec> = (
  spec: Spec,
  given: Unchecked<LearnedNumbers>,
  shape: { heads: number; block: ScoreBlock },
) => (out: Area<Float32Array>) => Step[];

const forms = ["matrix", "vector"] as const;

/** Computes a number for each head and relative position, and copies it to all its places in the matrix. */
export const byPosition =
  <Spec>(learned: readonly LearnedNumbers[], steps: Steps<Spec>): Required<BiasKernels<Spec>>["bias"] =>
  (engine, spec, options) => {
    const names = ["heads", ...blockNames, "causal", "as", ...learned, "out"] as const;
    const given = readOptions("options", options, names);
    const heads = checkNumber("heads", given.heads, widthRule);
    const block = checkBlock(given);
    const causal = checkFlag("causal", given.causal, false);
    const isVector = checkWord("as", given.as, forms, "matrix") === "vector";
    const offsets = relativePositions(block);
    const count = heads * (isVector ? offsets : block.queries * block.keys);
    const meaning = isVector ? "heads · (queries + keys − 1)" : "heads · queries · keys";
    const target = checkOut(given.out, "Float32Array", count, meaning);
    const fill = steps(spec, given, { heads, block });
    if (isEmpty(block)) return given.out ?? new Float32Array(0);

    const size = { param: "queries", value: block.queries };
    const { queries, offset } = block;
    if (isVector) {
      const vector = new Output(Float32Array, count, target);
      const last = { queries: 1, keys: offsets, offset: queries - 1 + offset }; // the vector is the row of the last query
      engine.run(size, ...fill(vector), step("hideFuture", { matrix: vector, block: last, causal }));
      return given.out ?? vector.result;
    }
    const vector = room(Float32Array, heads * offsets);
    const matrix = new Output(Float32Array, count, target, undefined, alongRows);
    const finish = step("finishBias", { vector, block, causal, first: rowFrom(0), matrix });
    engine.runParts(size, byRows(heads * queries), ...fill(vector), finish);
    return given.out ?? matrix.result;
  };
