/** The rotary encoding of attention's queries and keys: its checks, and the calls that rotate them before the products. */

import type { AttentionShape } from "../../bindings/attention.ts";
import { readOptions } from "../arguments/check.ts";
import { rangeError } from "../arguments/errors.ts";
import { type MethodName, methods } from "../methods.ts";
import type { Area } from "../module/areas.ts";
import type { Step } from "../module/calls.ts";
import type { Engine } from "../module/engine.ts";
import {
  attentionFactorOf,
  type ResolvedRotary,
  type Rotated,
  rotaryTableSteps,
  rotateStep,
  tokenRules,
} from "../rotate/rotary.ts";
import {
  type RotaryFieldsWith,
  rotaryNames,
  rotarySpec,
  type SharedFields,
} from "../rotate/rotary-fields.ts";
import {
  type CheckedTokens,
  checkTokens,
  type TokenPositions,
  tokenPositionNames,
} from "../rotate/rotary-positions.ts";
import { checkSpec } from "../spec.ts";

interface HeadWidth {
  /** Channels of a head. Default: the call's `headDim`; no other number is allowed. */
  headDim?: number | undefined;
}

/** A rotary encoding for heads of the call's `headDim`, and the positions of the keys. */
export type AttentionRotary = RotaryFieldsWith<Omit<SharedFields, "headDim"> & HeadWidth> & TokenPositions;

/** The calls that rotate the module's copies of queries and keys. */
export type RotateBoth = (q: Area<Float32Array>, k: Area<Float32Array>) => Step[];

const names: readonly string[] = [...rotaryNames, ...tokenPositionNames];

/** @param offset Number of keys before the first query: query t has the position of key t + offset. */
export function checkAttentionRotary(
  engine: Engine,
  option: unknown,
  shape: AttentionShape,
  offset: number,
): RotateBoth | undefined {
  if (option === undefined) return undefined;
  const given = readOptions("rotary", option, names);
  const spec = specOf(given, shape.headDim);
  const rules = { ...tokenRules(spec), size: { param: "keys", value: shape.keys } };
  const keys = checkTokens(given, { count: shape.keys, ...rules });
  const queries =
    given.positions === undefined
      ? checkTokens(startingAt(keys, offset, given), { count: shape.queries, ...rules })
      : partOf(keys, offset, shape.queries);
  const factor = attentionFactorOf(engine, spec);
  const rotation = (rotated: Rotated, heads: number, x: Area<Float32Array>) => {
    const all = { count: rotated.tokens.count, first: 0 };
    const { table, steps } = rotaryTableSteps(rotated, factor, all);
    return [...steps, rotateStep(spec, { table, heads, x, isBack: false }, all)];
  };
  return (q, k) => [
    ...rotation({ spec, tokens: queries, side: "query", inverse: false }, shape.heads, q),
    ...rotation({ spec, tokens: keys, side: "key", inverse: false }, shape.kvHeads, k),
  ];
}

/** Presets have their own `headDim`; other specs take the call's. */
function specOf(given: Record<string, unknown>, headDim: number): ResolvedRotary {
  const isOpen = given.preset === undefined && given.headDim === undefined && isRotary(given.method);
  const spec = rotarySpec(isOpen ? { ...given, headDim } : given, checkSpec);
  if (spec.headDim === headDim) return spec;
  const text = `headDim must be the same in rotary and in the call; got ${spec.headDim} and ${headDim}`;
  throw rangeError(text, { code: "range", param: "rotary.headDim", value: spec.headDim });
}

const isRotary = (method: unknown) => method === undefined || rotaryMethods.includes(method);

const rotaryMethods: readonly unknown[] = Object.keys(methods).filter(
  (name) => methods[name as MethodName].family === "rotary",
);

/** The positions of the queries, taken from the checked positions of the keys. */
function startingAt({ start }: CheckedTokens, offset: number, { stride }: { stride?: unknown }) {
  const step = (stride as number | undefined) ?? 1;
  return { start: start + step * offset, stride: step };
}

/** The listed positions of the queries: a part of the keys' positions, on each axis. */
function partOf({ count: keys, lists }: CheckedTokens, offset: number, queries: number): CheckedTokens {
  if (offset < 0 || offset + queries > keys) {
    const text = `positions are the keys' positions, so offset must be 0 or more, and offset + queries at most ${keys}; got ${offset} + ${queries}`;
    throw rangeError(text, { code: "range", param: "offset", value: offset });
  }
  const axes = keys === 0 ? 0 : lists!.length / keys;
  const part = new Float64Array(axes * queries);
  for (let axis = 0; axis < axes; axis++)
    part.set(lists!.subarray(axis * keys + offset, axis * keys + offset + queries), axis * queries);
  return { count: queries, start: 0, lists: part };
}
