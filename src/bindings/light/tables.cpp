/// Tables of sines and cosines, and heat maps.
#include <algorithm>

#include <emscripten/bind.h>

#include "bindings/place.hpp"
#include "bindings/slices.hpp"
#include "kernels/heatmap/heatmap.hpp"
#include "kernels/table/amplified_table.hpp"
#include "kernels/table/frequencies.hpp"
#include "kernels/table/recipe.hpp"
#include "kernels/table/sincos_table.hpp"

namespace posenc::bindings {
namespace {

// The structs are written from JavaScript: a change of their layout must not go unnoticed.
static_assert(sizeof(HeatmapView) == 4 * 8 && sizeof(HeatmapShape) == 3 * 4);

void fill_radians(Address list) {
  const auto& [frequencies, out] = slices<2>(list);
  std::ranges::transform(std::span<const Frequency>(frequencies), std::span<double>(out).begin(), radians);
}

void widen_radians(Address list) {
  const auto& [frequencies, out] = slices<2>(list);
  std::ranges::copy(std::span<const float>(frequencies), std::span<double>(out).begin());
}

/// Rows that no pair fills to the end have zeros there.
void clear_rest(const Place& place, std::span<float> out) {
  if (place.columns.width() < place.layout.row) std::ranges::fill(out, 0.0f);
}

/// Row `first` of a table that begins at `start`.
Position row_position(double start, double first) {
  const auto [whole, fraction] = position(start);
  return {whole + first, fraction};
}

void fill_table(Address list, double start, double first, std::size_t rows) {
  const auto& [frequencies, place, out] = slices<3>(list);
  const auto& [layout, columns] = place.as<Place>();
  clear_rest(place.as<Place>(), out);
  sincos_table(frequencies, columns, row_position(start, first), rows, layout, out);
}

void fill_table_at(Address list) {
  const auto& [frequencies, place, out, positions] = slices<4>(list);
  const auto& [layout, columns] = place.as<Place>();
  clear_rest(place.as<Place>(), out);
  sincos_table_at(frequencies, columns, positions, layout, out);
}

void fill_amplified(Address list, double start, double first, std::size_t rows, double amplitude) {
  const auto& [frequencies, place, out] = slices<3>(list);
  const auto& [layout, columns] = place.as<Place>();
  clear_rest(place.as<Place>(), out);
  amplified_table(frequencies, columns, row_position(start, first), rows, amplitude, layout, out);
}

void fill_amplified_at(Address list, double amplitude) {
  const auto& [frequencies, place, out, positions] = slices<4>(list);
  const auto& [layout, columns] = place.as<Place>();
  clear_rest(place.as<Place>(), out);
  amplified_table_at(frequencies, columns, positions, amplitude, layout, out);
}

void fill_recipe_at(Address list, float scale, float amplitude) {
  const auto& [frequencies, place, out, positions] = slices<4>(list);
  const auto& [layout, columns] = place.as<Place>();
  clear_rest(place.as<Place>(), out);
  recipe_table(frequencies, columns, positions, scale, layout, out);
  amplify(out, amplitude);
}

std::size_t heatmap_scratch_bytes(Address list, std::size_t pairs) {
  const auto& [place, shape] = slices<2>(list);
  return heatmap_scratch(pairs, place.as<Place>().layout, shape.as<HeatmapShape>());
}

void fill_heatmap(Address list, int mode) {
  const auto& [frequencies, place, view, shape, scratch, values] = slices<6>(list);
  const auto& [layout, columns] = place.as<Place>();
  heatmap_values({frequencies, columns, layout}, view.as<HeatmapView>(), HeatmapMode(mode),
                 shape.as<HeatmapShape>(), values, scratch);
}

// The slices of fill_heatmap come first, so that values need not leave the module to be coloured.
void colour_heatmap(Address list, int mode) {
  fill_heatmap(list, mode);
  const auto& [frequencies, place, view, shape, scratch, values, palette, rgba] = slices<8>(list);
  heatmap_colours(values, std::span<const std::uint32_t>(palette).first<256>(), rgba);
}

} // namespace

EMSCRIPTEN_BINDINGS(tables) {
  using emscripten::function;
  function("radians", &fill_radians);
  function("recipeRadians", &widen_radians);
  function("sincosTable", &fill_table);
  function("sincosTableAt", &fill_table_at);
  function("amplifiedTable", &fill_amplified);
  function("amplifiedTableAt", &fill_amplified_at);
  function("recipeTableAt", &fill_recipe_at);
  function("heatmapScratch", &heatmap_scratch_bytes);
  function("heatmapValues", &fill_heatmap);
  function("heatmapColours", &colour_heatmap);
}

} // namespace posenc::bindings
