/** The positions of the tokens that are rotated: one number each, or one for each axis. */
import { checkNumber, guarded, kindOf, type Unchecked } from "../arguments/check.ts";
import { rangeError, typeError } from "../arguments/errors.ts";
import { checkList, type NumberList } from "../arguments/numbers.ts";
import { countRule } from "../arguments/sizes.ts";
import { checkResult, type Size } from "../module/engine.ts";
import { type Positions, positionRule } from "../table/rows.ts";

/** The positions of tokens: start, start + stride, …, or those in `positions`. */
export interface TokenPositions {
  /** Position of the first token, from −2^53 to 2^53: with a cache of keys, the number of tokens in it. Default 0. */
  start?: number | undefined;
  /** The distance from each token's position to that of the next. Default 1. */
  stride?: number | undefined;
  /**
   * The position of each token, in place of `start` and `stride`. For a spec with sections, one list for each axis, or a
   * single list that all axes share, as for the text tokens of an image model.
   */
  positions?: Positions | readonly Positions[] | undefined;
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
  /** The first position that needs a `currentLength`, which the spec does not have. */
  openFrom: number;
  /** Whether the kernel needs a list of positions, even if they are consecutive. */
  listed: boolean;
  /** Bytes of each token, for the memory limit. */
  bytes: number;
  size: Size;
}

export function checkTokens(given: Unchecked<keyof TokenPositions>, tokens: Tokens): CheckedTokens {
  const checked = given.positions === undefined ? checkSteps(given, tokens) : checkLists(given, tokens);
  checkLast(checked, tokens.openFrom);
  return checked;
}

/** Models choose their frequencies by the length of the text, which the positions of one call do not tell. */
function checkLast({ count, start, lists }: CheckedTokens, openFrom: number): void {
  if (openFrom === Infinity || count === 0) return;
  const last = lists?.reduce((most, position) => Math.max(most, position)) ?? start + count - 1;
  if (last < openFrom) return;
  const text = `currentLength is required: the number of tokens so far, by which the model chooses its frequencies from position ${openFrom} on, the same for queries and keys; got position ${last}`;
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
    const text = `the last position must be from ${positionRule.from} to ${positionRule.to}; it is ${last}`;
    throw rangeError(text, { code: "range", param: "start", value: given.start });
  }
  if (stride === 1 && !listed) return { count, start };
  checkResult(count * (bytes + axes * Float64Array.BYTES_PER_ELEMENT), size);
  const list = Float64Array.from({ length: count }, (_, token) => start + stride * token);
  return { count, start, lists: forAxes([list], axes) };
}

function checkLists(
  given: Unchecked<keyof TokenPositions>,
  { count: known, axes, bytes, size }: Tokens,
): CheckedTokens {
  for (const param of ["start", "stride"] as const) {
    if (given[param] === undefined) continue;
    const text = `${param} and positions exclude each other; leave ${param} out`;
    throw typeError(text, { code: "conflict", param, value: given[param] });
  }
  const lists = listsOf(given.positions, axes);
  const count = known ?? lists[0]!.list.count;
  for (const { param, list } of lists) {
    if (list.count === count) continue;
    const text = `${param} must have one number for each of ${count} tokens; got ${list.count}`;
    throw rangeError(text, { code: "length", param, value: list.count });
  }
  const named = known === undefined ? { param: "positions.length", value: count } : size;
  checkResult(count * (bytes + axes * Float64Array.BYTES_PER_ELEMENT), named);
  return {
    count,
    start: 0,
    lists: forAxes(
      lists.map(({ list }) => list.read(positionRule)),
      axes,
    ),
  };
}

interface NamedList {
  param: string;
  list: NumberList;
}

/** One list, or one for each axis: an array of arrays. */
function listsOf(positions: unknown, axes: number): NamedList[] {
  const items = axes > 1 ? itemsOf(positions) : positions;
  const nested = axes > 1 && isNested(items) ? items : undefined;
  if (nested === undefined) return [{ param: "positions", list: checkList("positions", items) }];
  if (nested.length !== axes) {
    const text = `positions must have a list for each of ${axes} axes; got ${nested.length}`;
    throw rangeError(text, { code: "length", param: "positions", value: nested.length });
  }
  return nested.map((list, axis) => ({
    param: `positions[${axis}]`,
    list: checkList(`positions[${axis}]`, list),
  }));
}

/** A copy of an array that is short enough to be a list of lists, so that each item is read once. */
function itemsOf(positions: unknown): unknown {
  if (kindOf(positions) !== "Array") return positions;
  const given = positions as unknown[];
  const length = guarded("positions", positions, () => given.length);
  if (length > mostAxes) return positions;
  return Array.from({ length }, (_, axis) => guarded("positions", positions, () => given[axis]));
}

const isNested = (items: unknown): items is unknown[] =>
  Array.isArray(items) && items.length > 0 && items.length <= mostAxes && items.every(isList);

const isList = (item: unknown) => typeof item === "object" && item !== null;

/** More axes than any spec has. */
const mostAxes = 64;

/** The lists one after the other; a single list is repeated for each axis. */
function forAxes(lists: Float64Array[], axes: number): Float64Array {
  const { length } = lists[0]!;
  const all = new Float64Array(axes * length);
  for (let axis = 0; axis < axes; axis++) all.set(lists[axis] ?? lists[0]!, axis * length);
  return all;
}
