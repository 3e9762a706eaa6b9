#include "kernels/heatmap/heatmap.hpp"

#include <cassert>
#include <new>

#include "kernels/heatmap/heatmap_lines.hpp"

namespace posenc {

namespace {

struct PixelCounts {
  std::size_t positions, dimensions;
};

PixelCounts pixel_counts(HeatmapShape shape) {
  if (shape.positions_across) return {shape.width, shape.height};
  return {shape.height, shape.width};
}

} // namespace

std::size_t heatmap_scratch(std::size_t pairs, Layout layout, HeatmapShape shape) {
  Scratch count;
  count.take<HeatmapLines>(1);
  HeatmapLines(pairs, layout.row, pixel_counts(shape).dimensions, count);
  return count.used();
}

void heatmap_values(std::span<const Frequency> frequencies, Layout layout, HeatmapView view, HeatmapMode mode,
                    HeatmapShape shape, std::span<float> out, std::span<std::byte> scratch) {
  const Columns both{frequencies.size(), frequencies.size()};
  heatmap_values({frequencies, both, layout}, view, mode, shape, 0, out, scratch);
}

void heatmap_values(const HeatmapTable& table, HeatmapView view, HeatmapMode mode, HeatmapShape shape,
                    std::size_t first_row, std::span<float> out, std::span<std::byte> scratch) {
  assert(view.position_from < view.position_to && view.dimension_from < view.dimension_to);
  if (out.empty()) return;
  const PixelCounts pixels = pixel_counts(shape);
  const PixelRange rows{first_row, out.size() / shape.width};
  assert(out.size() % shape.width == 0 && rows.from + rows.count <= shape.height);

  Scratch memory(scratch);
  HeatmapLines* const lines = memory.take<HeatmapLines>(1).data();
  if (first_row == 0)
    new (lines) HeatmapLines(table.frequencies.size(), table.layout.row, pixels.dimensions, memory);
  const PixelAxis positions(view.position_from, view.position_to, pixels.positions);
  const PixelAxis dimensions(view.dimension_from, view.dimension_to, pixels.dimensions);
  if (shape.positions_across) {
    lines->start(table, positions, dimensions, rows);
    return lines->put_columns(mode, {0, pixels.positions}, out);
  }
  if (first_row == 0) lines->start(table, positions, dimensions, {0, pixels.dimensions});
  lines->put_rows(mode, rows, out);
}

} // namespace posenc
