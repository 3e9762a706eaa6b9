import type { Posenc } from "../../../src/entries/encodings.ts";
import { formatFixed, formatRough } from "../../plot/numbers.ts";

/** A column of positions times a row of frequencies, and the sines of the products. */

interface Kind {
  readonly title: string;
  readonly heading: string;
  /** Dimensions per frequency: a sine and its cosine, or only a sine. */
  readonly each: 1 | 2;
  /** The attribute of the base. */
  readonly attribute: "base" | "kappa";
  /** The symbol of the base in formulas; if there is none, they have the number. */
  readonly word?: string;
  /** A sentence on the lengths of the steps from row to row: equal or not. */
  steps(shown: BroadcastShown): string;
}

const KINDS = {
  sinusoidal: {
    title: "sin and cos",
    heading: "sine and cosine of each angle",
    each: 2,
    attribute: "base",
    steps: ({ range: [least] }) =>
      `Every step from one row to the next has the length ${formatFixed(least, 4)}, wherever it starts.`,
  },
  sine: {
    title: "sin only (simple_pe)",
    heading: "sine of each angle",
    each: 1,
    attribute: "kappa",
    word: "κ",
    steps: ({ length, base, dModel, range: [least, most] }) =>
      `Positions end at L − 1 = ${length - 1}. The period of dimension j is 2π·κ^(j/d), each is κ^(1/d) = ` +
      `${formatRough(base ** (1 / dModel))} times the previous one. Without cosines, the length of a step varies from ` +
      `${formatFixed(least, 2)} to ${formatFixed(most, 2)} over ${STEPS} positions.`,
  },
} as const satisfies Record<string, Kind>;

export type BroadcastMethod = keyof typeof KINDS;
export const METHODS = Object.keys(KINDS) as [BroadcastMethod, ...BroadcastMethod[]];
export const TITLES = { sinusoidal: KINDS.sinusoidal.title, sine: KINDS.sine.title };

export const kindOf = (method: BroadcastMethod): Kind => KINDS[method];

interface Waves {
  readonly method: BroadcastMethod;
  readonly dModel: number;
  /** Frequencies are powers of the base. */
  readonly base: number;
}

export interface BroadcastShown extends Waves {
  /** Radians per position: one for each pair, or for each dimension if there are only sines. */
  readonly frequencies: Float64Array;
  /** (length, dModel). */
  readonly table: Float32Array;
  readonly length: number;
  /** |P(t+1) − P(t)| for each position in view. */
  readonly steps: Float64Array;
  /** The shortest and the longest of many steps. */
  readonly range: readonly [least: number, most: number];
}

/** The range covers this number of steps, or all steps in view if there are more. */
const STEPS = 512;

export function broadcast(pe: Posenc, spec: Waves, length: number): BroadcastShown {
  const { dModel } = spec;
  const rows = pe.encode(spec, { length: STEPS + 1 });
  const lengths = Float64Array.from({ length: STEPS }, (_, t) => stepAt(rows, dModel, t));
  return {
    ...spec,
    length,
    frequencies: pe.frequencies(spec),
    table: rows.slice(0, length * dModel),
    steps: lengths.subarray(0, length),
    range: [Math.min(...lengths), Math.max(...lengths)],
  };
}

/** The index of a dimension's frequency. */
export const frequencyOf = (method: BroadcastMethod, dimension: number): number =>
  Math.floor(dimension / kindOf(method).each);

function stepAt(rows: Float32Array, dModel: number, t: number): number {
  let sum = 0;
  for (let j = t * dModel; j < (t + 1) * dModel; j++)
    sum += ((rows[j + dModel] as number) - (rows[j] as number)) ** 2;
  return Math.sqrt(sum);
}
