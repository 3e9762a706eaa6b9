/** The numbers of a convention, column by column: a wave of position × frequency. */
import type { ResolvedSpec } from "../../../api/methods.ts";
import { axisOfPairs } from "../../../api/rotary/axes.ts";
import { attentionFactorOf, frequenciesOf as frequenciesOfRule, ruleOf } from "../../../api/rotary/rule.ts";
import { outputScaleOf, pairsOf, type Sinusoidal, tableFrequencies } from "./sinusoids.ts";

/** Frequencies of rotary specs, and of powers for fits. */
export type Rope = ResolvedSpec<"rope">;
/** A rotation whose pairing may not be known: its frequencies do not depend on it. */
export type Unpaired = Omit<Rope, "pairing"> & Partial<Pick<Rope, "pairing">>;
export type Scaling = Rope["scaling"];

/** A rule without fields of its own changes nothing. */
export const isPlain = (scaling: Scaling): boolean => Object.keys(scaling).length < 2;

/** base^(−2i / width) for the first pairs. */
export const powers = (pairs: number, base: number, width: number): Float64Array =>
  Float64Array.from({ length: pairs }, (_, pair) => base ** ((-2 * pair) / width));

/** The frequency of each pair, in radians per position. */
export function frequenciesOf(spec: Unpaired, width: number = spec.rotaryDim): Float64Array {
  const tokens = spec.currentLength;
  return Float64Array.from(frequenciesOfRule(ruleOf({ ...spec, rotaryDim: width }, tokens), tokens));
}

/** What a column holds of its phase. `zero` is 0, `phase` the phase itself, and `one-hot` 1 at one position. */
export type Wave = "sin" | "cos" | "-sin" | "cos-of-sin" | "zero" | "phase" | "one-hot";

export interface Column {
  readonly wave: Wave;
  /** Radians per position. */
  readonly frequency: number;
  /** The pair that it belongs to. */
  readonly pair: number;
  /** The axis of its positions; −1 if it has none. */
  readonly axis: number;
  /** Added to the phase, in radians; 0 if left out. */
  readonly shift?: number;
  /** The logarithm to base 2 of the factor by which the entries grow with each position; 0 if left out. */
  readonly growth?: number;
}

/** A table of any number of rows, or of the rows of a grid. */
export interface Sheet {
  readonly columns: readonly Column[];
  /** Factor of the entries. */
  readonly factor: number;
  /** Columns that were left out, as the table does not have them. */
  readonly cut?: number;
  /** How the columns are arranged, in words. */
  readonly layout: string;
  /** The pairing that the arrangement shows; undefined if it is the same for both. */
  readonly pairing?: "halves" | "interleaved" | undefined;
  /** The position of the first row, if nobody gives positions. */
  readonly start: number;
  /** In conventions that have their own rows, their number, and for each axis the position of a row. */
  readonly places?: { readonly count: number; readonly along: readonly ((row: number) => number)[] };
  /** The position whose row is zeros. */
  readonly zeroAt?: number | undefined;
  /** What is done to phases before their sine is taken. */
  readonly phase?: (phase: number) => number;
  /** Whether a row of zeros stands before the first position. */
  readonly zeroFirst?: boolean | undefined;
  /** What these columns do not show. */
  readonly notCompared?: readonly string[];
  /** Whether the positions were taken from the entries themselves, so that they share their errors. Default: no. */
  readonly isFitted?: boolean;
}

const column = (wave: Wave, pair: number, frequency: number, axis = 0): Column => ({
  wave,
  pair,
  frequency,
  axis,
});

/** Cosines and sines of pairs. */
export interface Pairs {
  readonly frequencies: ArrayLike<number>;
  /** The axis of each pair; left out if there is one. */
  readonly axes?: readonly number[] | undefined;
  readonly factor: number;
  /** Whether angles fall with the position. */
  readonly isBackward?: boolean;
  /** For each pair, by how much it grows with the position: see {@link Column.growth}. */
  readonly growth?: ArrayLike<number> | undefined;
}

export const pairsOfRope = (spec: Rope): Pairs => ({
  frequencies: frequenciesOf(spec),
  axes: axisOfPairs(spec),
  factor: attentionFactorOf(spec),
  isBackward: spec.direction === "backward",
});

type Order = (pairs: number) => (readonly [Wave, pair: number])[];

const list = (pairs: number, wave: Wave) => Array.from({ length: pairs }, (_, pair) => [wave, pair] as const);
const twice = (pairs: number, wave: Wave) => [...list(pairs, wave), ...list(pairs, wave)];
const each = (pairs: number, ...waves: Wave[]) =>
  Array.from({ length: pairs }, (_, pair) => waves.map((wave) => [wave, pair] as const)).flat();

interface Arrangement {
  readonly says: string;
  readonly of: Order;
  readonly pairing?: "halves" | "interleaved";
}

/** The same wave of the negative phase. */
const backward: Readonly<Record<Wave, Wave>> = {
  sin: "-sin",
  "-sin": "sin",
  cos: "cos",
  "cos-of-sin": "cos-of-sin",
  zero: "zero",
  phase: "phase",
  "one-hot": "one-hot",
};

/** The columns of an arrangement, which are asked for again with each spec of the same width. */
function columnsIn({ of }: Arrangement, pairs: number): ReturnType<Order> {
  const own = listed.get(of) ?? { pairs: -1, columns: [] };
  if (own.pairs === pairs) return own.columns;
  const columns = of(pairs);
  listed.set(of, { pairs, columns });
  return columns;
}

const listed = new WeakMap<Order, { readonly pairs: number; readonly columns: ReturnType<Order> }>();

/** Arrangements of one array of rotary numbers. */
export const rotaryArrangements: readonly Arrangement[] = [
  { says: "cosines, then sines", of: (n) => [...list(n, "cos"), ...list(n, "sin")] },
  { says: "cosine and sine of each pair in turn", of: (n) => each(n, "cos", "sin") },
  { says: "sines, then cosines", of: (n) => [...list(n, "sin"), ...list(n, "cos")] },
  { says: "sine and cosine of each pair in turn", of: (n) => each(n, "sin", "cos") },
  { says: "cosines alone", of: (n) => list(n, "cos") },
  { says: "sines alone", of: (n) => list(n, "sin") },
  { says: "cosines alone, the list twice", of: (n) => twice(n, "cos"), pairing: "halves" },
  { says: "sines alone, the list twice", of: (n) => twice(n, "sin"), pairing: "halves" },
  { says: "cosines alone, each twice", of: (n) => each(n, "cos", "cos"), pairing: "interleaved" },
  { says: "sines alone, each twice", of: (n) => each(n, "sin", "sin"), pairing: "interleaved" },
  {
    says: "cosines, then sines, each list twice",
    of: (n) => [...twice(n, "cos"), ...twice(n, "sin")],
    pairing: "halves",
  },
  {
    says: "cosines, then sines, each number twice",
    of: (n) => [...each(n, "cos", "cos"), ...each(n, "sin", "sin")],
    pairing: "interleaved",
  },
  { says: "angles, before cosine and sine", of: (n) => list(n, "phase") },
  { says: "angles, before cosine and sine, the list twice", of: (n) => twice(n, "phase"), pairing: "halves" },
  {
    says: "angles, before cosine and sine, each twice",
    of: (n) => each(n, "phase", "phase"),
    pairing: "interleaved",
  },
  { says: "a 2 × 2 matrix for each pair", of: (n) => each(n, "cos", "-sin", "sin", "cos") },
];

/** Arrangements of cosines and sines that are two arrays, which stand here side by side. */
export const cacheArrangements: readonly Arrangement[] = [
  { says: "one column for each pair", of: (n) => [...list(n, "cos"), ...list(n, "sin")] },
  {
    says: "the list of pairs twice",
    of: (n) => [...twice(n, "cos"), ...twice(n, "sin")],
    pairing: "halves",
  },
  {
    says: "the column of each pair twice",
    of: (n) => [...each(n, "cos", "cos"), ...each(n, "sin", "sin")],
    pairing: "interleaved",
  },
];

export function rotarySheet(
  { frequencies, axes, factor, isBackward = false, growth }: Pairs,
  arrangement: Arrangement,
): Sheet {
  const { says, pairing } = arrangement;
  const columns = columnsIn(arrangement, frequencies.length).map(([wave, pair]): Column => {
    const own = column(isBackward ? backward[wave] : wave, pair, frequencies[pair]!, axes?.[pair] ?? 0);
    return growth === undefined ? own : { ...own, growth: growth[pair]! };
  });
  const hasAngles = columns[0]?.wave === "phase"; // before the factor
  return { columns, factor: hasAngles ? 1 : factor, layout: says, pairing, start: 0 };
}

export type Layout = Sinusoidal["layout"] | "flipped-interleaved";

/** Orders of the sines and cosines of a table. */
export const layouts: Readonly<Record<Layout, { says: string; of: Order }>> = {
  interleaved: { says: "sine and cosine of each pair in turn", of: (n) => each(n, "sin", "cos") },
  halves: { says: "sines, then cosines", of: (n) => [...list(n, "sin"), ...list(n, "cos")] },
  "flipped-halves": { says: "cosines, then sines", of: (n) => [...list(n, "cos"), ...list(n, "sin")] },
  "flipped-interleaved": {
    says: "cosine and sine of each pair in turn",
    of: (n) => each(n, "cos", "sin"),
  },
};

/** A sinusoidal table, in its own layout or in another one. */
export function sinusoidalSheet(spec: Sinusoidal, layout: Layout = spec.layout): Sheet {
  const frequencies = tableFrequencies(spec);
  const { says, of } = layouts[layout];
  const waves = of(pairsOf(spec)).map(([wave, pair]) => column(wave, pair, frequencies[pair]!));
  const rest = Math.max(0, spec.dModel - waves.length);
  const zeros = Array.from({ length: rest }, () => column("zero", 0, 0));
  const { start, paddingIndex: zeroAt } = spec;
  const columns = [...waves.slice(0, spec.dModel), ...zeros];
  return { columns, factor: outputScaleOf(spec), layout: says, start, zeroAt };
}

type Grid = ResolvedSpec<"grid">;

function gridSheet(spec: Grid): Sheet {
  const { dModel, axes, base, layout, shape, classToken } = spec;
  const width = 2 * Math.ceil(dModel / (2 * axes.length));
  const frequencies = powers(width / 2, base, width);
  const { says, of } = layouts[layout];
  const columns = axes
    .flatMap((axis) => of(width / 2).map(([wave, pair]) => column(wave, pair, frequencies[pair]!, axis)))
    .slice(0, dModel);
  const order = axes.map((axis) => ["first", "second", "third"][axis]).join(", then ");
  return {
    columns,
    factor: 1,
    layout: `the ${order} axis of the grid, each as ${says}`,
    start: 0,
    places: {
      count: shape.reduce((a, b) => a * b, 1),
      along: shape.map((_, axis) => placeAlong(spec, axis)),
    },
    zeroFirst: classToken,
  };
}

/** The number of rows of a grid for each place along an axis, in row-major order. */
export const rowsInPlace = (shape: readonly number[], axis: number): number =>
  shape.slice(axis + 1).reduce((a, b) => a * b, 1);

/** The number of a row's place along an axis of a grid. */
function placeAlong({ shape, valid = shape, start, normalize }: Grid, axis: number): (row: number) => number {
  const inner = rowsInPlace(shape, axis);
  const last = start + valid[axis]! - 1;
  const unit = normalize ? (2 * Math.PI) / (last + 1e-6) : 1;
  return (row) => unit * Math.min(start + (Math.floor(row / inner) % shape[axis]!), last);
}

/** The table of an additive spec; undefined for encodings without a formula of positions. */
export function additiveSheet(spec: ResolvedSpec): Sheet | undefined {
  switch (spec.method) {
    case "sinusoidal":
      return sinusoidalSheet(spec);
    case "sine": {
      const frequencies = powers(spec.dModel, spec.base, 2 * spec.dModel);
      const columns = Array.from(frequencies, (f, pair) => column("sin", pair, f));
      return { columns, factor: 1, layout: "sines alone", start: spec.start };
    }
    case "index":
    case "normalized-index": {
      const isIndex = spec.method === "index";
      const [step, shift] = isIndex ? [1, 0] : [2 / (spec.maxLength - 1), -1];
      const columns = Array.from({ length: spec.dModel }, () => ({ ...column("phase", 0, step), shift }));
      return { columns, factor: 1, layout: "one number in each row", start: spec.start };
    }
    case "one-hot": {
      const columns = Array.from({ length: spec.dModel }, (_, pair) => column("one-hot", pair, 1));
      return { columns, factor: 1, layout: "a column for each position", start: spec.start };
    }
    case "grid":
      return gridSheet(spec);
    default:
      return undefined;
  }
}
