/** Tables of the methods "index", "normalized-index", "one-hot" and "learned". */
import { checkArray, checkLength } from "../arguments/buffers.ts";
import { rangeError } from "../arguments/errors.ts";
import type { Engine } from "../module/engine.ts";
import { type Area, input } from "../module/memory.ts";
import type { Slices, WasmModule } from "../module/module.ts";
import type { ResolvedSpec } from "../spec/methods.ts";
import { type CheckedRows, positionsOf } from "../table/rows.ts";
import type { GivenInputs, TablePlan } from "../table/table-plan.ts";

type Fill = (module: WasmModule, slices: Slices) => void;

/** Rows of `dModel` channels from their positions, and from what else there is. */
function plan(dModel: number, rows: CheckedRows, fill: Fill, more: Area[] = []): TablePlan {
  return {
    rows: rows.count,
    width: dModel,
    meaning: "length · dModel",
    fill(engine: Engine, out) {
      const positions = input(positionsOf(rows, dModel));
      engine.run(rows.size, [positions, out, ...more], fill);
    },
  };
}

export const index =
  ({ dModel }: ResolvedSpec<"index">) =>
  (rows: CheckedRows) =>
    plan(dModel, rows, (module, slices) => module.indexRows(slices));

export const normalizedIndex =
  ({ dModel, maxLength }: ResolvedSpec<"normalized-index">) =>
  (rows: CheckedRows) =>
    plan(dModel, rows, (module, slices) => module.normalizedIndexRows(slices, maxLength));

export const oneHot =
  ({ dModel }: ResolvedSpec<"one-hot">) =>
  (rows: CheckedRows) =>
    plan(dModel, rows, (module, slices) => module.oneHotRows(slices));

export function learned({ dModel, maxLength }: ResolvedSpec<"learned">, given: GivenInputs) {
  const table = checkArray("table", given.table, ["Float32Array"]);
  checkLength("table", table, maxLength * dModel, `maxLength · dModel = ${maxLength} · ${dModel}`);
  return (rows: CheckedRows) => {
    checkLearned(rows, maxLength);
    const look: Fill = (module, slices) => module.learnedRows(slices, maxLength);
    return plan(dModel, rows, look, [input(table)]);
  };
}

/** There is nothing between or beyond the learned positions. */
function checkLearned({ count, start, first, positions }: CheckedRows, maxLength: number): void {
  const refuse = (param: string, value: number) => {
    const text = `${param} must be an integer from 0 to ${maxLength - 1}, the last that was learned; got ${value}`;
    throw rangeError(text, { code: "range", param, value });
  };
  const isLearned = (position: number) => Number.isInteger(position) && position >= 0 && position < maxLength;
  if (positions !== undefined) {
    for (const [i, position] of positions.entries())
      if (!isLearned(position)) refuse(`positions[${i}]`, position);
  } else if (count > 0) {
    if (!isLearned(start)) refuse("start", start);
    const last = start + first + count - 1;
    if (!isLearned(last)) refuse("start + length − 1", last);
  }
}
