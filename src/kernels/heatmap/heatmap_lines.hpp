/// The lines of a heat map: for each position pixel, the values along the dimension pixels.
///
/// A line may become a row or a column of the picture; heatmap.cpp puts it there.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "kernels/heatmap/heatmap.hpp"
#include "kernels/heatmap/heatmap_axis.hpp"
#include "kernels/heatmap/heatmap_means.hpp"
#include "kernels/heatmap/heatmap_scratch.hpp"

namespace posenc {

/// Neighbouring dimension pixels with equal columns and weights.
struct DimensionStretch {
  std::uint32_t pixels, first, steps;
  double left, inner, right;

  bool single() const { return left == 1; }
};

/// One way from entries to lines, exact or nearest, and its current line.
struct LineWalk {
  LineWalk(std::size_t pairs, std::size_t dimension_pixels, Scratch& scratch);

  HeatmapMeans means;
  std::span<DimensionStretch> stretches; // (dimension pixels) at most
  bool blends = false;                   // whether any stretch shows more than one column
  std::span<float> line;                 // (dimension pixels)
  PixelSpan shown{};                     // the position pixel of `line`
};

/// Everything that lives in the caller's scratch.
struct HeatmapArrays {
  HeatmapArrays(std::size_t pairs, std::size_t columns, std::size_t dimension_pixels, Scratch& scratch);

  LineWalk exact, nearest;
  std::span<double> sines, cosines; // (lanes of the pairs) means over the position pixel
  std::span<double> means;  // (columns + 1) these means in the order of the table; one past its end is 0
  std::span<float> entries; // (columns) the row of the table, if the position pixel lies in one entry
};

class HeatmapLines {
public:
  HeatmapLines(const HeatmapTable& table, PixelAxis positions, PixelAxis dimensions, HeatmapMode mode,
               HeatmapArrays& arrays);

  /// Writes one line. Fast when the pixels come in order.
  void write(std::size_t pixel, std::span<float> out);

private:
  std::span<const float> line(LineWalk& walk, const PixelSpan& span);
  void put_means();
  void put_entries(double position);

  HeatmapTable table_;
  PixelAxis positions_;
  HeatmapMode mode_;
  HeatmapArrays& arrays_;
};

} // namespace posenc
