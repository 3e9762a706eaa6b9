/** The positions of the tokens that are rotated: one number each, or one for each axis. */

import { checkNumber, guarded, kindOf, type Unchecked } from "../arguments/check.ts";
import { counted } from "../arguments/counted.ts";
import { rangeError, typeError } from "../arguments/errors.ts";
import { checkList, type NumberList } from "../arguments/numbers.ts";
import { countRule } from "../arguments/sizes.ts";
import { checkResult, type Size } from "../module/engine.ts";
import { type Positions, positionRule } from "../table/rows.ts";

/** A position for each token; for a spec with sections, one list for each axis, or a single list that all axes share. */
export type ListedPositions = Positions | readonly Positions[];

/** The positions of tokens: start, start + stride, …, or those in `positions`. */
export interface TokenPositions {
  /** Position of the first token, from −2^53 to 2^53: with a cache of keys, the number of tokens in it. Default 0. */
  start?: number | undefined;
  /** The distance between the positions of consecutive tokens. Default 1. */
  stride?: number | undefined;
  /**
   * The position of each token, instead of `start` and `stride`. For a spec with sections, one list for each axis, or a
   * single list that all axes share, as for the text tokens of an image model.
   */
  positions?: ListedPositions | undefined;
}

export const tokenPositionNames = ["start", "stride", "positions"] as const;

/** Consecutive positions from `start` on, or the lists of all axes, one after the other. */
export interface CheckedTokens {
  count: number;
  start: number;
  lists?: Float64Array;
}

/** The array that the tokens belong to. */
interface Tokens {
  /** The number of tokens, if it is known beforehand. */
  count: number | undefined;
  /** Number of axes of the spec. */
  axes: number;
  /** The first position that needs a `currentLength`, if the spec does not give it. */
  openFrom: number;
  /** Whether the kernel needs a list of positions, even if they are consecutive. */
  listed: boolean;
  /** Bytes of each token, for the memory limit. */
  bytes: number;
  size: Size;
}

export function checkTokens(given: Unchecked<keyof TokenPositions>, tokens: Tokens): CheckedTokens {
  return given.positions === undefined
    ? withLength(checkSteps(given, tokens), tokens)
    : checkLists(given, tokens);
}

/** Models choose their frequencies by the length of the text, which does not follow from the positions of one call. */
function withLength(checked: CheckedTokens, { openFrom }: Tokens): CheckedTokens {
  const { count, start, lists } = checked;
  if (openFrom === Infinity || count === 0) return checked;
  const last = lists?.reduce((most, position) => Math.max(most, position)) ?? start + count - 1;
  if (last < openFrom) return checked;
  const text = `currentLength is required from position ${openFrom} on; got position ${last}. Pass the number of tokens so far, the same for queries and keys: the model chooses its frequencies by it`;
  throw typeError(text, { code: "missing", param: "currentLength", value: undefined });
}

function checkSteps(
  given: Unchecked<keyof TokenPositions>,
  { count: known, axes, listed, bytes, size }: Tokens,
): CheckedTokens {
  const start = checkNumber("start", given.start, { ...positionRule, default: 0 });
  const stride = checkNumber("stride", given.stride, { ...positionRule, default: 1 });
  const count = known ?? checkNumber("length", undefined, countRule);
  const last = start + stride * Math.max(count - 1, 0);
  if (Math.abs(last) > positionRule.to) {
    const text = `the last position must be from ${positionRule.from} to ${positionRule.to}; got ${last}`;
    throw rangeError(text, { code: "range", param: "start", value: given.start });
  }
  if (stride === 1 && !listed) return { count, start };
  checkResult(count * (bytes + axes * Float64Array.BYTES_PER_ELEMENT), size);
  const list = Float64Array.from({ length: count }, (_, token) => start + stride * token);
  return { count, start, lists: forAxes([list], axes) };
}

function checkLists(given: Unchecked<keyof TokenPositions>, tokens: Tokens): CheckedTokens {
  for (const param of ["start", "stride"] as const) {
    if (given[param] === undefined) continue;
    const text = `${param} and positions exclude each other; leave ${param} out`;
    throw typeError(text, { code: "conflict", param, value: given[param] });
  }
  return checkPositions("positions", given.positions, tokens);
}

/** Checks a list of positions, or one for each axis. */
export function checkPositions(param: string, value: unknown, tokens: Tokens): CheckedTokens {
  const { count: known, axes, bytes, size } = tokens;
  const lists = listsOf(param, value, axes);
  const count = known ?? lists[0]!.list.count;
  for (const { name, list } of lists) {
    if (list.count === count) continue;
    const text = `${name} must have one number for each of ${counted(count, "token")}; got ${list.count}`;
    throw rangeError(text, { code: "length", param: name, value: list.count });
  }
  const named = known === undefined ? { param: `${param}.length`, value: count } : size;
  checkResult(count * (bytes + axes * Float64Array.BYTES_PER_ELEMENT), named);
  const read = lists.map(({ list }) => list.read(positionRule));
  return withLength({ count, start: 0, lists: forAxes(read, axes) }, tokens);
}

interface NamedList {
  name: string;
  list: NumberList;
}

/** One list, or one for each axis: an array of arrays. */
function listsOf(param: string, positions: unknown, axes: number): NamedList[] {
  const items = axes > 1 ? itemsOf(param, positions) : positions;
  const nested = axes > 1 && isNested(items) ? items : undefined;
  if (nested === undefined) return [{ name: param, list: checkList(param, items) }];
  if (nested.length !== axes) {
    const text = `${param} must have a list for each of ${counted(axes, "axis", "axes")}; got ${nested.length}`;
    throw rangeError(text, { code: "length", param, value: nested.length });
  }
  return nested.map((list, axis) => {
    const name = `${param}[${axis}]`;
    return { name, list: checkList(name, list) };
  });
}

/** A copy of an array that is short enough to be a list of lists, so that each item is read once. */
function itemsOf(param: string, positions: unknown): unknown {
  if (kindOf(positions) !== "Array") return positions;
  const given = positions as unknown[];
  const length = guarded(param, positions, () => given.length);
  if (length > mostAxes) return positions;
  return Array.from({ length }, (_, axis) => guarded(param, positions, () => given[axis]));
}

const isNested = (items: unknown): items is unknown[] =>
  Array.isArray(items) && items.length > 0 && items.length <= mostAxes && items.every(isList);

const isList = (item: unknown) => typeof item === "object" && item !== null;

/** No spec has more axes. */
const mostAxes = 64;

/** The lists one after the other; a single list is repeated for each axis. */
function forAxes(lists: Float64Array[], axes: number): Float64Array {
  const { length } = lists[0]!;
  const all = new Float64Array(axes * length);
  for (let axis = 0; axis < axes; axis++) all.set(lists[axis] ?? lists[0]!, axis * length);
  return all;
}
