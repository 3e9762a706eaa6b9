/** Compares rows with every convention of their width. */
import { rangeError } from "../../api/arguments/errors.ts";
import { presets } from "../../api/presets.ts";
import { attentionFactorOf } from "../../api/rotary/rule.ts";
import { checkSpec } from "../../api/spec.ts";
import { alibiSlopes } from "./biases/slopes.ts";
import { frequenciesOf, type Rope } from "./findings/columns.ts";
import { precisionOf } from "./findings/precision.ts";
import {
  outputScaleOf,
  pairsOf,
  type Sinusoidal,
  shortSpec,
  sinusoidsOf,
  tableFrequencies,
} from "./findings/sinusoids.ts";
import { type Matrix, type Rows, readMatrix } from "./input/read.ts";

// The conventions that rows of a given width may follow, each with the call that makes the same rows.

/** A convention that may have made some rows. */
export interface Convention {
  /** JavaScript that gives the rows. */
  readonly code: string;
  /** Presets of this convention. */
  readonly models: readonly string[];
}

/** A convention with its rows, in float64. */
interface MadeRows extends Convention {
  /** The entry of a row and a column. */
  readonly at: (row: number, column: number) => number;
  /** Whether it has one row only. */
  readonly isOne: boolean;
  /** The last position of `count` rows: the error of the float32 recipe grows with it. */
  readonly last: (count: number) => number;
}

/** Where tables begin: at 0, at 1, or after the padding of fairseq. */
const STARTS = [0, 1, 2, 3];

/** All conventions of a width, the usual ones first. */
function* conventionsFor(width: number): Generator<MadeRows> {
  for (const { spec, models } of sinusoidsOf(width))
    for (const start of STARTS) yield added(spec, start, models, sinusoidEntry(spec, start));
  for (const start of STARTS) {
    const spec = checkSpec({ method: "sine", dModel: width });
    const at = (row: number, column: number) => Math.sin((start + row) * spec.base ** (-column / width));
    yield added(spec, start, ["simple-pe"], at);
  }
  yield* rotaryRows(width);
  const slopes = alibiSlopes(width);
  yield {
    code: `pe.alibiSlopes({ heads: ${width} })`,
    models: ["bloom", "mpt"],
    at: (_, column) => slopes[column]!,
    isOne: true,
    last: () => 0,
  };
}

function added(spec: object, start: number, models: readonly string[], at: MadeRows["at"]): MadeRows {
  const rows = start === 0 ? "{ length }" : `{ start: ${start}, length }`;
  const code = `pe.encode(${literal(shortSpec(spec))}, ${rows})`;
  return { code, models, at, isOne: false, last: (count) => start + count };
}

/** The entry of a sinusoidal table: of column c the sine or the cosine of its pair, or 0 after the last pair. */
function sinusoidEntry(spec: Sinusoidal, start: number): MadeRows["at"] {
  const pairs = pairsOf(spec);
  const frequencies = tableFrequencies(spec);
  const scale = outputScaleOf(spec);
  const isInterleaved = spec.layout === "interleaved";
  const isFlipped = spec.layout === "flipped-halves";
  return (row, column) => {
    if (column >= 2 * pairs) return 0;
    const pair = isInterleaved ? column >> 1 : column % pairs;
    const isFirst = isInterleaved ? column % 2 === 0 : column < pairs;
    const phase = (start + row) * frequencies[pair]!;
    return scale * (isFirst !== isFlipped ? Math.sin(phase) : Math.cos(phase));
  };
}

/** Frequencies, and the tables that models cache: cosines or sines, each once, or twice in one of two orders. */
function* rotaryRows(width: number): Generator<MadeRows> {
  for (const [name, { spec }] of Object.entries(presets)) {
    if (!("headDim" in spec) || "sections" in spec) continue;
    const short = { preset: name, ...shortLength(spec) };
    const rope = checkSpec(short) as Rope;
    const pairs = rope.rotaryDim / 2;
    const frequencies = frequenciesOf(rope);
    const models = [name];
    if (width === pairs)
      yield {
        code: `pe.frequencies({ preset: "${name}" })`,
        models,
        at: (_, column) => frequencies[column]!,
        isOne: true,
        last: () => 0,
      };
    if (width !== pairs && width !== 2 * pairs) continue;
    const factor = attentionFactorOf(rope);
    for (const part of ["cos", "sin"] as const) {
      const code = `pe.rotaryTable(${literal(short)}, { length }).${part}`;
      const entry = (row: number, pair: number) => factor * Math[part](row * frequencies[pair]!);
      const table = { models, isOne: false, last: (count: number) => count };
      if (width === pairs) yield { ...table, code, at: entry };
      else {
        yield { ...table, code: `${code}, each row twice`, at: (row, column) => entry(row, column % pairs) };
        yield { ...table, code: `${code}, each number twice`, at: (row, column) => entry(row, column >> 1) };
      }
    }
  }
}

/** LongRoPE chooses its divisors by the length of the text: here a length that chooses the divisors of short texts. */
function shortLength(spec: object): { currentLength?: number } {
  const { scaling } = spec as { scaling?: { shortFactor?: unknown; originalLength?: number } };
  const { shortFactor, originalLength } = scaling ?? {};
  return shortFactor === undefined || originalLength === undefined ? {} : { currentLength: originalLength };
}

/** A spec as JavaScript. */
const literal = (spec: object): string =>
  `{ ${Object.entries(spec)
    .map(([name, value]) => `${name}: ${JSON.stringify(value)}`)
    .join(", ")} }`;

/** A convention, and how far the rows are from it. */
export interface ComparedRows {
  /** The convention. */
  readonly convention: Convention;
  /** The largest difference. */
  readonly difference: number;
  /** The row of the largest difference, from 0. */
  readonly row: number;
  /** The column of the largest difference, from 0. */
  readonly column: number;
  /** Whether all differences are within the rounding of the numbers and of the float32 recipe. */
  readonly fits: boolean;
}

/** What is known about how the numbers were printed. */
export interface CompareOptions {
  /** The largest error of a number because of its print. Default: estimated from the digits of all numbers. */
  readonly roundingOf?: ((value: number) => number) | undefined;
}

/** The rounding of a float, and the error of an angle for each position in the float32 recipe. */
const FLOAT = 2 ** -24;
const STEP = 2 ** -23;

/** No model has a table with more columns. */
const WIDEST = 65_536;

/**
 * Compares rows of a table, of cosines or sines, of frequencies or slopes with every convention that is known here.
 *
 * @param rows Rows of 2 to 65536 numbers, the first at position 0 unless the convention starts later.
 * @param options How the numbers were printed.
 * @returns All conventions of this width, the closest first.
 * @throws TypeError for rows that are no numbers; RangeError for rows of different lengths, and for a width out of range.
 * @example
 * compareRows([[0, 1, 0, 1], [0.841, 0.54, 0.01, 1]])[0].convention.models[0]; // "attention-is-all-you-need"
 */
export function compareRows(rows: Rows, options: CompareOptions = {}): ComparedRows[] {
  const matrix = readMatrix("rows", rows);
  if (matrix.columns < 2 || matrix.columns > WIDEST)
    throw rangeError(`rows must have 2 to ${WIDEST} numbers; the first one has ${matrix.columns}`, {
      code: "length",
      param: "rows",
      value: matrix.columns,
    });
  const roundingOf = options.roundingOf ?? precisionOf([matrix.values]).errorOf;
  return [...comparedIn(matrix, roundingOf)].sort((a, b) => a.difference - b.difference);
}

function* comparedIn(matrix: Matrix, roundingOf: (value: number) => number): Generator<ComparedRows> {
  const rounding = matrix.values.map(roundingOf);
  for (const made of conventionsFor(matrix.columns)) {
    if (made.isOne && matrix.rows > 1) continue; // slopes and frequencies are one row
    const { code, models } = made;
    yield { convention: { code, models }, ...compare(matrix, made, rounding) };
  }
}

function compare({ rows, columns, values }: Matrix, { at, last }: MadeRows, rounding: Float64Array) {
  const float = FLOAT + last(rows) * STEP;
  const found = { difference: -1, row: 0, column: 0, fits: true };
  for (let row = 0, index = 0; row < rows; row++)
    for (let column = 0; column < columns; column++, index++) {
      const difference = Math.abs(values[index]! - at(row, column));
      if (difference > rounding[index]! + float) found.fits = false;
      if (difference > found.difference) Object.assign(found, { difference, row, column });
    }
  return found;
}
