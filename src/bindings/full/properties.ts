/** Properties of encodings: periods, similarity, shifts, means, and the criteria of any table. */
import type { Columns, Layout } from "../light.ts";
import type { Call, Count, Doubles, Floats, Frequencies, Named } from "../slots.ts";

export type Headers = [
  "kernels/properties/criteria.hpp",
  "kernels/properties/fit_shift.hpp",
  "kernels/properties/nearest_repeat.hpp",
  "kernels/properties/periods.hpp",
  "kernels/properties/shift_matrix.hpp",
  "kernels/properties/similarity.hpp",
  "kernels/properties/table_doubles.hpp",
  "kernels/properties/table_mean.hpp",
];

export const nearestRepeat = ["next", "offset", "squaredDistance"] as const;
export const rowDistances = [
  "nextOffset",
  "smallest",
  "smallestRow",
  "smallestOffset",
  "spread",
  "spreadOffset",
] as const;
export const tableRange = ["smallest", "largest", "mean"] as const;
export const shiftFit = ["residual", "rank"] as const;
/** The results for each offset. */
export const similarity = ["inner", "squaredDistance"] as const;

export interface PropertyCalls {
  periods: Call<{ frequencies: Frequencies; out: Doubles }, "periods(frequencies, out)">;
  unfinishedPairs: Call<
    { frequencies: Frequencies; length: number },
    "return unfinished_pairs(frequencies, length)"
  >;

  similarities: Call<
    { frequencies: Frequencies; firstOffset: number; out: Named<typeof similarity> },
    "similarities(frequencies, first_offset, out)"
  >;
  similaritiesOf: Call<
    { frequencies: Frequencies; offsets: Doubles; out: Named<typeof similarity> },
    "similarities_of(frequencies, offsets, out)"
  >;
  similaritiesAt: Call<
    {
      frequencies: Frequencies;
      columns: Columns;
      position: number;
      firstOffset: number;
      out: Named<typeof similarity>;
    },
    "similarities_at(frequencies, columns, position, first_offset, out)"
  >;
  similaritiesOfAt: Call<
    {
      frequencies: Frequencies;
      columns: Columns;
      position: number;
      offsets: Doubles;
      out: Named<typeof similarity>;
    },
    "similarities_of_at(frequencies, columns, position, offsets, out)"
  >;

  nearestRepeatScratch: Call<{ pairs: Count }, "return nearest_repeat_scratch(pairs)">;
  nearestRepeat: Call<
    { frequencies: Frequencies; last: number; search: Named<typeof nearestRepeat>; scratch: Floats },
    "nearest_repeat(frequencies, last, search, scratch)"
  >;

  shiftMatrix: Call<
    { frequencies: Frequencies; offset: number; layout: Layout; matrix: Floats },
    "shift_matrix(frequencies, offset, layout, matrix)"
  >;
  tableMean: Call<
    { frequencies: Frequencies; columns: Columns; start: number; rows: number },
    "return table_mean(frequencies, columns, start, rows)"
  >;
  tableDoubles: Call<
    { frequencies: Frequencies; columns: Columns; start: number; layout: Layout; out: Doubles },
    "table_doubles(frequencies, columns, start, layout, out)"
  >;

  fitShiftScratch: Call<{ width: Count }, "return fit_shift_scratch(width)">;
  fitShift: Call<
    {
      table: Doubles;
      width: Count;
      offset: Count;
      matrix: Doubles;
      scratch: Doubles;
      fit: Named<typeof shiftFit>;
    },
    "fit = fit_shift(table, width, offset, matrix, scratch)"
  >;
  rowDistances: Call<
    { table: Doubles; width: Count; lastOffset: number; state: Named<typeof rowDistances> },
    "row_distances(table, width, last_offset, state)"
  >;
  tableRange: Call<{ table: Doubles; range: Named<typeof tableRange> }, "range = table_range(table)">;
}
