/** The factor of a query's scores that grows with its position. */

import type { AttentionShape } from "../../bindings/attention.ts";
import { checkArray, checkLength } from "../arguments/buffers.ts";
import { checkNumber, checkWord, fits, type NumberRule, readOptions } from "../arguments/check.ts";
import { rangeError } from "../arguments/errors.ts";
import { type Area, input, nothing } from "../module/areas.ts";
import { logarithm } from "../rotary/elementary.ts";
import { queryFactor } from "../rotary/query-scale.ts";

interface OfPositions {
  /** Positions of the queries, from 0 to 2^53. Default: t + offset for query t. */
  positions?: Float64Array | undefined;
}

/** The factor 1 + beta · ln(1 + ⌊(p + shift) / length⌋) for position p. Source: Llama 4, Ministral 3. */
interface SteppedQueries extends OfPositions {
  type?: "steps" | undefined;
  /** How fast it grows, from −1e6 to 1e6. */
  beta: number;
  /** Tokens in each step, 1 or more. */
  length: number;
  /** 1 if tokens are counted from 1. Default 0. */
  shift?: number | undefined;
}

/** The factor ln(p + 1) / ln(length) for position p, and 1 where that is less. Source: Qwen 1, `use_logn_attn`. */
interface LogarithmicQueries extends OfPositions {
  type: "log-n";
  /** The length that the model was trained with, 2 or more. */
  length: number;
}

/**
 * The factor scale · ln(n) for the n = p + 1 keys up to position p: scalable softmax. Where queries see all keys, let all
 * `positions` be the last one. Source: arXiv 2501.19399, eq. 3.
 */
interface ScalableQueries extends OfPositions {
  type: "scalable";
  /** The model's learned factor, from −1e6 to 1e6. */
  scale: number;
}

/** The factor 1 + beta · ln(max(1, (p + shift) / length)) for position p. Source: Inkling. */
interface RatioQueries extends OfPositions {
  type: "log-ratio";
  /** How fast it grows, from −1e6 to 1e6. */
  beta: number;
  /** The first `length` tokens have the factor 1; 1 or more. */
  length: number;
  /** 1 if tokens are counted from 1. Default 0. */
  shift?: number | undefined;
}

/** The factor (1 + (p + shift) / length)^exponent for position p. Source: Beam. */
interface PowerQueries extends OfPositions {
  type: "power";
  /** How fast it grows, from −10 to 10. */
  exponent: number;
  /** The token where the factor is 2^exponent; 1 or more. */
  length: number;
  /** 1 if tokens are counted from 1. Default 0. */
  shift?: number | undefined;
}

/** How the scores of a query grow with its position. */
export type QueryScaleOption =
  | SteppedQueries
  | LogarithmicQueries
  | ScalableQueries
  | RatioQueries
  | PowerQueries;

/** The rules of its numbers. */
export const queryScaleRules = {
  beta: { from: -1e6, to: 1e6 },
  length: { from: 1, to: 2 ** 53 },
  shift: { from: 0, to: 1, integer: true, default: 0 },
} as const satisfies Record<string, NumberRule>;
const trainedRule: NumberRule = { from: 2, to: 2 ** 53 };
const exponentRule: NumberRule = { from: -10, to: 10 };
const positionRule: NumberRule = { from: 0, to: 2 ** 53 };

const queryScaleNames = {
  steps: ["type", "positions", "beta", "length", "shift"],
  "log-n": ["type", "positions", "length"],
  scalable: ["type", "positions", "scale"],
  "log-ratio": ["type", "positions", "beta", "length", "shift"],
  power: ["type", "positions", "exponent", "length", "shift"],
} as const;
type Type = keyof typeof queryScaleNames;
const types = Object.keys(queryScaleNames) as Type[];
const allNames = [...new Set(Object.values(queryScaleNames).flat())];

/** The factor of a query by its position. */
function factorOf(given: Record<string, unknown>, type: Type): (position: number) => number {
  if (type === "log-n") {
    const trained = logarithm(checkNumber("queryScale.length", given.length, trainedRule));
    return (position) => Math.max(1, logarithm(position + 1) / trained);
  }
  if (type === "scalable") {
    const factor = checkNumber("queryScale.scale", given.scale, queryScaleRules.beta);
    return (position) => factor * logarithm(position + 1);
  }
  const step = {
    length: checkNumber("queryScale.length", given.length, queryScaleRules.length),
    shift: checkNumber("queryScale.shift", given.shift, queryScaleRules.shift),
  };
  if (type === "power") {
    const exponent = checkNumber("queryScale.exponent", given.exponent, exponentRule);
    return (position) => queryFactor({ type, exponent, ...step }, position);
  }
  const beta = checkNumber("queryScale.beta", given.beta, queryScaleRules.beta);
  const scale = type === "log-ratio" ? { type, beta, ...step } : { beta, ...step };
  return (position) => queryFactor(scale, position);
}

/** The factor of each query's scores. */
export function checkQueryScale(
  given: unknown,
  { queries }: AttentionShape,
  offset: number,
): Area<Float64Array> {
  if (given === undefined) return nothing(Float64Array);
  const options = readOptions("queryScale", given, allNames);
  const type = checkWord("queryScale.type", options.type, types, "steps");
  const { positions, ...numbers } = readOptions("queryScale", options, queryScaleNames[type]);
  const factor = factorOf(numbers, type);
  const listed = positions === undefined ? undefined : checkPositions(positions, queries);
  if (listed === undefined && offset < 0) {
    const text = `with queryScale, offset must be 0 or more; or pass queryScale.positions; got ${offset}`;
    throw rangeError(text, { code: "range", param: "offset", value: offset });
  }
  const factorAt = (_: unknown, t: number) => factor(listed === undefined ? t + offset : listed[t]!);
  return input(Float64Array.from({ length: queries }, factorAt));
}

function checkPositions(given: unknown, queries: number): Float64Array {
  const positions = checkArray("queryScale.positions", given, ["Float64Array"]);
  checkLength("queryScale.positions", positions, queries, `queries = ${queries}`);
  const at = positions.findIndex((position) => !fits(position, positionRule));
  if (at >= 0) checkNumber(`queryScale.positions[${at}]`, positions[at], positionRule);
  return positions;
}
