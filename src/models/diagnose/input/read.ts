/** Reads and checks the numbers that are to be diagnosed. */

import {
  checkNumber,
  guarded,
  kindOf,
  type NumberRule,
  show,
  wrongType,
} from "../../../api/arguments/check.ts";
import { counted } from "../../../api/arguments/counted.ts";
import { rangeError, typeError } from "../../../api/arguments/errors.ts";
import type { Numbers } from "../../../api/arguments/numbers.ts";

/** Rows of numbers: nested lists, or one list with the width of a row. */
export interface Matrix {
  readonly rows: number;
  readonly columns: number;
  /** Row by row. */
  readonly values: Float64Array;
}

/** Rows of numbers as a caller gives them. */
export type Rows = readonly Numbers[];

/** More numbers than any diagnosis needs: half a GiB of floats. */
const MOST = 2 ** 27;

/** More axes than any array of positions has. */
const MOST_AXES = 8;

const finite: NumberRule = {
  from: -Number.MAX_VALUE,
  to: Number.MAX_VALUE,
  expected: "a finite number",
};

/** Numbers of a table may be broken: that is a finding. */
const any: NumberRule = {
  from: Number.NEGATIVE_INFINITY,
  to: Number.POSITIVE_INFINITY,
  expected: "a number",
};

/** Also −∞, which masks a score. */
const masked: NumberRule = { ...finite, from: Number.NEGATIVE_INFINITY, expected: "a number or −Infinity" };

export interface ReadOptions {
  readonly width?: number | undefined;
}

/** A list of any kind, or an error that says what the numbers must be. */
function listOf(param: string, value: unknown, expected: string): ArrayLike<unknown> {
  if (value === undefined)
    throw typeError(`${param} is required: ${expected}`, { code: "missing", param, value });
  if (typeof value === "string") throw textError(param, value, expected);
  const kind = kindOf(value);
  const isList = kind === "Array" || (ArrayBuffer.isView(value) && kind !== "DataView" && !/^Big/.test(kind));
  if (!isList || typeof value !== "object") throw wrongType(param, expected, value);
  return value as ArrayLike<unknown>;
}

/** NumPy and PyTorch leave numbers out of long prints. */
function textError(param: string, value: string, expected: string) {
  const isCut = /\.\.\.|…/.test(value);
  const text = isCut
    ? `${param} has “…”, where a print leaves numbers out; print all of them, such as with numpy.set_printoptions(threshold=sys.maxsize), or torch.set_printoptions(profile="full")`
    : `${param} must be ${expected}; got the text ${show(value)}`;
  return typeError(text, { code: "type", param, value });
}

function readNumber(param: string, value: unknown, rule: NumberRule): number {
  if (typeof value === "number" && ((value >= rule.from && value <= rule.to) || rule === any)) return value;
  if (typeof value === "string") throw textError(param, value, "a number");
  return checkNumber(param, value, rule);
}

function checkCount(param: string, list: ArrayLike<unknown>, most = MOST): number {
  const count = guarded(param, list, () => list.length);
  if (Number.isInteger(count) && count >= 1 && count <= most) return count;
  const text = `${param} must have 1 to ${most} entries; got ${show(count)}`;
  throw rangeError(text, { code: "length", param, value: count });
}

const at = (param: string, list: ArrayLike<unknown>, index: number) =>
  guarded(param, list, () => list[index]);

/** Reads a list of finite numbers. */
export function readList(param: string, value: unknown, rule: NumberRule = finite): Float64Array {
  const list = listOf(param, value, "an array of numbers");
  const count = checkCount(param, list);
  return Float64Array.from({ length: count }, (_, i) =>
    readNumber(`${param}[${i}]`, at(param, list, i), rule),
  );
}

const isNested = (param: string, list: ArrayLike<unknown>) => {
  const first = at(param, list, 0);
  return typeof first === "object" && first !== null;
};

/** Reads a matrix; without `width`, a flat list is one row. */
export function readMatrix(param: string, value: unknown, options: ReadOptions = {}): Matrix {
  const list = listOf(param, value, "an array of rows");
  const count = checkCount(param, list);
  if (!isNested(param, list)) {
    const values = readList(param, list);
    const columns = options.width ?? count;
    if (count % columns !== 0)
      throw lengthError(param, `a multiple of width, ${columns}, entries; got ${count}`, count);
    return { rows: count / columns, columns, values };
  }
  const first = listOf(`${param}[0]`, at(param, list, 0), "an array of numbers");
  const columns = checkCount(`${param}[0]`, first, Math.floor(MOST / count));
  const values = new Float64Array(count * columns);
  for (let row = 0; row < count; row++) {
    const name = `${param}[${row}]`;
    const numbers = readList(name, listOf(name, at(param, list, row), "an array of numbers"));
    if (numbers.length !== columns)
      throw lengthError(
        name,
        `${counted(columns, "number")}, as the first row; got ${numbers.length}`,
        numbers.length,
      );
    values.set(numbers, row * columns);
  }
  return { rows: count, columns, values };
}

export function lengthError(param: string, expected: string, value: unknown) {
  return rangeError(`${param} must have ${expected}`, { code: "length", param, value });
}

/** Vectors of heads and tokens. */
export interface Vectors {
  readonly heads: number;
  readonly tokens: number;
  readonly width: number;
  /** (heads, tokens, width) */
  readonly values: Float64Array;
}

const position: NumberRule = { from: -(2 ** 53), to: 2 ** 53, expected: "a position from −2^53 to 2^53" };

/** Reads positions: a number for each row, or a list of them for each axis. Undefined: 0, 1, 2, … */
export function readPositions(value: unknown, rows: number): Float64Array[] {
  if (value === undefined) return [Float64Array.from({ length: rows }, (_, row) => row)];
  const list = listOf("positions", value, "an array of positions");
  checkCount("positions", list);
  const matrix = isNested("positions", list) ? readMatrix("positions", list) : undefined;
  const values = matrix?.values ?? readList("positions", list, position);
  if (matrix !== undefined && matrix.columns !== rows && values.length === rows) return [values]; // of each text
  const count = matrix?.columns ?? values.length;
  if (count !== rows)
    throw lengthError(
      "positions",
      `${counted(rows, "entry", "entries")}, one for each row; got ${count}`,
      count,
    );
  return Array.from({ length: values.length / rows }, (_, axis) =>
    values.slice(axis * rows, (axis + 1) * rows),
  );
}

/** Numbers with their axes. */
export interface NumberAxes {
  readonly shape: readonly number[];
  /** Row-major; the caller's own list if that is one of floats. */
  readonly values: Float64Array | Float32Array;
}

/** Reads lists in lists, or one list with `shape` or `width`. Numbers may be NaN and infinite. */
export function readAxes(
  param: string,
  value: unknown,
  { shape, width }: { shape?: readonly number[] | undefined; width?: number | undefined },
): NumberAxes {
  const list = listOf(param, value, "an array of rows");
  const count = checkCount(param, list);
  if (isNested(param, list)) return readNested(param, list);
  const isFloats = list instanceof Float32Array || list instanceof Float64Array;
  const values = isFloats ? list : readList(param, list, any);
  if (shape !== undefined) {
    if (shape.reduce((a, b) => a * b, 1) === count) return { shape, values };
    throw lengthError(param, `${shape.join(" × ")} numbers, as shape says; got ${count}`, count);
  }
  if (width === undefined) return { shape: [count], values };
  if (count % width !== 0)
    throw lengthError(param, `a multiple of width, ${width}, entries; got ${count}`, count);
  return { shape: [count / width, width], values };
}

/** Reads the matrix of each head: (queries, keys), or (heads, queries, keys) with axes of length 1 before. −∞ is a mask. */
export function readHeads(
  param: string,
  value: unknown,
  options: { shape?: readonly number[] | undefined; width?: number | undefined },
): Matrix[] {
  const { shape, values } = readAxes(param, value, options);
  const sides = shape.slice(0, -2).filter((side) => side !== 1);
  if (sides.length > 1)
    throw lengthError(
      param,
      `the axes (queries, keys) or (heads, queries, keys); got ${shape.join(" × ")}`,
      shape,
    );
  const wrong = values.findIndex((x) => !(x < Number.POSITIVE_INFINITY));
  if (wrong >= 0) checkNumber(`${param}[${wrong}]`, values[wrong], masked);
  const [rows, columns] = [shape.at(-2) ?? 1, shape.at(-1)!];
  const size = rows * columns;
  return Array.from({ length: values.length / size }, (_, head) => ({
    rows,
    columns,
    values: Float64Array.from(values.subarray(head * size, (head + 1) * size)),
  }));
}

function readNested(param: string, list: ArrayLike<unknown>): NumberAxes {
  const shape: number[] = [];
  let name = param;
  for (let inner: unknown = list; ; inner = at(name, inner as ArrayLike<unknown>, 0), name += "[0]") {
    if (typeof inner !== "object" || inner === null) break;
    if (shape.length === MOST_AXES) throw lengthError(param, `at most ${MOST_AXES} axes`, MOST_AXES + 1);
    shape.push(checkCount(name, listOf(name, inner, "an array of numbers")));
  }
  const total = shape.reduce((a, b) => a * b, 1);
  if (total > MOST) throw lengthError(param, `at most ${MOST} numbers; got ${shape.join(" × ")}`, total);
  const values = new Float64Array(total);
  let filled = 0;
  const fill = (path: string, given: unknown, axis: number): void => {
    const inner = listOf(path, given, "an array of numbers");
    const length = checkCount(path, inner);
    if (length !== shape[axis])
      throw lengthError(
        path,
        `${shape[axis]} ${axis === shape.length - 1 ? "numbers" : "rows"}, as the first row; got ${length}`,
        length,
      );
    for (let i = 0; i < length; i++) {
      const each = at(path, inner, i);
      if (axis < shape.length - 1) fill(`${path}[${i}]`, each, axis + 1);
      else values[filled++] = readNumber(`${path}[${i}]`, each, any);
    }
  };
  fill(param, list, 0);
  return { shape, values };
}
