/** How exactly numbers are given: the digits of a print, or the type of a float. */
import { counted } from "../../../api/arguments/counted.ts";

/** Types of floats that damage positions, frequencies, phases or tables. */
export type FloatType = "bfloat16" | "float16" | "float32";

/** Bits of the significand, and the exponent of the smallest normal number. */
const formats = {
  bfloat16: { bits: 8, lowest: -126 },
  float16: { bits: 11, lowest: -14 },
  float32: { bits: 24, lowest: -126 },
} as const;

const word = new DataView(new ArrayBuffer(8));

/** The exponent e of 2^e ≤ |x| < 2^(e + 1), for normal doubles. */
function exponentOf(x: number): number {
  word.setFloat64(0, x);
  return ((word.getUint16(0) >> 4) & 0x7ff) - 1023;
}

/** 2^k from the smallest step on: to look one up is faster than to compute it. */
const SMALLEST = -149;
const powers = Float64Array.from({ length: 1024 - SMALLEST }, (_, k) => 2 ** (k + SMALLEST));

/** The distance of neighbours of a type at x. */
export function stepAt(type: FloatType, x: number): number {
  const { bits, lowest } = formats[type];
  return powers[Math.max(exponentOf(x), lowest) - bits + 1 - SMALLEST]!;
}

/** The nearest number of a type; ties go to the even one. Numbers beyond the largest keep their size. */
export function roundTo(type: FloatType, x: number): number {
  if (x === 0) return 0;
  if (type === "float32") return Math.fround(x);
  const step = stepAt(type, x);
  const count = x / step;
  const below = Math.floor(count);
  const rest = count - below;
  const up = rest > 0.5 || (rest === 0.5 && below % 2 !== 0);
  return (up ? below + 1 : below) * step;
}

/** The precision of a list of numbers. */
export interface Precision {
  /** The narrowest type that has all of them, before they were printed. Undefined: none of these. */
  readonly type: FloatType | undefined;
  /** Digits after the point; undefined if they are not cut. */
  readonly decimals: number | undefined;
  /** Significant digits; undefined if they are not cut. */
  readonly digits: number | undefined;
  /** Whether a short float was printed with as few digits as tell it from its neighbours. */
  readonly isShortest?: boolean;
  /** The largest error of a number because of type and print. */
  readonly errorOf: (value: number) => number;
  /** The largest error because of the print alone. */
  readonly printErrorOf: (value: number) => number;
}

/** What a caller knows about a print. */
export interface Print {
  readonly decimals?: number | undefined;
  readonly digits?: number | undefined;
}

/** A print with more digits than these says no less than float32. */
const MOST_DIGITS = 8;

/** At most this many numbers are looked at: enough to tell a print from a shorter one. */
const MOST_LOOKED = 4096;

/** Estimates the precision of numbers from themselves. */
export function precisionOf(lists: readonly ArrayLike<number>[], print: Print = {}): Precision {
  const values = sample(lists);
  const given = print.decimals !== undefined || print.digits !== undefined;
  const exact = (["bfloat16", "float16", "float32"] as const).find((type) => isOf(values, type));
  const found = given ? print : printIn(values);
  if (!given && isShortestIn(values, found)) return shortestHalf;
  const isPrinted = given || isCut(found, exact);
  const { decimals, digits } = isPrinted ? found : {};
  const type =
    exact !== undefined && exact !== "float32" && !isPrinted ? exact : typeOf(values, found, exact);
  const printErrorOf = (value: number) => halfStep(value, { decimals, digits }) * (1 + 1e-9);
  const errorOf = (value: number) => printErrorOf(value) + typeError(type, value);
  return { type, decimals, digits, errorOf, printErrorOf };
}

/** The most digits that a float16 needs in a text: 5 between 0.1 and 0.125, where its step is below 0.0001, and 4 elsewhere. */
const SHORTEST_DIGITS = 5;

/**
 * Minimum number of values that are the shortest text of a float16 and not a float16 themselves; fewer could be chance. Any number
 * with the print's decimals is such a text where neighbours in float16 are nearer than these decimals: it tells nothing.
 */
const FEWEST_SHORTENED = 8;

/** Whether all numbers are the shortest text of a float16, as NumPy prints it. */
function isShortestIn(values: readonly number[], { decimals, digits }: Print): boolean {
  // For small numbers, a print with a fixed number of decimals is coarser than a float16.
  const finest = decimals === undefined ? 0 : 10 ** -decimals;
  const coarser = values.filter((value) => stepAt("float16", value) < finest).length;
  if (digits === undefined || digits < 4 || digits > SHORTEST_DIGITS) return false;
  if (coarser > 0.5 * values.length) return false;
  const halves = values.map((value) => roundTo("float16", value));
  const isTelling = (value: number) => stepAt("float16", value) > 2 * finest;
  if (halves.filter((half, k) => half !== values[k] && isTelling(half)).length < FEWEST_SHORTENED)
    return false;
  // Half way between two texts, NumPy takes the even digit and JavaScript the larger number.
  return halves.every((half, k) => {
    const text = shortestText(half);
    return same(text, values[k]!) || same(2 * half - text, values[k]!);
  });
}

function shortestText(half: number): number {
  for (let digits = 1; digits <= SHORTEST_DIGITS; digits++) {
    const text = Number(half.toPrecision(digits));
    if (roundTo("float16", text) === half) return text;
  }
  return half;
}

/** A float16 that was printed with as few digits as tell it from its neighbours: the text is off by up to half a step. */
const shortestHalf: Precision = {
  type: "float16",
  decimals: undefined,
  digits: undefined,
  isShortest: true,
  errorOf: (value) => stepAt("float16", value) * (1 + 1e-9),
  printErrorOf: (value) => (stepAt("float16", value) / 2) * (1 + 1e-9),
};

/** Whether the numbers were cut to some digits: binary fractions, such as bfloat16 numbers, have few digits without being cut. */
const isCut = ({ decimals, digits }: Print, exact: FloatType | undefined): boolean =>
  (digits !== undefined || decimals !== undefined) && (exact === undefined || exact === "float32");

function sample(lists: readonly ArrayLike<number>[]): number[] {
  const total = lists.reduce((sum, list) => sum + list.length, 0);
  const stride = Math.max(1, Math.floor(total / MOST_LOOKED));
  const values: number[] = [];
  for (const list of lists)
    for (let i = 0; i < list.length; i += stride) {
      const value = list[i]!;
      if (value !== 0 && Number.isFinite(value)) values.push(value);
    }
  return values;
}

/** Prints with more digits than this are compared without exceptions, since floats could match by chance. */
const MOST_SHORT = 5;

/** At most this share of the entries may be of another type: a few wrong entries do not change the type of a file. */
const FEW = 0.01;

/** Powers of two and their neighbours are numbers of any type. */
const PLAIN_BITS = 4;

function isOf(values: readonly number[], type: FloatType): boolean {
  const wrong = values.filter((value) => roundTo(type, value) !== value).length;
  if (values.length === 0 || wrong > FEW * values.length) return false;
  if (type === "float32") return true;
  const step = (value: number) => 2 ** (exponentOf(value) - PLAIN_BITS);
  const telling = values.filter((value) => !Number.isInteger(value / step(value)));
  return telling.length >= 3;
}

/** Numbers that were read from text, or from text into a float32. */
const same = (a: number, b: number) =>
  a === b || Math.abs(a - b) <= 1e-13 * Math.abs(b) || Math.fround(a) === b;

function printIn(values: readonly number[]): Print {
  if (values.every(Number.isInteger)) return {}; // zeros and ones have any number of digits
  const isEach = (count: number, of: (value: number) => string) => {
    const most = count > MOST_SHORT ? 0 : FEW * values.length; // many floats need only one digit more
    let wrong = 0;
    return values.every((value) => same(Number(of(value)), value) || ++wrong <= most);
  };
  const isFixed = (decimals: number) => isEach(decimals, (value) => value.toFixed(decimals));
  const isCutTo = (digits: number) => isEach(digits, (value) => value.toPrecision(digits));
  const counts = Array.from({ length: MOST_DIGITS }, (_, index) => index + 1);
  return { decimals: counts.find(isFixed), digits: counts.find(isCutTo) };
}

/** Minimum number of matching bits; fewer could be chance. */
const ENOUGH = 24;

/** The type of numbers that were printed: they are the decimals next to its numbers, and other decimals are not. */
function typeOf(
  values: readonly number[],
  print: Print,
  exact: FloatType | undefined,
): FloatType | undefined {
  if (print.decimals === undefined && print.digits === undefined) return exact;
  for (const type of ["bfloat16", "float16"] as const) {
    const gaps = values.map((value) => stepAt(type, value) / (2 * halfStep(value, print)));
    const bits = gaps.reduce((sum, gap) => sum + (gap > 2.5 ? Math.log2(gap) : 0), 0);
    if (bits < ENOUGH) continue;
    if (values.every((value, index) => gaps[index]! <= 2.5 || isPrintOf(type, value, print))) return type;
  }
  return exact;
}

/** Ties may be rounded to either side. */
const isPrintOf = (type: FloatType, value: number, print: Print) =>
  Math.abs(roundTo(type, value) - value) <= halfStep(value, print) * (1 + 1e-9);

/** 10^k from the smallest on: to look one up is faster than to compute it. */
const LOWEST_PLACE = -400;
const tens = Float64Array.from({ length: 800 }, (_, k) => 10 ** (k + LOWEST_PLACE));

/** The place of the first digit of a number that is not 0: 0 for 1 to 9, −1 for 0.1 to 0.9. */
function firstPlace(value: number): number {
  const place = Math.floor(exponentOf(value) * Math.log10(2)); // or one more
  return Math.abs(value) >= tens[place + 1 - LOWEST_PLACE]! * (1 - 1e-12) ? place + 1 : place;
}

/** Half of the last printed digit: the looser of a count of decimals and one of significant digits. */
function halfStep(value: number, { decimals, digits }: Print): number {
  const fixed = decimals === undefined ? 0 : 0.5 * tens[-decimals - LOWEST_PLACE]!;
  if (digits === undefined || value === 0) return fixed;
  return Math.max(fixed, 0.5 * tens[firstPlace(value) - digits + 1 - LOWEST_PLACE]!);
}

/** The rounding of a double that went through a few operations. */
const DOUBLE = 2 ** -48;

const typeError = (type: FloatType | undefined, value: number): number =>
  type === undefined ? DOUBLE * Math.abs(value) : stepAt(type, value) / 2;

/** The precision in words, as in “within 6 · 10⁻⁸ (float32)”. */
export function precisionText({ type, decimals, digits, isShortest }: Precision): string {
  if (isShortest) return `${type}, printed with as few digits as it needs`;
  const printed =
    decimals !== undefined && (digits === undefined || decimals <= digits)
      ? counted(decimals, "decimal")
      : digits === undefined
        ? undefined
        : counted(digits, "significant digit");
  const short = type === "bfloat16" || type === "float16" ? type : undefined;
  return [short, printed].filter((each) => each !== undefined).join(", ") || (type ?? "float64");
}
