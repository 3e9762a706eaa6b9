#include "kernels/heatmap/heatmap_lines.hpp"

#include <algorithm>
#include <cassert>
#include <functional>

#include "kernels/arithmetic/simd.hpp"
#include "kernels/table/pair_group.hpp"
#include "kernels/table/rounded_sine.hpp"
#include "kernels/table/table_store.hpp"

namespace posenc {

namespace {

using simd::f32x4;
using simd::f64x2;

DimensionStretch stretch(const PixelSpan& span) {
  const double steps = span.single() ? 0 : span.steps;
  return {1,
          static_cast<std::uint32_t>(span.first),
          static_cast<std::uint32_t>(steps),
          span.left,
          span.inner,
          span.right};
}

/// Cuts the dimension axis into stretches; `span_of` says what a pixel shows. Its last edge may round up to the end
/// of the table, so that its entry would be one past the last column.
template <class SpanOf>
std::span<DimensionStretch> cut(std::span<DimensionStretch> room, std::size_t columns, SpanOf span_of) {
  std::size_t count = 0;
  PixelSpan last{};
  for (std::size_t pixel = 0; pixel < room.size(); ++pixel) {
    PixelSpan span = span_of(pixel);
    span.first = std::min(span.first, static_cast<double>(columns - 1));
    if (span.same_entry(last))
      ++room[count - 1].pixels;
    else
      room[count++] = stretch(span);
    last = span;
  }
  return room.first(count);
}

double mean(const DimensionStretch& s, std::span<const double> columns) {
  double between = 0;
  for (std::size_t j = s.first + 1; j < s.first + s.steps; ++j) between += columns[j];
  return s.left * columns[s.first] + s.inner * between + s.right * columns[s.first + s.steps];
}

template <class Value>
void paint(std::span<const DimensionStretch> stretches, Value value, std::span<float> line) {
  float* pixel = line.data();
  for (const DimensionStretch& s : stretches) {
    const float colour = value(s);
    *pixel = colour;
    if (s.pixels > 1) std::fill_n(pixel + 1, s.pixels - 1, colour);
    pixel += s.pixels;
  }
}

} // namespace

LineWalk::LineWalk(std::size_t pairs, std::size_t dimension_pixels, Scratch& scratch)
    : means(pairs, scratch), stretches(scratch.take<DimensionStretch>(dimension_pixels)),
      line(scratch.take<float>(dimension_pixels)) {}

HeatmapArrays::HeatmapArrays(std::size_t pairs, std::size_t columns, std::size_t dimension_pixels,
                             Scratch& scratch)
    : exact(pairs, dimension_pixels, scratch), nearest(pairs, dimension_pixels, scratch),
      sines(scratch.take<double>(HeatmapMeans::lanes(pairs))),
      cosines(scratch.take<double>(HeatmapMeans::lanes(pairs))), means(scratch.take<double>(columns + 1)),
      entries(scratch.take<float>(columns)) {
  std::ranges::fill(means, 0.0); // for pixels in columns that no pair fills
  std::ranges::fill(entries, 0.0f);
}

HeatmapLines::HeatmapLines(const HeatmapTable& table, PixelAxis positions, PixelAxis dimensions,
                           HeatmapMode mode, HeatmapArrays& arrays)
    : table_(table), positions_(positions), mode_(mode), arrays_(arrays) {
  LineWalk &exact = arrays.exact, &nearest = arrays.nearest;
  exact.stretches =
      cut(exact.stretches, table.layout.row, [&](std::size_t pixel) { return dimensions.span(pixel); });
  nearest.stretches =
      cut(nearest.stretches, table.layout.row, [&](std::size_t pixel) { return dimensions.nearest(pixel); });
  exact.blends = !std::ranges::all_of(exact.stretches, &DimensionStretch::single);
}

void HeatmapLines::write(std::size_t pixel, std::span<float> out) {
  const auto exact = [&] { return line(arrays_.exact, positions_.span(pixel)); };
  const auto nearest = [&] { return line(arrays_.nearest, positions_.nearest(pixel)); };
  if (mode_ == HeatmapMode::difference)
    std::ranges::transform(nearest(), exact(), out.begin(), std::minus());
  else
    std::ranges::copy(mode_ == HeatmapMode::exact ? exact() : nearest(), out.begin());
}

std::span<const float> HeatmapLines::line(LineWalk& walk, const PixelSpan& span) {
  walk.means.row(table_.frequencies, span, arrays_.sines, arrays_.cosines);
  if (span.same_entry(walk.shown)) return walk.line;
  walk.shown = span;

  const std::span<const float> entries = arrays_.entries;
  const auto rounded = [this](const DimensionStretch& s) {
    return static_cast<float>(mean(s, arrays_.means));
  };
  if (!span.single() || walk.blends) put_means();
  if (span.single()) put_entries(span.first);

  if (!span.single())
    paint(walk.stretches, rounded, walk.line);
  else if (walk.blends)
    paint(
        walk.stretches, [&](const DimensionStretch& s) { return s.single() ? entries[s.first] : rounded(s); },
        walk.line);
  else
    paint(walk.stretches, [&](const DimensionStretch& s) { return entries[s.first]; }, walk.line);
  return walk.line;
}

void HeatmapLines::put_means() {
  const auto& [frequencies, columns, layout] = table_;
  for (std::size_t i = 0; i < columns.sines; ++i)
    arrays_.means[layout.sine + i * layout.step] = arrays_.sines[i];
  for (std::size_t i = 0; i < columns.cosines; ++i)
    arrays_.means[layout.cosine + i * layout.step] = arrays_.cosines[i];
}

/// Correctly rounded: if both ends of the error interval round to one float, that is it (Ziv's method).
void HeatmapLines::put_entries(double position) {
  const f64x2 error(HeatmapMeans::error);
  with_stores(table_.layout, table_.columns,
              [&]<class Store>(const Store& store, std::size_t from, std::size_t count) {
                const auto frequencies = table_.frequencies.subspan(from, count);
                const double *sines = &arrays_.sines[from], *cosines = &arrays_.cosines[from];
                for (std::size_t group = 0; group < group_count(count); ++group) {
                  const auto [first, second] = pair_group(group, count);
                  const f64x2 sine(sines[first], sines[second]), cosine(cosines[first], cosines[second]);
                  f32x4 entry = Store::arrange(sine - error, cosine - error);
                  if (xsimd::any(entry != Store::arrange(sine + error, cosine + error))) {
                    const auto exact = rounded_sine_cosine(frequencies[first], frequencies[second],
                                                           posenc::position(position));
                    entry = Store::arrange(exact.sine, exact.cosine);
                  }
                  store.put(arrays_.entries.data(), first, second, entry);
                }
              });
}

} // namespace posenc
