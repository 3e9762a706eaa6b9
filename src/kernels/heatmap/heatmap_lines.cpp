#include "kernels/heatmap/heatmap_lines.hpp"

#include <algorithm>
#include <array>
#include <cassert>

#include "kernels/arithmetic/simd.hpp"

namespace posenc {

namespace {

using simd::f32x4;
using simd::f64x2;

constexpr std::size_t lines = HeatmapColumns::lines;
/// One value for each line of a block.
using Values = std::array<f32x4, lines / f32x4::size>;

DimensionStretch stretch(const PixelSpan& span) {
  const double steps = span.single() ? 0 : span.steps;
  return {1,
          static_cast<std::uint32_t>(span.first),
          static_cast<std::uint32_t>(steps),
          span.left,
          span.inner,
          span.right};
}

/// Cuts dimension pixels into stretches; `span_of` says what a pixel shows. The last edge of the axis may round up to the
/// end of the table, so that its entry would be one past the last column.
template <class SpanOf>
std::span<DimensionStretch> cut(std::span<DimensionStretch> room, std::size_t columns, PixelRange pixels,
                                SpanOf span_of) {
  std::size_t count = 0;
  PixelSpan last{};
  for (std::size_t pixel = pixels.from; pixel < pixels.from + pixels.count; ++pixel) {
    PixelSpan span = span_of(pixel);
    span.first = std::min(span.first, static_cast<double>(columns - 1));
    if (count > 0 && span.same_entry(last))
      ++room[count - 1].pixels;
    else
      room[count++] = stretch(span);
    last = span;
  }
  return room.first(count);
}

/// The means of the columns of a stretch, weighted.
Values mean(const DimensionStretch& s, std::span<const double> columns) {
  std::array<f64x2, lines / 2> sum;
  const double* column = columns.data() + s.first * lines;
  const double* const end = column + s.steps * lines;
  const auto at = [](const double* of, std::size_t pair) { return f64x2::load_unaligned(of + 2 * pair); };
  sum.fill(f64x2(0.0));
  const double* const first = column;
  for (column += lines; column < end; column += lines)
    for (std::size_t pair = 0; pair < lines / 2; ++pair) sum[pair] = sum[pair] + at(column, pair);
  for (std::size_t pair = 0; pair < lines / 2; ++pair)
    sum[pair] = f64x2(s.left) * at(first, pair) + f64x2(s.inner) * sum[pair] + f64x2(s.right) * at(end, pair);
  return {simd::narrow(sum[0], sum[1]), simd::narrow(sum[2], sum[3])};
}

/// What a block of lines shows at a stretch.
class Painter {
public:
  Painter(const HeatmapColumns& columns, std::span<const HeatmapLine> block) : columns_(columns) {
    for (std::size_t k = 0; k < block.size(); ++k) single_[k] = block[k].span.single() ? -1.0f : 1.0f;
    all_single_ = std::ranges::all_of(block, [](const HeatmapLine& line) { return line.span.single(); });
    any_single_ = std::ranges::any_of(block, [](const HeatmapLine& line) { return line.span.single(); });
  }

  bool all_single() const { return all_single_; }

  Values operator()(const DimensionStretch& s) const {
    if (!s.single() || !any_single_) return mean(s, columns_.means);
    const float* const entry = &columns_.entries[s.first * lines];
    const Values entries{f32x4::load_unaligned(entry), f32x4::load_unaligned(entry + 4)};
    if (all_single_) return entries;
    Values values = mean(s, columns_.means);
    for (std::size_t half = 0; half < values.size(); ++half) {
      const f32x4 single = f32x4::load_unaligned(&single_[half * f32x4::size]);
      values[half] = xsimd::select(single < f32x4(0.0f), entries[half], values[half]);
    }
    return values;
  }

private:
  const HeatmapColumns& columns_;
  std::array<float, lines> single_{}; // below 0 for a line that lies in one entry
  bool all_single_, any_single_;
};

std::array<float, lines> lanes(const Values& values) {
  std::array<float, lines> each;
  for (std::size_t half = 0; half < values.size(); ++half)
    values[half].store_unaligned(&each[half * f32x4::size]);
  return each;
}

/// Puts values over those that are there, or makes them less by these.
void put(std::span<const float> values, bool less, float* to) {
  if (!less) {
    std::ranges::copy(values, to);
    return;
  }
  for (std::size_t i = 0; i < values.size(); ++i) to[i] = values[i] - to[i];
}

void put(float value, bool less, std::span<float> to) {
  for (float& each : to) each = less ? value - each : value;
}

} // namespace

LineWalk::LineWalk(std::size_t pairs, std::size_t dimension_pixels, Scratch& scratch)
    : means(pairs, scratch), room(scratch.take<DimensionStretch>(dimension_pixels)) {}

HeatmapLines::HeatmapLines(std::size_t pairs, std::size_t columns, std::size_t dimension_pixels,
                           Scratch& scratch)
    : exact_(pairs, dimension_pixels, scratch), nearest_(pairs, dimension_pixels, scratch),
      columns_(columns, scratch), shown_(scratch.take<bool>(columns + 1)),
      aside_(scratch.take<float>(lines * dimension_pixels)) {}

void HeatmapLines::start(const HeatmapTable& table, PixelAxis positions, PixelAxis dimensions,
                         PixelRange shown) {
  table_ = table;
  positions_ = positions;
  dimension_pixels_ = shown.count;
  show(exact_, true, dimensions, shown);
  show(nearest_, false, dimensions, shown);
}

void HeatmapLines::show(LineWalk& walk, bool is_exact, PixelAxis dimensions, PixelRange shown) {
  walk.stretches = cut(walk.room, table_.layout.row, shown, [&](std::size_t pixel) {
    return is_exact ? dimensions.span(pixel) : dimensions.nearest(pixel);
  });
  walk.blends = !std::ranges::all_of(walk.stretches, &DimensionStretch::single);
  std::ranges::fill(shown_, false);
  for (const DimensionStretch& s : walk.stretches)
    std::ranges::fill(shown_.subspan(s.first, s.steps + 1), true);
  walk.means.start(table_, shown_);
}

/// Calls put(block, painter) for each block of lines.
template <class Put> void HeatmapLines::each_block(LineWalk& walk, PixelRange pixels, const Put& put) {
  const auto write = [&] {
    const std::span<const HeatmapLine> block = walk.means.lines();
    const Painter paint(columns_, block);
    walk.means.compute(table_.frequencies, walk.blends || !paint.all_single(), columns_);
    put(block, paint);
    walk.means.clear();
  };
  for (std::size_t pixel = pixels.from; pixel < pixels.from + pixels.count; ++pixel) {
    const PixelSpan span = &walk == &exact_ ? positions_.span(pixel) : positions_.nearest(pixel);
    if (walk.means.take(table_.frequencies, pixel, span)) continue;
    write();
    [[maybe_unused]] const bool taken = walk.means.take(table_.frequencies, pixel, span);
    assert(taken);
  }
  write();
}

void HeatmapLines::rows(LineWalk& walk, PixelRange pixels, bool less, std::span<float> out) {
  const std::size_t width = dimension_pixels_;
  each_block(walk, pixels, [&](std::span<const HeatmapLine> block, const Painter& paint) {
    float* to = aside_.data();
    for (const DimensionStretch& s : walk.stretches) {
      const std::array<float, lines> each = lanes(paint(s));
      if (s.pixels == 1)
        for (std::size_t k = 0; k < lines; ++k) to[k * width] = each[k];
      else
        for (std::size_t k = 0; k < lines; ++k) std::fill_n(to + k * width, s.pixels, each[k]);
      to += s.pixels;
    }
    for (std::size_t k = 0; k < block.size(); ++k)
      for (std::size_t pixel = block[k].pixel; pixel < block[k].pixel + block[k].pixels; ++pixel)
        put(aside_.subspan(k * width, width), less, &out[(pixel - pixels.from) * width]);
  });
}

void HeatmapLines::columns(LineWalk& walk, PixelRange pixels, bool less, std::span<float> out) {
  each_block(walk, pixels, [&](std::span<const HeatmapLine> block, const Painter& paint) {
    const bool is_plain =
        block.size() == lines && block.back().pixel + block.back().pixels == block[0].pixel + lines;
    float* row = out.data();
    for (const DimensionStretch& s : walk.stretches) {
      const std::array<float, lines> each = lanes(paint(s));
      for (std::size_t n = 0; n < s.pixels; ++n, row += pixels.count)
        if (is_plain)
          put(each, less, row + block[0].pixel - pixels.from);
        else
          for (std::size_t k = 0; k < block.size(); ++k)
            put(each[k], less, {row + block[k].pixel - pixels.from, block[k].pixels});
    }
  });
}

void HeatmapLines::put_rows(HeatmapMode mode, PixelRange pixels, std::span<float> out) {
  if (mode != HeatmapMode::nearest) rows(exact_, pixels, false, out);
  if (mode != HeatmapMode::exact) rows(nearest_, pixels, mode == HeatmapMode::difference, out);
}

void HeatmapLines::put_columns(HeatmapMode mode, PixelRange pixels, std::span<float> out) {
  if (mode != HeatmapMode::nearest) columns(exact_, pixels, false, out);
  if (mode != HeatmapMode::exact) columns(nearest_, pixels, mode == HeatmapMode::difference, out);
}

} // namespace posenc
