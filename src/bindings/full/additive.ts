/** Additive encodings, except for tables of sinusoids, and the addition itself. */
import type { Layout } from "../light.ts";
import type { Call, Count, Doubles, Flag, Floats, Frequencies, Triple } from "../slots.ts";

export type Headers = [
  "kernels/additive/add_positions.hpp",
  "kernels/additive/fourier.hpp",
  "kernels/additive/grid.hpp",
  "kernels/additive/learned.hpp",
  "kernels/additive/naive.hpp",
  "kernels/additive/normal.hpp",
  "kernels/additive/random_fourier.hpp",
];

export interface FourierFeatures {
  dimensions: Count;
  octaves: Count;
  withPi: Flag;
  byOctave: Flag;
  includeInput: Flag;
}

export interface Grid {
  axes: Count;
  width: Count;
  shape: Triple;
  valid: Triple;
  order: Triple;
  start: number;
  isNormalized: Flag;
  hasClassToken: Flag;
}

export interface Addition {
  rows: Count;
  width: Count;
  scale: number;
  dropout: Dropout;
}

interface Dropout {
  probability: number;
  seed: Count;
  firstRow: Count;
}

export interface AdditiveCalls {
  indexRows: Call<{ positions: Doubles; out: Floats }, "index_rows(positions, out)">;
  normalizedIndexRows: Call<
    { positions: Doubles; length: number; out: Floats },
    "normalized_index_rows(positions, length, out)"
  >;
  oneHotRows: Call<{ positions: Doubles; out: Floats }, "one_hot_rows(positions, out)">;
  learnedRows: Call<
    { table: Floats; rows: Count; positions: Doubles; out: Floats },
    "learned_rows(table, rows, positions, out)"
  >;
  fourier: Call<
    { points: Doubles; features: FourierFeatures; out: Floats },
    "fourier(points, features, out)"
  >;
  normalNumbers: Call<{ sigma: number; seed: Count; out: Doubles }, "normal_numbers(sigma, seed, out)">;
  randomFourier: Call<
    { points: Doubles; matrix: Doubles; dimensions: Count; layout: Layout; out: Floats },
    "random_fourier(points, matrix, dimensions, layout, out)"
  >;
  gridFrequencies: Call<
    { frequencies: Frequencies; grid: Grid; scaled: Frequencies },
    "grid_frequencies(frequencies, grid, scaled)"
  >;
  gridTable: Call<
    { frequencies: Frequencies; grid: Grid; part: Layout; firstRow: Count; out: Floats; scratch: Floats },
    "grid_table(frequencies, grid, part, first_row, out, scratch)"
  >;
  addPositions: Call<
    { x: Floats; table: Floats; addition: Addition },
    "add_positions(x, table, addition, x)"
  >;
}
