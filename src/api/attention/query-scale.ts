/** The factor of a query's scores that grows with its position. */

import type { AttentionShape } from "../../bindings/attention.ts";
import { checkArray, checkLength } from "../arguments/buffers.ts";
import { checkNumber, fits, type NumberRule, readOptions } from "../arguments/check.ts";
import { rangeError } from "../arguments/errors.ts";
import { type Area, input, nothing } from "../module/areas.ts";
import { queryFactor } from "../rotary/query-scale.ts";

/** How the scores of a query grow with its position. */
export interface QueryScaleOption {
  /** How fast they grow, from −1e6 to 1e6. */
  beta: number;
  /** Tokens in each step, 1 or more. */
  length: number;
  /** 1 if tokens are counted from 1. Default 0. */
  shift?: number | undefined;
  /** Positions of the queries, from 0 to 2^53. Default: t + offset for query t. */
  positions?: Float64Array | undefined;
}

/** The rules of its numbers. */
export const queryScaleRules = {
  beta: { from: -1e6, to: 1e6 },
  length: { from: 1, to: 2 ** 53 },
  shift: { from: 0, to: 1, integer: true, default: 0 },
} as const satisfies Record<string, NumberRule>;
const positionRule: NumberRule = { from: 0, to: 2 ** 53 };

const queryScaleNames = ["beta", "length", "shift", "positions"] as const;

/** The factor of each query's scores. */
export function checkQueryScale(
  given: unknown,
  { queries }: AttentionShape,
  offset: number,
): Area<Float64Array> {
  if (given === undefined) return nothing(Float64Array);
  const { positions, ...numbers } = readOptions("queryScale", given, queryScaleNames);
  const scale = {
    beta: checkNumber("queryScale.beta", numbers.beta, queryScaleRules.beta),
    length: checkNumber("queryScale.length", numbers.length, queryScaleRules.length),
    shift: checkNumber("queryScale.shift", numbers.shift, queryScaleRules.shift),
  };
  const listed = positions === undefined ? undefined : checkPositions(positions, queries);
  if (listed === undefined && offset < 0) {
    const text = `with queryScale, offset must be 0 or more; or pass queryScale.positions; got ${offset}`;
    throw rangeError(text, { code: "range", param: "offset", value: offset });
  }
  const factorAt = (_: unknown, t: number) =>
    queryFactor(scale, listed === undefined ? t + offset : listed[t]!);
  return input(Float64Array.from({ length: queries }, factorAt));
}

function checkPositions(given: unknown, queries: number): Float64Array {
  const positions = checkArray("queryScale.positions", given, ["Float64Array"]);
  checkLength("queryScale.positions", positions, queries, `queries = ${queries}`);
  const at = positions.findIndex((position) => !fits(position, positionRule));
  if (at >= 0) checkNumber(`queryScale.positions[${at}]`, positions[at], positionRule);
  return positions;
}
