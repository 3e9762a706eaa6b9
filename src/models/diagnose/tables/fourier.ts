/** Fourier features: the points are given, or follow from the features of all octaves. */

import { philox } from "../../../api/lab/random.ts";
import type { ResolvedSpec } from "../../../api/methods.ts";
import { presets } from "../../../api/presets.ts";
import { checkSpec } from "../../../api/spec.ts";
import { type Column, type Layout, layouts, type Sheet, type Wave } from "../findings/columns.ts";
import { type Draft, draft } from "../findings/findings.ts";
import type { Unexpected } from "./compared.ts";
import { placesOf, type Table } from "./comparison.ts";
import type { Expected } from "./expectation.ts";
import type { Candidate } from "./fit.ts";

/** Fourier features with the random frequencies that a seed gives, at given points. */
type RandomFourier = ResolvedSpec<"random-fourier">;

/** The purpose of these numbers, which is the first word of the generator's counter. */
const NORMAL = 2;

/** The upper 53 bits of two words, as an integer. */
const integerOf = (high: number, low: number) => high * 2 ** 21 + (low >>> 11);

/** Normal numbers by the formula of Box and Muller. */
function normalNumbers({ sigma, seed }: RandomFourier, count: number): Float64Array {
  const out = new Float64Array(count + 1);
  for (let pair = 0; 2 * pair < count; pair++) {
    const words = philox([NORMAL, pair, 0, 0], { low: seed, high: 0 }) as [number, number, number, number];
    const share = integerOf(words[0], words[1]) + 1;
    const radius = sigma * Math.sqrt(2 * Math.log1p((2 ** 53 - share) / share)); // −ln of the share of 2^53
    const angle = 2 * Math.PI * 2 ** -53 * integerOf(words[2], words[3]);
    out[2 * pair] = radius * Math.cos(angle);
    out[2 * pair + 1] = radius * Math.sin(angle);
  }
  return out.subarray(0, count);
}

const others: readonly Layout[] = ["interleaved", "halves", "flipped-halves", "flipped-interleaved"];

/** The expected features, in another order of sines and cosines, and without 2π; none if the points are not given. */
export function randomFeatures(
  of: Expected,
  spec: RandomFourier,
  { table, positions }: Pick<Unexpected, "table" | "positions">,
): Candidate[] {
  const { dimensions, features } = spec;
  if (positions === undefined || positions.length !== dimensions) return [];
  const matrix = normalNumbers(spec, features * dimensions);
  // The projection on each row of the matrix is an axis of its own.
  const places = Array.from({ length: features }, (_, feature) =>
    Float64Array.from({ length: table.rows }, (__, row) =>
      positions.reduce((sum, list, axis) => sum + matrix[feature * dimensions + axis]! * list[row]!, 0),
    ),
  );
  const sheetIn = (layout: Layout, turn: number) => {
    const columns = layouts[layout]
      .of(features)
      .map(([wave, pair]): Column => ({ wave, pair, axis: pair, frequency: turn }));
    return {
      columns,
      factor: 1,
      layout: layouts[layout].says,
      start: 0,
      places: { count: table.rows, along: placesOf(places) },
    };
  };
  const way = (layout: Layout, faults: readonly Draft[], turn = 2 * Math.PI): Candidate => ({
    sheet: sheetIn(layout, turn),
    of,
    faults,
  });
  return [
    way(spec.layout, []),
    ...others
      .filter((layout) => layout !== spec.layout)
      .map((layout) => way(layout, [draft("wrong-layout")])),
    way(spec.layout, [draft("positions-scaled", ["factor", 1 / (2 * Math.PI)])], 1),
  ];
}

type Fourier = ResolvedSpec<"fourier">;

type Given = Pick<Unexpected, "table" | "positions">;

function columnsOf({ dimensions, octaves, pi, order, includeInput }: Fourier): Column[] {
  const axes = Array.from({ length: dimensions }, (_, axis) => axis);
  const steps = Array.from({ length: octaves }, (_, octave) => octave);
  const of = (wave: Wave, axis: number, octave: number): Column => ({
    wave,
    frequency: (pi ? Math.PI : 1) * 2 ** octave,
    pair: axis * octaves + octave,
    axis,
  });
  const coordinates = axes.map((axis): Column => ({ wave: "phase", frequency: 1, pair: -1, axis }));
  const features =
    order === "coordinate"
      ? axes.flatMap((axis) => steps.flatMap((octave) => [of("sin", axis, octave), of("cos", axis, octave)]))
      : steps.flatMap((octave) => [
          ...axes.map((axis) => of("sin", axis, octave)),
          ...axes.map((axis) => of("cos", axis, octave)),
        ]);
  return [...(includeInput ? coordinates : []), ...features];
}

const wrap = (angle: number) => angle - 2 * Math.PI * Math.round(angle / (2 * Math.PI));

/** The coordinate of each row that all octaves show: each octave tells it more exactly than the one before. */
function pointsIn(table: Table, columns: readonly Column[], axis: number): Float64Array {
  const own = columns.flatMap((column, at) => (column.axis === axis ? [{ ...column, at }] : []));
  const input = own.find(({ wave }) => wave === "phase");
  const sines = own.filter(({ wave }) => wave === "sin");
  const cosines = own.filter(({ wave }) => wave === "cos");
  return Float64Array.from({ length: table.rows }, (_, row) => {
    let point = input === undefined ? 0 : table.at(row, input.at);
    sines.forEach(({ frequency, at }, octave) => {
      const angle = Math.atan2(table.at(row, at), table.at(row, cosines[octave]!.at));
      const off = wrap(angle - frequency * point) / frequency;
      if (Number.isFinite(off)) point += off;
    });
    return point;
  });
}

function sheetOf(spec: Fourier, { table, positions }: Given): Sheet | undefined {
  const columns = columnsOf(spec);
  if (columns.length !== table.columns) return undefined;
  const { dimensions, order, includeInput } = spec;
  const isGiven = positions !== undefined && positions.length === dimensions;
  const places = isGiven
    ? positions.map((list) => Float64Array.from(list))
    : Array.from({ length: dimensions }, (_, axis) => pointsIn(table, columns, axis));
  const layout = `${includeInput ? "the point, then " : ""}all ${order === "coordinate" ? "octaves of each coordinate" : "coordinates of each octave"}`;
  const points = isGiven ? [] : ["the points, which were taken from the features"];
  const unknown = isGiven || includeInput ? [] : ["whether π is in the phase, which only the points tell"];
  return {
    columns,
    factor: 1,
    layout,
    start: 0,
    places: { count: places[0]!.length, along: placesOf(places) },
    notCompared: [...points, ...unknown],
    isFitted: !isGiven,
  };
}

/** The expected features, and those with another order, another phase or without the point. */
export function fourierCandidates(of: Expected, spec: Fourier, given: Given): Candidate[] {
  const order = spec.order === "octave" ? "coordinate" : "octave";
  const ways: [Fourier, Draft[]][] = [
    [spec, []],
    [{ ...spec, order }, [draft("wrong-layout")]],
    [{ ...spec, pi: !spec.pi }, [draft("positions-scaled", ["factor", spec.pi ? 1 / Math.PI : Math.PI])]],
  ];
  return ways.flatMap(([each, faults]) => {
    const sheet = sheetOf(each, given);
    return sheet === undefined ? [] : [{ sheet, of, faults }];
  });
}

/** Angles that must double before the features of unknown points are known by them. */
const FEWEST_DOUBLINGS = 6;

/** All Fourier features of the width of a table that its points can show. */
export function* fourierWays(given: Given): Generator<Candidate> {
  const { rows, columns } = given.table;
  for (const includeInput of [false, true])
    for (let dimensions = 1; dimensions <= 4; dimensions++) {
      const octaves = (columns / dimensions - Number(includeInput)) / 2;
      if (!Number.isInteger(octaves) || octaves < 1 || octaves > 24) continue;
      const doublings = rows * dimensions * (octaves - 1 + Number(includeInput));
      if (doublings < FEWEST_DOUBLINGS) continue;
      for (const order of ["coordinate", "octave"] as const)
        for (const pi of [true, false]) yield* named({ dimensions, octaves, pi, order, includeInput }, given);
    }
}

function* named(fields: Omit<Fourier, "method" | "version">, given: Given): Generator<Candidate> {
  const spec = checkSpec({ method: "fourier", ...fields }) as Fourier;
  const sheet = sheetOf(spec, given);
  if (sheet === undefined) return;
  const isPiKnown = fields.includeInput || given.positions?.length === fields.dimensions;
  const { pi, dimensions, octaves, order, includeInput } = fields;
  const is = {
    method: "fourier",
    dimensions,
    octaves,
    ...(isPiKnown && { pi }),
    ...(order === "octave" && { order }),
    ...(includeInput && { includeInput }),
  };
  yield { sheet, of: { name: "the named features", is, spec }, faults: [] };
}

/** Presets with the same features of any number of dimensions and octaves. */
export const fourierModels = ({ pi, order, includeInput }: Fourier, isPiKnown: boolean): string[] =>
  Object.entries(presets).flatMap(([name, { spec }]) => {
    if (spec.method !== "fourier") return [];
    const own = checkSpec({ preset: name, dimensions: 1, octaves: 1 } as unknown) as Fourier;
    const isSame = own.order === order && own.includeInput === includeInput && (!isPiKnown || own.pi === pi);
    return isSame ? [name] : [];
  });
