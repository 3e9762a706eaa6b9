/** Positions of text: one after the other, with padding, or several sequences in one row. */
import { checkNumber, type Unchecked } from "../../api/arguments/check.ts";
import { rangeError, typeError } from "../../api/arguments/errors.ts";
import { checkList, type Numbers } from "../../api/arguments/numbers.ts";
import { countRule } from "../../api/arguments/sizes.ts";
import { checkCount, consecutive } from "./blocks.ts";
import { type Continued, checkNext, checkStart, type Padded, padded, type TokenIds } from "./continued.ts";

/** Options of the rule `text`: one of `length`, `mask` and `boundaries`. */
export interface TextIdsOptions extends Continued, Padded {
  /** Positions 0, 1, 2, … Default. */
  rule?: "text" | undefined;
  /** The number of tokens, if none is padding. */
  length?: number | undefined;
  /**
   * Sequences that are packed into one row, without padding: where each begins, and where the last ends. This is
   * `cu_seqlens`: 0, then numbers that do not fall. Every sequence has positions of its own, from `start` on.
   */
  boundaries?: Numbers | undefined;
}

/** The positions of text. With `boundaries`, `count`, `next` and `delta` are those of the last sequence. */
export interface TextIds extends TokenIds {
  /** The position of each token, for `positions` of `rotate`, `encode` and others. */
  positions: Float64Array<ArrayBuffer>;
}

export const textNames = ["length", "boundaries", "mask", "padPosition", "start", "after"] as const;

/** Source of padding and of its positions: see {@link padded}. */
export function textIds(given: Unchecked<(typeof textNames)[number]>): TextIds {
  const ways = (["length", "mask", "boundaries"] as const).filter((name) => given[name] !== undefined);
  const [way = "length", other] = ways;
  if (other !== undefined) {
    const text = `${way} and ${other} exclude each other; leave one out`;
    throw typeError(text, { code: "conflict", param: other, value: given[other] });
  }
  if (way === "boundaries") return packed(given);
  const { start, before } = checkStart(given);
  const count = way === "mask" ? undefined : checkNumber("length", given.length, countRule);
  checkCount("length", count ?? 0, 1);
  const { lists, used } = padded(given, 1, count, (used) => [consecutive(start, used)]);
  const next = start + used;
  checkNext(next, given);
  return { positions: lists[0]!, count: before + used, next, delta: next - before - used };
}

function packed(given: Unchecked<(typeof textNames)[number]>): TextIds {
  for (const name of ["after", "padPosition"] as const) {
    if (given[name] === undefined) continue;
    const text = `${name} and boundaries exclude each other; leave ${name} out`;
    throw typeError(text, { code: "conflict", param: name, value: given[name] });
  }
  const { start } = checkStart(given);
  const list = checkList("boundaries", given.boundaries);
  checkCount("boundaries", list.count, 1);
  const bounds = list.read(countRule);
  const wrong = bounds.findIndex((bound, i) => (i === 0 ? bound !== 0 : bound < bounds[i - 1]!));
  if (wrong >= 0) {
    const must = wrong === 0 ? "be 0" : `be at least the one before it, ${bounds[wrong - 1]}`;
    const param = `boundaries[${wrong}]`;
    const text = `${param} must ${must}; got ${bounds[wrong]}`;
    throw rangeError(text, { code: "range", param, value: bounds[wrong] });
  }
  const length = bounds.at(-1) ?? 0;
  checkCount("boundaries", length, 1);
  checkNext(start + length, given);
  const positions = new Float64Array(length);
  for (let i = 1; i < bounds.length; i++) {
    const first = bounds[i - 1]!;
    positions.set(consecutive(start, bounds[i]! - first), first);
  }
  const count = length - (bounds.at(-2) ?? 0);
  return { positions, count, next: start + count, delta: start };
}
