import type { Posenc, ResolvedSpec, Spec } from "../../../src/entries/encodings.ts";
import {
  type AdditiveSpec,
  type BiasSpec,
  isAdditive,
  isRotary,
  isShown,
  learnedOf,
  METHODS,
  methodNamed,
  methodOf,
  type RotarySpec,
  type ShownMethod,
} from "../../methods/methods.ts";
import { atAnyPosition } from "../../methods/rope.ts";
import { plainOptions } from "../../methods/stand-in.ts";
import { axis } from "../../plot/axis.ts";
import { logAxis, logScale } from "../../plot/curve-axes.ts";
import { stroke, text } from "../../plot/dom.ts";
import type { Frame } from "../../plot/layered-plot.ts";
import { linearScale } from "../../plot/scale.ts";
import { headsOf } from "../bias/bias-shown.ts";
import { groupsOf, type Offsets, offsetsUpTo, recipeOf, type ScoreRecipe } from "./score-recipe.ts";

/** The axis of offsets: evenly spaced, or logarithmic with 0 at its left end and then 1, 10, 100 … */

export const AXES = ["logarithmic", "even"] as const;

/** The longest offset, and the kind of axis. */
export interface OffsetAxis {
  readonly longest: number;
  readonly axis: (typeof AXES)[number];
}

const GAP = 1.8; // between 0 and 1 of a logarithmic axis, font sizes

/** From an offset to CSS pixels. */
export function offsetScale(
  { left, width, fontSize }: Frame,
  { longest, axis }: OffsetAxis,
): (offset: number) => number {
  if (axis === "even") return linearScale([0, longest], [left, left + width]);
  const scale = logScale({ view: [1, longest], from: left + GAP * fontSize, to: left + width });
  return (offset) => (offset === 0 ? left : scale(offset));
}

export function offsetAxis(
  { left, top, width, height, fontSize }: Frame,
  { longest, axis: kind }: OffsetAxis,
): SVGElement[] {
  const at = top + height + 4;
  const to = left + width;
  const title = text("query − key →", to, at + 5 + 2.2 * fontSize, "end", fontSize);
  if (kind === "even")
    return [axis({ side: "bottom", view: [0, longest], from: left, to, at, fontSize }), title];
  return [
    stroke(`M${left} ${at}v5`, { opacity: 0.6 }),
    text("0", left, at + 5 + fontSize, "middle", fontSize),
    logAxis({ view: [1, longest], from: left + GAP * fontSize, to, at, fontSize }),
    title,
  ];
}

/** The contribution of positions to an attention score, by offset. */

export type ScoreSpec = AdditiveSpec | RotarySpec | BiasSpec;

/** Whether the method has a score by offset. A table has one if there is a formula for the product of two rows. */
function hasScore(name: ShownMethod): boolean {
  const row = methodNamed(name);
  return row.family !== "additive" || row.product !== undefined;
}

export const SCORE_METHODS = METHODS.filter(hasScore);

export const isScore = (spec: ResolvedSpec): spec is ScoreSpec => isShown(spec) && hasScore(spec.method);

/** A quantity at the points, and its range around each point. */
export interface Line {
  readonly name: string;
  readonly values: readonly number[];
  readonly least: readonly number[];
  readonly most: readonly number[];
  /** Number of the first points without missing offsets between them. */
  readonly whole: number;
}

export interface Scores {
  readonly kind: "added" | "rotated" | "bias";
  /** Name of what the lines of a bias show, if that is not the bias itself. */
  readonly quantity?: string | undefined;
  readonly points: readonly number[];
  /** One, or one for each head of a bias. */
  readonly lines: readonly Line[];
  /** If the content is random: the standard deviation around the line. */
  readonly spread?: readonly number[];
  /** If the content is random: the standard deviation of unrelated content around 0. */
  readonly other?: readonly number[];
  /** Scores by the float32 recipe; undefined if the encoding has no such recipe. */
  readonly recipe?: ScoreRecipe;
}

export interface ScoreValues extends Scores {
  readonly spec: ScoreSpec;
  readonly range: OffsetRange;
}

export interface ScoreShown extends ScoreValues {
  readonly axis: OffsetAxis["axis"];
  /** Whether the errors of the recipe are drawn. */
  readonly errors: boolean;
}

export interface OffsetRange {
  /** The longest offset. */
  readonly length: number;
  /** Position of the key. The position of the query is larger by the offset. */
  readonly key: number;
  readonly heads: number;
}

export function scoresOf(pe: Posenc, spec: ScoreSpec, range: OffsetRange): ScoreValues {
  const scores = () => {
    if (isAdditive(spec)) return addedScores(pe, spec, range);
    return isRotary(spec) ? rotaryScores(pe, atAnyPosition(spec), range) : biasScores(pe, spec, range);
  };
  return { spec, range, ...scores() };
}

/** A spec in full precision. */
export const exactly = <S extends ScoreSpec>(spec: S): S =>
  "precision" in spec ? { ...spec, precision: "exact" } : spec;

/** A spec in full precision and without padding, because products of rows ignore padding. */
export function plainOf(spec: AdditiveSpec): AdditiveSpec {
  const { paddingIndex: _, ...rest } = exactly(spec) as ResolvedSpec<"sinusoidal">;
  return rest;
}

/** P[key] · P[key + offset]. */
function addedScores(pe: Posenc, spec: AdditiveSpec, { length, key }: OffsetRange): Scores {
  const exact = plainOf(spec);
  const offsets = offsetsUpTo(length, spec.dModel);
  const flat = offsets.around.flat();
  const values = [...pe.similarity(exact, { offsets: flat, position: key })];
  const line = lineOf("P·P", offsets, values);
  const positions = [key, ...flat.map((offset) => key + offset)];
  const table = (precision: "exact" | "float32") => pe.encode({ ...exact, precision } as Spec, { positions });
  const products = (rows: Float32Array) => flat.map((_, row) => product(rows, 0, row + 1, spec.dModel));
  const [right, rounded] = [table("exact"), table("float32")];
  const recipe = recipeOf(
    offsets,
    { values, size: largest(line) },
    { right, rounded, width: spec.dModel },
    products(rounded),
  );
  return { kind: "added", points: offsets.points, lines: [line], recipe };
}

/**
 * (R[m] q)·(R[n] k) / √headDim, for independent channels of mean 0 and variance 1. A pair adds
 * (q·k) cos(Δω) + (q×k) sin(Δω), and a channel that does not rotate adds q k. With the attention factor a and sums over
 * pairs,
 *
 *   k = q          mean 2 a² Σ cos(Δω),  variance 4 a⁴ Σ cos²(Δω);  each other channel adds 1 and 2
 *   unrelated k    mean 0,  variance 2 a⁴ Σ (cos² + sin²) at every offset;  each other channel adds 1
 *
 * Source: Su et al. 2021, arXiv 2104.09864, section 3.4.3, bound the sum of cosines. Barbero et al. 2024, arXiv
 * 2410.06205, section 3, show that scores of random content do not decay.
 */
function rotaryScores(pe: Posenc, spec: RotarySpec, { length, key }: OffsetRange): Scores {
  const pairs = spec.rotaryDim / 2;
  const still = spec.headDim - spec.rotaryDim;
  const unit = Math.sqrt(spec.headDim);
  const offsets = offsetsUpTo(length, spec.rotaryDim);
  const flat = offsets.around.flat();
  const side = methodOf(spec).hasSides ? { side: "query" as const } : {};
  const factor = pe.attentionFactor(spec);
  const { cos, sin } = pe.rotaryTable(exactly(spec), { positions: flat, ...side });
  const sums = (power: (pair: number) => number) =>
    flat.map((_, row) => sum(pairs, (pair) => power(row * pairs + pair)));
  const cosines = sums((n) => factor * (cos[n] as number));
  const squares = sums((n) => (factor * (cos[n] as number)) ** 2);
  const lengths = sums((n) => factor ** 2 * ((cos[n] as number) ** 2 + (sin[n] as number) ** 2));
  const mean = (total: number) => (2 * total + still) / unit;
  const values = cosines.map(mean);
  const line = lineOf("k = q", offsets, values);
  const scores: Scores = {
    kind: "rotated",
    points: offsets.points,
    lines: [line],
    spread: atPoints(
      offsets,
      squares.map((square) => Math.sqrt(4 * square + 2 * still) / unit),
    ),
    other: atPoints(
      offsets,
      lengths.map((square) => Math.sqrt(2 * square + still) / unit),
    ),
  };
  if (!("precision" in spec)) return scores;
  const positions = [key, ...flat.map((offset) => key + offset)];
  const [right, rounded] = (["exact", "float32"] as const).map((precision) =>
    joined(pe.rotaryTable({ ...spec, precision }, { positions })),
  ) as [Float32Array, Float32Array];
  // All cosines come before all sines: the product of two rows is the sum over both.
  const half = positions.length * pairs;
  const through = flat.map((_, row) =>
    mean(product(rounded, 0, row + 1, pairs) + product(rounded.subarray(half), 0, row + 1, pairs)),
  );
  const recipe = recipeOf(
    offsets,
    { values, size: largest(line) },
    { right, rounded, width: pairs },
    through,
  );
  return { ...scores, recipe };
}

/** The bias of the key at position 0. */
function biasScores(pe: Posenc, spec: BiasSpec, { length, heads: wanted }: OffsetRange): Scores {
  const heads = headsOf(spec, wanted);
  const { quantity } = methodOf(spec);
  const learned = plainOptions(learnedOf(spec));
  const { points } = offsetsUpTo(length, heads);
  const columns = points.map((offset) => pe.bias(spec, { heads, queries: 1, offset, keys: 1, ...learned }));
  const lines = Array.from({ length: heads }, (_, head) => {
    const values = columns.map((column) => column[head] as number);
    const name = heads > 1 ? `head ${head + 1}` : (quantity ?? "bias");
    return { name, values, least: values, most: values, whole: values.length };
  });
  return { kind: "bias", quantity, points, lines };
}

function joined({ cos, sin }: { cos: Float32Array; sin: Float32Array }): Float32Array {
  const all = new Float32Array(cos.length + sin.length);
  all.set(cos);
  all.set(sin, cos.length);
  return all;
}

const sum = (count: number, term: (index: number) => number): number => {
  let total = 0;
  for (let index = 0; index < count; index++) total += term(index);
  return total;
};

/** The inner product of two rows, in double precision. */
function product(rows: Float32Array, a: number, b: number, width: number): number {
  let total = 0;
  for (let n = 0; n < width; n++) total += (rows[a * width + n] as number) * (rows[b * width + n] as number);
  return total;
}

const largest = ({ values }: Line): number => Math.max(...values.map(Math.abs));

/** The numbers of the points themselves: the first of each group. */
const atPoints = (offsets: Offsets, flat: readonly number[]): number[] =>
  groupsOf(offsets, flat).map(([first]) => first as number);

function lineOf(name: string, offsets: Offsets, flat: readonly number[]): Line {
  const groups = groupsOf(offsets, flat);
  return {
    name,
    values: atPoints(offsets, flat),
    least: groups.map((group) => Math.min(...group)),
    most: groups.map((group) => Math.max(...group)),
    whole: offsets.whole,
  };
}
