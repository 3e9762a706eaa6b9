import { checkArray, checkLength } from "../arguments/buffers.ts";

/** Learned parameters, one float for each column; an empty array if they are left out. */
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
