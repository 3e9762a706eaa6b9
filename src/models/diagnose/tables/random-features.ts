/** Fourier features with the random frequencies that a seed gives, at given points. */
import { philox } from "../../../api/lab/random.ts";
import type { ResolvedSpec } from "../../../api/methods.ts";
import { type Column, type Layout, layouts } from "../findings/columns.ts";
import { type Draft, draft } from "../findings/findings.ts";
import type { Unexpected } from "./compared.ts";
import { placesOf } from "./comparison.ts";
import type { Expected } from "./expectation.ts";
import type { Candidate } from "./fit.ts";

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
