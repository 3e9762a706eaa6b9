/** The laws of positions with time, rows and columns (M-RoPE). */
import { type Draft, draft } from "../findings/findings.ts";

export interface BlockContext {
  readonly mask?: ArrayLike<number> | undefined;
  readonly start?: number | undefined;
  readonly boundaries?: readonly number[] | undefined;
  readonly grids?: readonly (readonly number[])[] | undefined;
  readonly spatialMerge: number;
}

/** Three lists are axes of one text, if rows and columns follow time where it has text. */
export function isAxes([time, rows, columns]: readonly Float64Array[]): boolean {
  if (time === undefined || rows === undefined || columns === undefined) return false;
  let [same, other] = [0, 0];
  for (let token = 0; token < time.length; token++) {
    if (rows[token] === time[token] && columns[token] === time[token]) same++;
    else other++;
  }
  return same > 0 && other > 0;
}

/** Tokens on all three axes. */
interface Lists {
  readonly count: number;
  readonly at: (token: number) => readonly [time: number, row: number, column: number];
  /** The number of a token among all, padding included. */
  readonly place: (token: number) => number;
}

export function blockFaults([time, rows, columns]: readonly Float64Array[], context: BlockContext): Draft[] {
  const { mask, start, boundaries = [] } = context;
  const places = [...time!.keys()].filter((token) => mask === undefined || mask[token] !== 0);
  const lists: Lists = {
    count: places.length,
    at: (token) => [time![places[token]!]!, rows![places[token]!]!, columns![places[token]!]!],
    place: (token) => places[token]!,
  };
  const grids = [...(context.grids ?? [])];
  let next = start ?? lists.at(0)[0];
  for (let token = 0; token < lists.count; ) {
    if (boundaries.includes(lists.place(token))) next = start ?? 0;
    const [t, h, w] = lists.at(token);
    const before = token === 0 ? t : lists.at(token - 1)[0];
    if (t < before && !boundaries.includes(lists.place(token)))
      return [draft("time-falls", ["token", lists.place(token)], ["before", before], ["after", t])];
    if (t !== next || h !== next || w !== next) {
      const wrong = [t, h, w].find((each) => each !== next)!;
      return [draft("block-start", ["token", lists.place(token)], ["position", wrong], ["expected", next])];
    }
    const block = blockAt(lists, token);
    const [grid] = grids;
    if (block.tokens === 1 && !isSingle(grid, context)) {
      token++;
      next++;
      continue;
    }
    if (block.fault !== undefined) return [block.fault];
    const expected = grids.shift();
    const mismatch =
      expected === undefined ? undefined : sizeFault(block, expected, context, lists.place(token));
    if (mismatch !== undefined) return [mismatch];
    token += block.tokens;
    next = block.last + 1;
  }
  if (grids.length === 0) return [];
  const missing: Block = { tokens: 0, frames: 0, rows: 0, columns: 0, last: 0 };
  return [sizeFault(missing, grids[0]!, context, lists.count)!];
}

/** An image of one token looks like text. */
const isSingle = (grid: readonly number[] | undefined, { spatialMerge }: BlockContext) => {
  if (grid === undefined) return false;
  const [frames = 1, high = 1, wide = 1] = grid.length === 2 ? [1, ...grid] : grid;
  return frames * high * wide === spatialMerge ** 2;
};

interface Block {
  readonly tokens: number;
  readonly frames: number;
  readonly rows: number;
  readonly columns: number;
  /** The largest position on any axis. */
  readonly last: number;
  readonly fault?: Draft;
}

/** The tokens of an image or a video that begins here, row by row; one token of text if none does. */
function blockAt({ count, at, place }: Lists, first: number): Block {
  const [t0, h0, w0] = at(first);
  const one = { tokens: 1, frames: 1, rows: 1, columns: 1, last: t0 };
  if (first + 1 >= count) return one;
  const isText = (token: number) => {
    const [t, h, w] = at(token);
    return t === h && h === w && t === t0 + (token - first);
  };
  if (isText(first + 1)) return one;
  const inside = (token: number) => {
    if (token >= count) return false;
    const [t, h, w] = at(token);
    return t >= t0 && h >= h0 && w >= w0;
  };
  const isInRow = (token: number) => {
    if (!inside(token)) return false;
    const [t, h, w] = at(token);
    return t === t0 && h === h0 && w === w0 + (token - first);
  };
  let wide = 1;
  while (isInRow(first + wide)) wide++;
  let high = 1;
  const isRow = (token: number, row: number, time: number) =>
    Array.from({ length: wide }, (_, c) => token + c).every((each, c) => {
      if (!inside(each)) return false;
      const [t, h, w] = at(each);
      return t === time && h === h0 + row && w === w0 + c;
    });
  while (isRow(first + high * wide, high, t0)) high++;
  let [frames, time] = [1, t0];
  for (;;) {
    const from = first + frames * high * wide;
    if (from >= count) break;
    const [t] = at(from);
    const isFrame =
      t > time &&
      Array.from({ length: high }, (_, row) => row).every((row) => isRow(from + row * wide, row, t));
    if (!isFrame || wide * high === 1) break;
    [frames, time] = [frames + 1, t];
  }
  const tokens = frames * high * wide;
  const last = Math.max(time, h0 + high - 1, w0 + wide - 1);
  const block = { tokens, frames, rows: high, columns: wide, last };
  if (tokens > 1) return block;
  const [t, h, w] = at(first + 1);
  const wrong = [t, h, w].find((each) => each !== t0 + 1) ?? t;
  if (t < t0)
    return {
      ...block,
      tokens: 2,
      fault: draft("time-falls", ["token", place(first + 1)], ["before", t0], ["after", t]),
    };
  return {
    ...block,
    tokens: 2,
    fault: draft("block-start", ["token", place(first + 1)], ["position", wrong], ["expected", t0 + 1]),
  };
}

function sizeFault(
  block: Block,
  grid: readonly number[],
  { spatialMerge }: BlockContext,
  token: number,
): Draft | undefined {
  const [frames = 1, high = 1, wide = 1] = grid.length === 2 ? [1, ...grid] : grid;
  const [rows, columns] = [high / spatialMerge, wide / spatialMerge];
  if (block.rows === rows && block.columns === columns && (block.frames === frames || block.frames === 1))
    return undefined;
  return draft(
    "grid-mismatch",
    ["token", token],
    ["rows", block.rows],
    ["columns", block.columns],
    ["rows expected", rows],
    ["columns expected", columns],
  );
}
