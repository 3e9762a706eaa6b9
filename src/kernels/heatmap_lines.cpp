#include "kernels/heatmap_lines.hpp"

#include <algorithm>
#include <cassert>
#include <functional>

namespace posenc {

namespace {

DimensionStretch stretch(const PixelSpan& span) {
  return {1,
          static_cast<std::uint32_t>(span.first),
          static_cast<std::uint32_t>(span.steps),
          span.left,
          span.inner,
          span.right};
}

/// Cuts the dimension axis into stretches; `span_of` says what a pixel shows.
template <class SpanOf>
std::span<const DimensionStretch> cut(std::size_t pixels, SpanOf span_of, std::span<DimensionStretch> room) {
  std::size_t count = 0;
  PixelSpan last{};
  for (std::size_t pixel = 0; pixel < pixels; ++pixel) {
    const PixelSpan span = span_of(pixel);
    if (pixel > 0 && span.same_entry(last)) {
      ++room[count - 1].pixels;
    } else {
      room[count++] = stretch(span);
    }
    last = span;
  }
  return room.first(count);
}

bool is_single(const DimensionStretch& s) {
  return s.steps == 0 || (s.steps == 1 && s.right == 0);
}

double mean(const DimensionStretch& s, std::span<const double> columns) {
  if (s.steps == 0) return columns[s.first];
  double between = 0;
  for (std::size_t j = s.first + 1; j < s.first + s.steps; ++j) between += columns[j];
  return s.left * columns[s.first] + s.inner * between + s.right * columns[s.first + s.steps];
}

template <class Value>
void paint(std::span<const DimensionStretch> stretches, Value value, std::span<float> line) {
  float* pixel = line.data();
  for (const DimensionStretch& s : stretches) pixel = std::fill_n(pixel, s.pixels, value(s));
}

} // namespace

HeatmapArrays::HeatmapArrays(std::size_t pairs, std::size_t columns, std::size_t dimension_pixels,
                             Scratch& scratch)
    : pair_means(pairs, scratch), sines(scratch.take<double>(HeatmapMeans::lanes(pairs))),
      cosines(scratch.take<double>(HeatmapMeans::lanes(pairs))), means(scratch.take<double>(columns + 1)),
      entries(scratch.take<float>(block * columns)), exact(scratch.take<DimensionStretch>(dimension_pixels)),
      nearest(scratch.take<DimensionStretch>(dimension_pixels)),
      exact_line(scratch.take<float>(dimension_pixels)) {
  std::ranges::fill(means, 0.0);
  std::ranges::fill(entries, 0.0f);
}

HeatmapLines::HeatmapLines(std::span<const Frequency> frequencies, Layout layout, PixelAxis positions,
                           PixelAxis dimensions, HeatmapMode mode, HeatmapArrays& arrays)
    : frequencies_(frequencies), layout_(layout), mode_(mode), positions_(positions), arrays_(arrays) {
  const std::size_t pixels = arrays.exact_line.size();
  exact_ = cut(pixels, [&](std::size_t pixel) { return dimensions.span(pixel); }, arrays.exact);
  nearest_ = cut(pixels, [&](std::size_t pixel) { return dimensions.nearest(pixel); }, arrays.nearest);
}

PixelSpan HeatmapLines::position_span(std::size_t pixel) const {
  return mode_ == HeatmapMode::nearest ? positions_.nearest(pixel) : positions_.span(pixel);
}

bool HeatmapLines::repeats(std::size_t pixel) const {
  return pixel > 0 && position_span(pixel).same_entry(position_span(pixel - 1));
}

void HeatmapLines::fetch(std::size_t begin, std::size_t end) {
  std::array<double, HeatmapArrays::block> positions;
  assert(end - begin <= positions.size());
  std::size_t count = 0;
  first_fetched_ = begin;
  for (std::size_t pixel = begin; pixel < end; ++pixel) {
    if (mode_ == HeatmapMode::exact && !positions_.span(pixel).single()) continue;
    const double entry = positions_.nearest(pixel).first;
    if (count == 0 || positions[count - 1] != entry) positions[count++] = entry;
    entry_row_[pixel - begin] = count - 1;
  }
  if (count == 0) return;
  const bool consecutive = positions[count - 1] - positions[0] == static_cast<double>(count - 1);
  if (consecutive)
    return sincos_table(frequencies_, positions[0], count, layout_, arrays_.entries); // much faster
  sincos_table_at(frequencies_, std::span(positions).first(count), layout_, arrays_.entries);
}

std::span<const float> HeatmapLines::entries(std::size_t pixel) const {
  return arrays_.entries.subspan(entry_row_[pixel - first_fetched_] * layout_.row, layout_.row);
}

void HeatmapLines::write(std::size_t pixel, std::span<float> line) {
  if (mode_ == HeatmapMode::exact) return write_exact(pixel, line);
  write_nearest(pixel, line);
  if (mode_ == HeatmapMode::nearest) return;
  write_exact(pixel, arrays_.exact_line);
  std::ranges::transform(line, arrays_.exact_line, line.begin(), std::minus());
}

void HeatmapLines::write_nearest(std::size_t pixel, std::span<float> line) const {
  const std::span<const float> row = entries(pixel);
  paint(nearest_, [row](const DimensionStretch& s) { return row[s.first]; }, line);
}

void HeatmapLines::write_exact(std::size_t pixel, std::span<float> line) {
  const PixelSpan span = positions_.span(pixel);
  arrays_.pair_means.row(frequencies_, span, arrays_.sines, arrays_.cosines);
  for (std::size_t i = 0; i < frequencies_.size(); ++i) {
    arrays_.means[layout_.sine + i * layout_.step] = arrays_.sines[i];
    arrays_.means[layout_.cosine + i * layout_.step] = arrays_.cosines[i];
  }

  const std::span<const double> means = arrays_.means;
  const auto rounded = [means](const DimensionStretch& s) { return static_cast<float>(mean(s, means)); };
  if (!span.single()) return paint(exact_, rounded, line);
  const std::span<const float> row = entries(pixel);
  paint(exact_, [&](const DimensionStretch& s) { return is_single(s) ? row[s.first] : rounded(s); }, line);
}

} // namespace posenc
