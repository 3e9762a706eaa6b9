/** The row of a learned table for each query and key, if it depends only on the relative position. */
import { checkOut } from "../arguments/buffers.ts";
import { readOptions } from "../arguments/check.ts";
import { type Area, Output, room } from "../module/areas.ts";
import { type Step, step } from "../module/calls.ts";
import { alongRows, byRows, rowFrom } from "../module/parts.ts";
import type { BiasKernels } from "./kernels.ts";
import { blockNames, checkBlock, isEmpty, relativePositions, type ScoreBlock } from "./score-block.ts";

/** The calls that find the row of each relative position. */
type Steps<Spec> = (
  spec: Spec,
  block: ScoreBlock,
  rows: Area<Int32Array>,
  given: { term?: unknown },
) => Step[];

/** @param more Options that only this method takes. */
export const indexByPosition =
  <Spec>(more: readonly "term"[], steps: Steps<Spec>): Required<BiasKernels<Spec>>["index"] =>
  (engine, spec, options) => {
    const given = readOptions("options", options, [...blockNames, ...more, "out"]);
    const block = checkBlock(given);
    const out = indexOutput(given.out, block.queries, block.keys);
    const vector = room(Int32Array, relativePositions(block));
    const find = steps(spec, block, vector, given);
    if (isEmpty(block)) return given.out ?? new Int32Array(0);
    const size = { param: "queries", value: block.queries };
    const spread = step("spreadRelative", { vector, block, first: rowFrom(0), matrix: out });
    engine.runParts(size, byRows(block.queries), ...find, spread);
    return given.out ?? out.result;
  };

export function indexOutput(out: unknown, queries: number, keys: number): Output<Int32Array> {
  const count = queries * keys;
  return new Output(
    Int32Array,
    count,
    checkOut(out, "Int32Array", count, "queries · keys"),
    undefined,
    alongRows,
  );
}
