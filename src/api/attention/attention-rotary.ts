/** The rotary encoding of attention's queries and keys: checked, and the calls that turn them before they are compared. */

import { readOptions } from "../arguments/check.ts";
import { rangeError } from "../arguments/errors.ts";
import type { Engine } from "../module/engine.ts";
import { type Area, slicesFrom } from "../module/memory.ts";
import type { Slices, WasmModule } from "../module/module.ts";
import {
  attentionFactorOf,
  fillTurns,
  type RotarySpec,
  type Turn,
  tokenRules,
  turnAreas,
} from "../rotary/rotary.ts";
import { type RotaryFields, rotaryNames, rotarySpec } from "../rotary/rotary-fields.ts";
import {
  type CheckedTokens,
  checkTokens,
  type TokenPositions,
  tokenPositionNames,
} from "../rotary/rotary-positions.ts";
import type { Scheduled } from "../table/schedules.ts";
import type { Shape } from "./attention-shape.ts";

type WidthLeftOut<F> = F extends { headDim: number }
  ? Omit<F, "headDim"> & { headDim?: number | undefined }
  : F;

/** The encoding, whose `headDim` is that of the call, and the positions of the keys. */
export type AttentionRotary = WidthLeftOut<RotaryFields> & TokenPositions;

export interface CheckedRotary {
  /** Areas of a call: what turns the queries, then what turns the keys. */
  areas: (Area | Scheduled)[];
  /** Turns the call's copies of queries and keys; `first` is the index of the first of the areas. */
  turn(module: WasmModule, slices: Slices, first: number): void;
}

const names: readonly string[] = [...rotaryNames, ...tokenPositionNames];

/** @param offset Keys before the first query: query t stands where key t + offset does. */
export function checkAttentionRotary(
  engine: Engine,
  option: unknown,
  shape: Shape,
  offset: number,
): CheckedRotary | undefined {
  if (option === undefined) return undefined;
  const given = readOptions("rotary", option, names);
  const spec = specOf(given, shape.headDim);
  const rules = { ...tokenRules(spec), size: { param: "keys", value: shape.keys } };
  const keys = checkTokens(given, { count: shape.keys, ...rules });
  const queries =
    given.positions === undefined
      ? checkTokens(startingAt(keys, offset, given), { count: shape.queries, ...rules })
      : partOf(keys, offset, shape.queries);
  return turning(
    { spec, tokens: queries, side: "query", inverse: false },
    { spec, tokens: keys, side: "key", inverse: false },
    attentionFactorOf(engine, spec),
  );
}

function turning(query: Turn, key: Turn, factor: number): CheckedRotary {
  const ofQueries = turnAreas(query);
  const { rotaryDim, pairing } = query.spec;
  return {
    areas: [...ofQueries, ...turnAreas(key)],
    turn(module, slices, first) {
      fillTurns(module, slicesFrom(slices, first), query, factor);
      fillTurns(module, slicesFrom(slices, first + ofQueries.length), key, factor);
      module.turnAttended(slices, rotaryDim, pairing === "adjacent");
    },
  };
}

/** Presets bring the width of their heads, other specs take that of the call. */
function specOf(given: Record<string, unknown>, headDim: number): RotarySpec {
  const isOpen = given.preset === undefined && given.headDim === undefined && isRotary(given.method);
  const spec = rotarySpec(isOpen ? { ...given, headDim } : given);
  if (spec.headDim === headDim) return spec;
  const text = `headDim must be the same in rotary and in the call; got ${spec.headDim} and ${headDim}`;
  throw rangeError(text, { code: "range", param: "rotary.headDim", value: spec.headDim });
}

const isRotary = (method: unknown) => method === undefined || method === "rope" || method === "xpos";

/** Where the queries start, on the checked steps of the keys. */
function startingAt({ start }: CheckedTokens, offset: number, { stride }: { stride?: unknown }) {
  const step = (stride as number | undefined) ?? 1;
  return { start: start + step * offset, stride: step };
}

/** Queries among the keys, on each axis. */
function partOf({ count: keys, lists }: CheckedTokens, offset: number, queries: number): CheckedTokens {
  if (offset < 0 || offset + queries > keys) {
    const text = `positions are those of the keys, so offset must be from 0, and offset + queries at most ${keys}; got ${offset} + ${queries}`;
    throw rangeError(text, { code: "range", param: "offset", value: offset });
  }
  const axes = keys === 0 ? 0 : lists!.length / keys;
  const part = new Float64Array(axes * queries);
  for (let axis = 0; axis < axes; axis++)
    part.set(lists!.subarray(axis * keys + offset, axis * keys + offset + queries), axis * queries);
  return { count: queries, start: 0, lists: part };
}
