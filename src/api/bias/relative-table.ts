import type { RelativeTable } from "../../bindings/full/bias.ts";
import { checkArray } from "../arguments/buffers.ts";
import { rangeError } from "../arguments/errors.ts";
import { input } from "../module/areas.ts";

export const noTable = (): RelativeTable => ({ values: input(new Float32Array(0)), heads: 1 });

/** A learned table of vectors, (rows, heads, headDim). If the queries have more heads, they share the table's. */
export function checkRelativeTable(
  param: string,
  given: unknown,
  rows: number,
  { heads, headDim }: { heads: number; headDim: number },
): RelativeTable {
  const values = checkArray(param, given, ["Float32Array"]);
  const tableHeads = values.length / (rows * headDim);
  if (Number.isInteger(tableHeads) && tableHeads > 0 && heads % tableHeads === 0) {
    return { values: input(values), heads: tableHeads };
  }
  const text = `${param} must have ${rows} rows · ${heads} heads (or a divisor) · headDim ${headDim} entries; got ${values.length}`;
  throw rangeError(text, { code: "length", param, value: values.length });
}
