/** Arrays with one number for each score: their lengths, and the places of their rows. */

import type { AttentionShape, ScoreRows } from "../../bindings/attention.ts";
import type { Choices, Floats } from "../../bindings/slots.ts";
import { checkArray } from "../arguments/buffers.ts";
import { rangeError } from "../arguments/errors.ts";
import { input } from "../module/areas.ts";

export function checkBias(
  given: unknown,
  { heads, queries, keys }: AttentionShape,
): ScoreRows<Floats> | undefined {
  if (given === undefined) return undefined;
  const values = checkArray("bias", given, ["Float32Array"]);
  const each = queries * keys;
  checkOneOf("bias", values, { "heads · queries · keys": heads * each, "queries · keys": each });
  return { values: input(values), first: 0, head: values.length === each ? 0 : each, query: keys };
}

export function checkRelative(
  given: unknown,
  { heads, queries, keys }: AttentionShape,
): ScoreRows<Floats> | undefined {
  if (given === undefined) return undefined;
  const values = checkArray("relativeBias", given, ["Float32Array"]);
  const each = queries === 0 || keys === 0 ? 0 : queries + keys - 1;
  checkOneOf("relativeBias", values, {
    "heads · (queries + keys − 1)": heads * each,
    "queries + keys − 1": each,
  });
  return {
    values: input(values),
    first: Math.max(queries - 1, 0),
    head: values.length === each ? 0 : each,
    query: -1,
  };
}

export function checkMask(
  given: unknown,
  { heads, queries, keys }: AttentionShape,
): ScoreRows<Choices> | undefined {
  if (given === undefined) return undefined;
  const mask = checkArray("mask", given, ["Uint8Array"]);
  const each = queries * keys;
  checkOneOf("mask", mask, {
    "heads · queries · keys": heads * each,
    "queries · keys": each,
    keys,
  });
  const values = input(mask);
  if (mask.length === each) return { values, first: 0, head: 0, query: keys };
  if (mask.length === keys) return { values, first: 0, head: 0, query: 0 };
  return { values, first: 0, head: each, query: keys };
}

function checkOneOf(param: string, { length }: { length: number }, lengths: Record<string, number>): void {
  if (Object.values(lengths).includes(length)) return;
  const meanings = Object.entries(lengths).map(([meaning, count]) => `${meaning} = ${count}`);
  const text = `${param} must have ${meanings.join(" or ")} entries; got ${length}`;
  throw rangeError(text, { code: "length", param, value: length });
}
