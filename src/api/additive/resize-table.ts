/** Learned tables of positions for images of another size. */
import { checkArray, checkLength } from "../arguments/buffers.ts";
import { checkFlag, checkNumber, checkWord, missing, readOptions } from "../arguments/check.ts";
import { rangeError } from "../arguments/errors.ts";
import { checkList } from "../arguments/numbers.ts";
import { widthRule } from "../arguments/sizes.ts";

/** The two grids, and how values between rows are made. */
export interface ResizeTableOptions {
  /** Rows and columns of the grid that the table has: each from 1 to 65536. */
  from: ArrayLike<number>;
  /** Rows and columns of the grid that it should have: each from 1 to 65536. */
  to: ArrayLike<number>;
  /** Channels of an embedding. */
  dModel: number;
  /** How values between the table's own are made: `bicubic` in ViT, SigLIP and most others, `bilinear` in Qwen3-VL. */
  method: "bilinear" | "bicubic";
  /** True: the middles of the corner cells of both grids coincide (Qwen3-VL). False: the outer edges of both grids do (ViT). Required, because models differ. */
  alignCorners: boolean;
  /** Whether a smaller grid averages over all that it leaves out, as timm and SigLIP 2 do. Default false. Not with `alignCorners`. */
  antialias?: boolean | undefined;
}

const names = ["from", "to", "dModel", "method", "alignCorners", "antialias"] as const;

/** The rows of the table that a new row is made of, and their weights. */
interface Tap {
  readonly rows: readonly number[];
  readonly weights: readonly number[];
}

/** How values between rows are weighed. */
interface Weighing {
  method: ResizeTableOptions["method"];
  alignCorners: boolean;
  antialias: boolean;
}

/**
 * Resizes a learned table of positions to another grid, as a model does when an image is larger or smaller than in training.
 *
 * The same numbers as PyTorch's `interpolate` in float64; a Float32Array is rounded once, at the end. Rows that belong to no
 * place, such as one for a class token, are not part of the table: keep them apart.
 *
 * @param table (rows · columns, dModel), row by row.
 * @param options The grids, the channels, and the convention of the model.
 * @returns A new array of the same type, (rows · columns, dModel).
 * @throws TypeError for an option that is missing, unknown or of another type; RangeError for a number out of range, a table of
 * another length, more than 2^27 numbers, or `antialias` with `alignCorners`.
 * @example
 * resizeTable(Float32Array.of(0, 2), { from: [1, 2], to: [1, 4], dModel: 1, method: "bilinear", alignCorners: false }); // Float32Array [0, 0.5, 1.5, 2]
 */
export function resizeTable<T extends Float32Array | Float64Array>(table: T, options: ResizeTableOptions): T {
  const given = readOptions("options", options, names);
  const [from, to] = [sidesOf("from", given.from), sidesOf("to", given.to)];
  const dModel = checkNumber("dModel", given.dModel, widthRule);
  if (given.alignCorners === undefined) throw missing("alignCorners", "true or false");
  const weighing = {
    method: checkWord("method", given.method, ["bilinear", "bicubic"]),
    alignCorners: checkFlag("alignCorners", given.alignCorners, false),
    antialias: checkFlag("antialias", given.antialias, false),
  };
  if (weighing.antialias && weighing.alignCorners) {
    const text = "antialias must be false with alignCorners: no framework has both";
    throw rangeError(text, { code: "conflict", param: "antialias", value: true });
  }
  const values = checkArray("table", table, ["Float32Array", "Float64Array"]);
  const [rows, columns] = from;
  checkLength(
    "table",
    values,
    rows * columns * dModel,
    `rows · columns · dModel = ${rows} · ${columns} · ${dModel}`,
  );
  const wide = along(values, { outer: rows, inner: dModel, taps: tapsOf(columns, to[1], weighing) });
  const whole = along(wide, { outer: 1, inner: to[1] * dModel, taps: tapsOf(rows, to[0], weighing) });
  return (values instanceof Float32Array ? Float32Array.from(whole) : whole) as T;
}

const most = 2 ** 27;

function sidesOf(param: string, given: unknown): readonly [number, number] {
  const list = checkList(param, given);
  if (list.count !== 2) {
    const text = `${param} must have two numbers, rows and columns; got ${list.count}`;
    throw rangeError(text, { code: "length", param, value: list.count });
  }
  const [rows = 0, columns = 0] = list.read(widthRule);
  return [rows, columns];
}

interface Along {
  outer: number;
  inner: number;
  taps: readonly Tap[];
}

/** Weighs the middle axis of (outer, rows, inner). */
function along(values: ArrayLike<number>, { outer, inner, taps }: Along): Float64Array {
  const count = outer * taps.length * inner;
  if (count > most) {
    const text = `the new table has ${count} numbers, and there may be 2^27; resize some channels at a time`;
    throw rangeError(text, { code: "memory-limit", param: "to", value: count });
  }
  const out = new Float64Array(count);
  const rows = values.length / (outer * inner);
  for (let block = 0; block < outer; block++)
    for (const [place, { rows: from, weights }] of taps.entries())
      for (let channel = 0; channel < inner; channel++) {
        let sum = 0;
        for (let n = 0; n < from.length; n++)
          sum += weights[n]! * values[(block * rows + from[n]!) * inner + channel]!;
        out[(block * taps.length + place) * inner + channel] = sum;
      }
  return out;
}

function tapsOf(from: number, to: number, weighing: Weighing): Tap[] {
  const { method, alignCorners, antialias } = weighing;
  const scale = alignCorners ? (to > 1 ? (from - 1) / (to - 1) : 0) : from / to;
  const tap = antialias ? averaged : method === "bilinear" ? linear : cubic;
  return Array.from({ length: to }, (_, index) => {
    const place = alignCorners ? scale * index : scale * (index + 0.5) - 0.5;
    return tap(antialias ? scale * (index + 0.5) : place, from, { scale, method });
  });
}

function linear(place: number, from: number): Tap {
  const at = Math.max(place, 0);
  const row = Math.min(Math.floor(at), from - 1);
  const share = at - row;
  return { rows: [row, Math.min(row + 1, from - 1)], weights: [1 - share, share] };
}

/** Keys' convolution, with the slope that PyTorch takes. */
function cubicWeight(distance: number, slope: number): number {
  const x = Math.abs(distance);
  if (x >= 2) return 0;
  return x <= 1
    ? ((slope + 2) * x - (slope + 3)) * x * x + 1
    : ((slope * x - 5 * slope) * x + 8 * slope) * x - 4 * slope;
}

function cubic(place: number, from: number): Tap {
  const first = Math.floor(place);
  const offsets = [-1, 0, 1, 2];
  return {
    rows: offsets.map((offset) => Math.min(Math.max(first + offset, 0), from - 1)),
    weights: offsets.map((offset) => cubicWeight(place - first - offset, -0.75)),
  };
}

interface Filter {
  scale: number;
  method: ResizeTableOptions["method"];
}

/** All rows under the stretched filter, with weights of sum 1. Of a larger grid nothing is left out. */
function averaged(centre: number, from: number, { scale, method }: Filter): Tap {
  const stretch = Math.max(scale, 1);
  const reach = (method === "bilinear" ? 1 : 2) * stretch;
  const first = Math.max(Math.trunc(centre - reach + 0.5), 0);
  const end = Math.min(Math.trunc(centre + reach + 0.5), from);
  const rows = Array.from({ length: end - first }, (_, n) => first + n);
  const weigh = (x: number) => (method === "bilinear" ? Math.max(0, 1 - Math.abs(x)) : cubicWeight(x, -0.5));
  const weights = rows.map((row) => weigh((row - centre + 0.5) / stretch));
  const sum = weights.reduce((a, b) => a + b, 0);
  return { rows, weights: weights.map((weight) => weight / sum) };
}
