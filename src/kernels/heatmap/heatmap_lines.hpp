/// The lines of a heat map: for each position pixel, the values along the dimension pixels.
///
/// A line may become a row or a column of the picture. A block of lines is computed at a time, side by side in the lanes of
/// vectors, so that they are written as rows or as columns without being turned.
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

/// One way from entries to lines, exact or nearest.
struct LineWalk {
  LineWalk(std::size_t pairs, std::size_t dimension_pixels, Scratch& scratch);

  HeatmapMeans means;
  std::span<DimensionStretch> room;      // (dimension pixels)
  std::span<DimensionStretch> stretches; // of the dimension pixels that are shown
  bool blends = false;                   // whether any stretch shows more than one column
};

/// Pixels of one axis, `count` of them after `from` others.
struct PixelRange {
  std::size_t from, count;
};

/// It lives in the caller's scratch, with all that it needs, from one part of a picture to the next.
class HeatmapLines {
public:
  /// Only counts bytes if `scratch` is without memory.
  HeatmapLines(std::size_t pairs, std::size_t columns, std::size_t dimension_pixels, Scratch& scratch);

  /// Starts before the first position pixel, with some of the dimension pixels.
  void start(const HeatmapTable& table, PixelAxis positions, PixelAxis dimensions, PixelRange shown);

  /// Writes a row of `out` for each position pixel: continues after the rows of the last call.
  void put_rows(HeatmapMode mode, PixelRange pixels, std::span<float> out);
  /// Writes a column of `out` for each position pixel.
  void put_columns(HeatmapMode mode, PixelRange pixels, std::span<float> out);

private:
  void show(LineWalk& walk, bool is_exact, PixelAxis dimensions, PixelRange shown);
  template <class Put> void each_block(LineWalk& walk, PixelRange pixels, const Put& put);
  void rows(LineWalk& walk, PixelRange pixels, bool less, std::span<float> out);
  void columns(LineWalk& walk, PixelRange pixels, bool less, std::span<float> out);

  LineWalk exact_, nearest_;
  HeatmapColumns columns_;
  std::span<bool> shown_;  // (columns + 1)
  std::span<float> aside_; // (lines of a block, dimension pixels)
  HeatmapTable table_{};
  PixelAxis positions_{0, 1, 1};
  std::size_t dimension_pixels_ = 0;
};

} // namespace posenc
