/// Frequencies, tables of sines and cosines, and heat maps.
#include <algorithm>

#include <emscripten/bind.h>

#include "bindings/slices.hpp"
#include "kernels/frequencies.hpp"
#include "kernels/heatmap.hpp"
#include "kernels/sincos_table.hpp"

namespace posenc::bindings {
namespace {

// The structs are written from JavaScript: a change of their layout must not go unnoticed.
static_assert(sizeof(Layout) == 4 * 4 && sizeof(HeatmapView) == 4 * 8 && sizeof(HeatmapShape) == 3 * 4);

std::size_t frequency_bytes() {
  return sizeof(Frequency);
}

void fill_frequencies(Address list, double base, std::uint32_t numerator, std::uint32_t denominator) {
  const auto& [frequencies] = slices<1>(list);
  geometric_frequencies(frequencies, base, numerator, denominator);
}

void fill_radians(Address list) {
  const auto& [frequencies, out] = slices<2>(list);
  std::ranges::transform(std::span<const Frequency>(frequencies), std::span<double>(out).begin(), radians);
}

void fill_table(Address list, double start, std::size_t rows) {
  const auto& [frequencies, layout, out] = slices<3>(list);
  sincos_table(frequencies, start, rows, layout.as<Layout>(), out);
}

void fill_table_at(Address list) {
  const auto& [frequencies, layout, out, positions] = slices<4>(list);
  sincos_table_at(frequencies, positions, layout.as<Layout>(), out);
}

std::size_t heatmap_scratch_bytes(Address list, std::size_t pairs) {
  const auto& [layout, shape] = slices<2>(list);
  return heatmap_scratch(pairs, layout.as<Layout>(), shape.as<HeatmapShape>());
}

void fill_heatmap(Address list, int mode) {
  const auto& [frequencies, layout, view, shape, scratch, values] = slices<6>(list);
  heatmap_values(frequencies, layout.as<Layout>(), view.as<HeatmapView>(), HeatmapMode(mode),
                 shape.as<HeatmapShape>(), values, scratch);
}

// The slices of fill_heatmap come first, so that values need not leave the module to be coloured.
void colour_heatmap(Address list, int mode) {
  fill_heatmap(list, mode);
  const auto& [frequencies, layout, view, shape, scratch, values, palette, rgba] = slices<8>(list);
  heatmap_colours(values, std::span<const std::uint32_t>(palette).first<256>(), rgba);
}

} // namespace

EMSCRIPTEN_BINDINGS(tables) {
  using emscripten::function;
  function("frequencyBytes", &frequency_bytes);
  function("frequencies", &fill_frequencies);
  function("radians", &fill_radians);
  function("sincosTable", &fill_table);
  function("sincosTableAt", &fill_table_at);
  function("heatmapScratch", &heatmap_scratch_bytes);
  function("heatmapValues", &fill_heatmap);
  function("heatmapColours", &colour_heatmap);
}

} // namespace posenc::bindings
