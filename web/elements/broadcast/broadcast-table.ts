import type { Posenc, Spec } from "../../../src/api/full.ts";

/** A column of positions times a row of frequencies, and the sines of the products. */

export type Method = "sinusoidal" | "sine";

export interface Broadcast {
  readonly method: Method;
  /** Radians per position: one for each pair, or for each dimension where there are sines alone. */
  readonly frequencies: Float64Array;
  /** (length, dModel). */
  readonly table: Float32Array;
  readonly dModel: number;
  readonly length: number;
  /** |P(t+1) − P(t)| for each position in view. */
  readonly steps: Float64Array;
  /** The shortest and the longest of many steps. */
  readonly range: readonly [least: number, most: number];
}

/** Steps that the range is of, unless more positions are in view. */
export const STEPS = 512;

export function broadcast(pe: Posenc, spec: Spec, method: Method, dModel: number, length: number): Broadcast {
  const rows = pe.encode(spec, { length: STEPS + 1 });
  const lengths = Float64Array.from({ length: STEPS }, (_, t) => stepAt(rows, dModel, t));
  return {
    method,
    dModel,
    length,
    frequencies: pe.frequencies(spec),
    table: rows.slice(0, length * dModel),
    steps: lengths.subarray(0, length),
    range: [Math.min(...lengths), Math.max(...lengths)],
  };
}

/** The frequency that a dimension turns with. */
export function frequencyOf(method: Method, dimension: number): number {
  return method === "sine" ? dimension : dimension >> 1;
}

function stepAt(rows: Float32Array, dModel: number, t: number): number {
  let sum = 0;
  for (let j = t * dModel; j < (t + 1) * dModel; j++)
    sum += ((rows[j + dModel] as number) - (rows[j] as number)) ** 2;
  return Math.sqrt(sum);
}
