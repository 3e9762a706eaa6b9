/** The float32 recipe, tables of sines and cosines, and heat maps. */
import type { FrequencyCalls, Powers } from "./frequencies.ts";
import type { Bytes, Call, Colours, Count, Doubles, Flag, Floats, Frequencies, Word } from "./slots.ts";

export type Headers = [
  "algorithm",
  "kernels/heatmap/heatmap.hpp",
  "kernels/table/scaled_table.hpp",
  "kernels/table/frequencies.hpp",
  "kernels/table/phase.hpp",
  "kernels/table/recipe.hpp",
  "kernels/table/sincos_table.hpp",
];

/** Steps of the float32 recipe. */
export const recipes = ["direct", "logarithmic", "cast"] as const;
export const heatmapModes = ["exact", "nearest", "difference"] as const;

/** The sine of pair i is in column sine + i · step, its cosine in column cosine + i · step, in rows of `row` channels. */
export interface Layout {
  sine: Count;
  cosine: Count;
  step: Count;
  row: Count;
}

/** The number of sines and of cosines in a row. */
export interface Columns {
  sines: Count;
  cosines: Count;
}

export interface HeatmapView {
  positionFrom: number;
  positionTo: number;
  dimensionFrom: number;
  dimensionTo: number;
}

export interface HeatmapShape {
  width: Count;
  height: Count;
  positionsAcross: Flag;
}

/** The columns of sines and cosines in a row. */
export interface Place {
  columns: Columns;
  layout: Layout;
}

/** A table of sines and cosines. */
interface Table extends Place {
  frequencies: Frequencies;
}

/** Some rows of a picture, from `first` on. */
interface Picture extends Table {
  view: HeatmapView;
  shape: HeatmapShape;
  mode: Word<typeof heatmapModes>;
  first: Count;
  scratch: Bytes;
  values: Floats;
}

export interface LightCalls extends FrequencyCalls {
  recipeFrequencies: Call<
    Powers & { out: Floats; recipe: Word<typeof recipes> },
    "recipe_frequencies(out, recipe, base, numerator, denominator)"
  >;
  castFrequencies: Call<{ frequencies: Frequencies; out: Floats }, "cast_frequencies(frequencies, out)">;

  radians: Call<{ frequencies: Frequencies; out: Doubles }, "radians(frequencies, out)">;
  widen: Call<
    { floats: Floats; out: Doubles },
    "std::ranges::copy(std::span<const float>(floats), out.begin())"
  >;
  sincosTable: Call<
    Table & { start: number; first: number; rows: Count; out: Floats },
    "sincos_table(frequencies, columns, position(start, first), rows, layout, out)"
  >;
  sincosTableAt: Call<
    Table & { positions: Doubles; out: Floats },
    "sincos_table_at(frequencies, columns, positions, layout, out)"
  >;
  scaledTable: Call<
    Table & { start: number; first: number; rows: Count; factor: number; out: Floats },
    "scaled_table(frequencies, columns, position(start, first), rows, factor, layout, out)"
  >;
  scaledTableAt: Call<
    Table & { positions: Doubles; factor: number; out: Floats },
    "scaled_table_at(frequencies, columns, positions, factor, layout, out)"
  >;
  recipeTable: Call<
    Place & { frequencies: Floats; positions: Doubles; scale: number; out: Floats },
    "recipe_table(frequencies, columns, positions, scale, layout, out)"
  >;
  scaleEntries: Call<{ table: Floats; factor: number }, "scale_entries(table, factor)">;

  heatmapScratch: Call<
    { pairs: Count; layout: Layout; shape: HeatmapShape },
    "return heatmap_scratch(pairs, layout, shape)"
  >;
  heatmapValues: Call<
    Picture,
    "heatmap_values({frequencies, columns, layout}, view, mode, shape, first, values, scratch)"
  >;
  heatmapColours: Call<
    { values: Floats; palette: Colours; rgba: Colours },
    "heatmap_colours(values, std::span<const std::uint32_t>(palette).first<256>(), rgba)"
  >;
}
