/** Rows of numbers as programs store and print them. */
import type { Random } from "./random.ts";

export type Rows = number[][];

export const rowsOf = (values: ArrayLike<number>, width: number): Rows =>
  Array.from({ length: values.length / width }, (_, row) =>
    Array.from({ length: width }, (_, column) => values[row * width + column]!),
  );

/** The list of pairs twice, or each number twice. */
export const twice = (rows: Rows, isHalves: boolean): Rows =>
  rows.map((row) => (isHalves ? [...row, ...row] : row.flatMap((value) => [value, value])));

export const turned = (rows: Rows): Rows => rows[0]!.map((_, column) => rows.map((row) => row[column]!));

/** A random number between two, with 1, 2 or 5 digits. */
export const logarithmic = (random: Random, from: number, to: number) =>
  Number((from * (to / from) ** random.next()).toPrecision(random.pick([1, 2, 5])));

const short = new DataView(new ArrayBuffer(4));

/** The nearest bfloat16, ties to even. */
export function bfloat16(x: number): number {
  short.setFloat32(0, x);
  const bits = short.getUint32(0);
  short.setUint32(0, (bits + 0x7fff + ((bits >>> 16) & 1)) & 0xffff0000);
  return short.getFloat32(0);
}

export interface Precision {
  readonly says: string;
  readonly of: (x: number) => number;
}

export const precisions: readonly Precision[] = [
  { says: "float32", of: (x) => x },
  { says: "float32", of: (x) => x },
  { says: "bfloat16", of: bfloat16 },
  ...[4, 5, 6, 7].map((digits) => ({
    says: `${digits} decimals`,
    of: (x: number) => Number(x.toFixed(digits)),
  })),
  ...[5, 6, 7].map((digits) => ({
    says: `${digits} digits`,
    of: (x: number) => Number(x.toPrecision(digits)),
  })),
];

/** Numbers, and lists in lists of them, in a precision. */
export const cut = (value: unknown, of: (x: number) => number): unknown =>
  Array.isArray(value) ? value.map((each) => cut(each, of)) : of(value as number);

/** A number from a normal distribution: Box and Muller. */
export const normal = (random: Random): number =>
  Math.sqrt(-2 * Math.log(1 - random.next())) * Math.cos(2 * Math.PI * random.next());
