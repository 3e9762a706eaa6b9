/** The orders of heads and tokens in arrays of vectors. */
import type { NumberAxes, Vectors } from "./read.ts";

/** Heads and tokens in one order of the axes. */
export interface Ordered {
  readonly before: Vectors;
  readonly after: Vectors;
  readonly says: string;
}

/** Every order in which the axes may be heads and tokens: the given one, or that which fits the count of positions. */
export function ordersOf(
  before: NumberAxes,
  after: NumberAxes,
  {
    order,
    tokens,
    heads,
  }: {
    order?: "heads-first" | "tokens-first" | undefined;
    tokens?: number | undefined;
    heads?: number | undefined;
  },
): Ordered[] {
  const width = before.shape.at(-1) ?? 1;
  const given = before.shape.slice(0, -1);
  const outer = given.filter((side) => side !== 1);
  // One token of several heads looks like one head of several tokens: the order or the positions tell.
  const isOneToken =
    outer.length === 1 && given.length > 1 && given.at(order === "tokens-first" ? -2 : -1) === 1;
  if (isOneToken && (tokens === 1 || order !== undefined))
    outer.splice(order === "tokens-first" ? 0 : 1, 0, 1);
  if (outer.length === 0) outer.push(1);
  const last = outer.length - 1;
  const axes = outer.map((_, axis) => axis);
  const wanted =
    order === "heads-first"
      ? [last]
      : order === "tokens-first"
        ? [Math.max(0, last - 1)]
        : [...axes].reverse();
  const fits = wanted.filter(
    (axis) =>
      (tokens === undefined || outer[axis] === tokens) &&
      (heads === undefined ||
        outer.length < 2 ||
        heads === axes.filter((each) => each !== axis).reduce((a, b) => a * outer[b]!, 1)),
  );
  return fits.map((axis) => {
    const of = ({ values }: NumberAxes): Vectors => tokensLast(values, outer, axis, width);
    const says =
      outer.length < 2
        ? "tokens × channels"
        : axis === last
          ? "heads × tokens × channels"
          : "tokens × heads × channels";
    return { before: of(before), after: of(after), says };
  });
}

/** The axis of tokens stands behind all others. */
function tokensLast(
  values: ArrayLike<number>,
  outer: readonly number[],
  axis: number,
  width: number,
): Vectors {
  const tokens = outer[axis]!;
  const inner = outer.slice(axis + 1).reduce((a, b) => a * b, 1);
  const heads = outer.reduce((a, b) => a * b, 1) / tokens;
  const out = new Float64Array(heads * tokens * width);
  for (let head = 0; head < heads; head++) {
    const [left, right] = [Math.floor(head / inner), head % inner];
    for (let token = 0; token < tokens; token++) {
      const from = ((left * tokens + token) * inner + right) * width;
      const to = (head * tokens + token) * width;
      for (let c = 0; c < width; c++) out[to + c] = values[from + c]!;
    }
  }
  return { heads, tokens, width, values: out };
}
