/** What can be diagnosed. */
import type { Numbers } from "../../../api/arguments/numbers.ts";
import type { Spec } from "../../../api/spec.ts";
import type { NumberAxes, Rows, Vectors } from "./read.ts";

// The orders of heads and tokens in arrays of vectors.

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

/** Lists in lists of numbers. */
export type Nested = readonly (Numbers | Nested)[];

/** A table that is added to embeddings, or rows of it. */
export interface TableToDiagnose {
  /**
   * (rows, columns), nested, or flat with `width` or `shape`. Axes of length 1 and equal copies are left out; the last axes of
   * complex numbers, 2, and of matrices, 2 × 2, are joined with the one before. Rotary tables may be one array, too.
   */
  table: Nested | Numbers;
  /** The position of each row, or a list of them for each axis or each text; for Fourier features, the coordinates. Default: 0, 1, 2, … */
  positions?: Numbers | Rows | undefined;
  /** The columns of a flat list. */
  width?: number | undefined;
  /** The axes of a flat list, in place of `width`. */
  shape?: Numbers | undefined;
}

/** Frequencies of a rotation. */
export interface FrequenciesToDiagnose {
  /** (pairs), in radians per position. */
  frequencies: Numbers;
}

/** Cosines and sines that a rotary model caches, or one of them. */
export interface CacheToDiagnose {
  /** (rows, pairs), or (rows, 2 · pairs) with each number twice; nested, or flat with `width` or `shape`. */
  cos?: Nested | Numbers | undefined;
  /** As `cos`. */
  sin?: Nested | Numbers | undefined;
  /** The position of each row, or a list of them for each axis or each text. Default: 0, 1, 2, … */
  positions?: Numbers | Rows | undefined;
  /** The columns of a flat list. */
  width?: number | undefined;
  /** The axes of a flat list, in place of `width`. */
  shape?: Numbers | undefined;
}

/** Slopes of ALiBi. */
export interface SlopesToDiagnose {
  /** (heads) */
  slopes: Numbers;
}

/** A bias on scores. */
export interface BiasToDiagnose {
  /**
   * (queries, keys) of one head, or (heads, queries, keys); nested, or flat with `width` or `shape`. −∞ or a number under −9000
   * is a mask.
   */
  bias: Nested | Numbers;
  /** The number of keys, for a flat list of one head. */
  width?: number | undefined;
  /** The axes of a flat list, in place of `width`. */
  shape?: Numbers | undefined;
}

/** Positions of tokens, and what is known of the tokens. */
export interface PositionsToDiagnose {
  /** (tokens), (texts, tokens), (3, tokens) or (3, texts, tokens): three rows may be time, height and width. */
  positionIds: Nested | Numbers;
  /** 1 for a token, 0 for padding. */
  mask?: Rows | Numbers | undefined;
  /** The position of the first token. Default: any. */
  start?: number | undefined;
  /** Where packed sequences begin, and where the last ends: `cu_seqlens`. */
  boundaries?: Numbers | undefined;
  /** Rows and columns, or frames, rows and columns, of the patches of each image: `image_grid_thw`. */
  grids?: readonly Numbers[] | undefined;
  /** Rows and columns of patches in one token. Default 2. */
  spatialMerge?: number | undefined;
  /** The rule of a model, with `segments`: as for `positionIds`. */
  rule?: string | undefined;
  /** The tokens in order, as for `positionIds`: every position is compared with the rule. */
  segments?: readonly object[] | undefined;
}

/** Vectors before and after positions were applied. */
export interface VectorsToDiagnose {
  /**
   * (heads, tokens, width), (tokens, heads, width), or (tokens, width) for one head; nested, or flat with `shape`, or with
   * `heads` and `width`.
   */
  before: Nested | Numbers;
  /** As `before`. */
  after: Nested | Numbers;
  /** The order of the axes, `heads-first` or `tokens-first`. Default: both are tried, and the verdict says which one fits. */
  order?: "heads-first" | "tokens-first" | undefined;
  /** The position of each token, or a list of them for each axis. Default: 0, 1, 2, … */
  positions?: Numbers | Rows | undefined;
  /** The number of heads of a flat list. Default 1. */
  heads?: number | undefined;
  /** The channels of a head, for a flat list. */
  width?: number | undefined;
  /** The axes of a flat list, in place of `heads` and `width`. */
  shape?: Numbers | undefined;
}

/** Numbers of one kind. */
export type ToDiagnose =
  | TableToDiagnose
  | FrequenciesToDiagnose
  | CacheToDiagnose
  | SlopesToDiagnose
  | BiasToDiagnose
  | PositionsToDiagnose
  | VectorsToDiagnose;

/** What a caller knows about the numbers. */
export interface DiagnoseOptions {
  /**
   * What they should be: the name of a preset or of a model type; a spec, as an object, as JSON or as the text that `formatSpec`
   * makes; a config.json, as an object or as text, whose kinds of layers are all tried; or the numbers of another file, such as
   * `{ table }`, `{ cos, sin }`, `{ frequencies }`, `{ slopes }` or `{ bias }`. The width of a table and the shape of a grid may be left out. Every entry is compared.
   * Without it, a base or a width cannot be wrong.
   */
  expected?: Spec | string | object | undefined;
  /** The number of digits after the point that were printed, 0 to 17. Default: estimated from the numbers. */
  decimals?: number | undefined;
  /** The number of significant digits that were printed, 1 to 17. Default: estimated from the numbers. */
  digits?: number | undefined;
  /** For `before` and `after`: whether embeddings should be multiplied by √width before a table is added. Default: not known. */
  scaled?: boolean | undefined;
  /** A short float whose rounding counts as equal, whatever the precision of the numbers. Default: none. */
  allow?: "float16" | "bfloat16" | undefined;
}
