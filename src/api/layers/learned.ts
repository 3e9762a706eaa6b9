import { checkArray, checkLength } from "../arguments/buffers.ts";

/** What was learned, one float for each column; none if it is left out. */
export function checkLearned(
  param: string,
  given: unknown,
  columns: number,
  meaning = "dModel",
): Float32Array {
  if (given === undefined) return new Float32Array(0);
  const values = checkArray(param, given, ["Float32Array"]);
  checkLength(param, values, columns, meaning);
  return values;
}
