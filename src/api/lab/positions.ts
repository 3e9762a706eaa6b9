/** An encoding's positions, as the kernels take them. */
import type { PositionRule } from "../../bindings/lab.ts";
import { queryFactor } from "../rotary/query-scale.ts";
import { attentionFactorOf, frequenciesOf, powersOf, ruleOf } from "../rotary/rule.ts";
import { scalingKernelsOf } from "../rotary/scaling.ts";
import { type ResolvedEncoding, ropeOf } from "./encoding.ts";

export interface Positions {
  rule: PositionRule;
  /** The factor of each rotated pair's frequency. */
  ratios: Float64Array;
  /** The factor of the queries at each position; empty if there is no factor. */
  queryFactors: Float32Array;
}

/** Tokens of the longest sequence trained, of the sequences at hand, and of the longest sequences that fit. */
interface Lengths {
  trained: number;
  tokens: number;
  most: number;
}

export function positionsOf(encoding: ResolvedEncoding, { trained, tokens, most }: Lengths): Positions {
  const { base, start, maxDistance, queryScale } = encoding;
  const { ratios, attentionFactor } = rotationOf(encoding, tokens);
  const factor = (_: unknown, t: number) => (queryScale ? queryFactor(queryScale, start + t) : 1);
  return {
    rule: { base, start, attentionFactor, trained, maxDistance },
    ratios,
    queryFactors: Float32Array.from({ length: queryScale ? most : 0 }, factor),
  };
}

function rotationOf({ base, rotaryDim, scaling }: ResolvedEncoding, tokens: number) {
  if (rotaryDim === undefined) return { ratios: new Float64Array(), attentionFactor: 1 };
  const spec = ropeOf({ headDim: rotaryDim, base, scaling });
  const plain = powersOf(base, rotaryDim);
  const ratios = Float64Array.from(
    frequenciesOf(ruleOf(spec, tokens), tokens),
    (frequency, pair) => frequency / plain[pair]!,
  );
  return { ratios, attentionFactor: attentionFactorOf(spec) };
}

/** Whether sequences of different lengths have different frequencies. */
export const dependsOnLength = ({ scaling }: ResolvedEncoding): boolean =>
  scaling !== undefined && scalingKernelsOf(scaling).fixedUpTo !== undefined;
