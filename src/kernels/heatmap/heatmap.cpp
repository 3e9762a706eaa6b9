#include "kernels/heatmap/heatmap.hpp"

#include <algorithm>
#include <cassert>

#include "kernels/heatmap/heatmap_lines.hpp"

namespace posenc {

namespace {

/// Number of lines that are written together as columns: two cache lines in each row of `out`.
constexpr std::size_t block = 32;

struct PixelCounts {
  std::size_t positions, dimensions;
};

PixelCounts pixel_counts(HeatmapShape shape) {
  if (shape.positions_across) return {shape.width, shape.height};
  return {shape.height, shape.width};
}

/// Writes lines as rows of the picture.
void lay_down(HeatmapLines& lines, PixelCounts pixels, std::span<float> out) {
  for (std::size_t pixel = 0; pixel < pixels.positions; ++pixel)
    lines.write(pixel, out.subspan(pixel * pixels.dimensions, pixels.dimensions));
}

/// Writes lines as columns of the picture: a block of them goes to scratch first, and is then transposed into whole cache
/// lines.
void lay_across(HeatmapLines& lines, PixelCounts pixels, std::span<float> aside, std::span<float> out) {
  for (std::size_t begin = 0; begin < pixels.positions; begin += block) {
    const std::size_t end = std::min(begin + block, pixels.positions);
    for (std::size_t pixel = begin; pixel < end; ++pixel)
      lines.write(pixel, aside.subspan((pixel - begin) * pixels.dimensions, pixels.dimensions));
    for (std::size_t row = 0; row < pixels.dimensions; ++row)
      for (std::size_t pixel = begin; pixel < end; ++pixel)
        out[row * pixels.positions + pixel] = aside[(pixel - begin) * pixels.dimensions + row];
  }
}

} // namespace

std::size_t heatmap_scratch(std::size_t pairs, Layout layout, HeatmapShape shape) {
  Scratch count;
  const std::size_t dimension_pixels = pixel_counts(shape).dimensions;
  HeatmapArrays(pairs, layout.row, dimension_pixels, count);
  count.take<float>(shape.positions_across ? block * dimension_pixels : 0);
  return count.used();
}

void heatmap_values(std::span<const Frequency> frequencies, Layout layout, HeatmapView view, HeatmapMode mode,
                    HeatmapShape shape, std::span<float> out, std::span<std::byte> scratch) {
  const Columns both{frequencies.size(), frequencies.size()};
  heatmap_values({frequencies, both, layout}, view, mode, shape, out, scratch);
}

void heatmap_values(const HeatmapTable& table, HeatmapView view, HeatmapMode mode, HeatmapShape shape,
                    std::span<float> out, std::span<std::byte> scratch) {
  const PixelCounts pixels = pixel_counts(shape);
  assert(out.size() == shape.width * shape.height);
  assert(view.position_from < view.position_to && view.dimension_from < view.dimension_to);
  if (out.empty()) return;

  Scratch memory(scratch);
  HeatmapArrays arrays(table.frequencies.size(), table.layout.row, pixels.dimensions, memory);
  HeatmapLines lines(table, {view.position_from, view.position_to, pixels.positions},
                     {view.dimension_from, view.dimension_to, pixels.dimensions}, mode, arrays);
  if (!shape.positions_across) return lay_down(lines, pixels, out);
  lay_across(lines, pixels, memory.take<float>(block * pixels.dimensions), out);
}

} // namespace posenc
