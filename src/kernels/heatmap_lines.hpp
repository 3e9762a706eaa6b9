/// The lines of a heat map: for each position pixel, the values along the dimension pixels.
///
/// A line is the same whether it becomes a row or a column of the picture; heatmap.cpp lays it down.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

#include "kernels/heatmap.hpp"
#include "kernels/heatmap_axis.hpp"
#include "kernels/heatmap_means.hpp"
#include "kernels/heatmap_scratch.hpp"

namespace posenc {

/// Neighbouring dimension pixels that show the same columns with the same weights.
struct DimensionStretch {
  std::uint32_t pixels, first, steps;
  double left, inner, right;
};

/// Everything that lives in the caller's scratch.
struct HeatmapArrays {
  static constexpr std::size_t block = 32; // position pixels whose entries are fetched from the table at once

  HeatmapArrays(std::size_t pairs, std::size_t columns, std::size_t dimension_pixels, Scratch& scratch);

  HeatmapMeans pair_means;
  std::span<double> sines, cosines;           // (pairs, rounded up to even) means over the pixel at hand
  std::span<double> means;                    // (columns + 1) the same by column; beyond the table 0
  std::span<float> entries;                   // (block, columns) rows of the table
  std::span<DimensionStretch> exact, nearest; // (dimension pixels) at most
  std::span<float> exact_line;                // (dimension pixels) what a difference subtracts
};

class HeatmapLines {
public:
  HeatmapLines(std::span<const Frequency> frequencies, Layout layout, PixelAxis positions,
               PixelAxis dimensions, HeatmapMode mode, HeatmapArrays& arrays);

  /// Fetches the entries that the lines of pixels begin … end − 1 show. Requires end − begin <= block.
  void fetch(std::size_t begin, std::size_t end);

  /// Whether a pixel's line is that of the pixel before.
  bool repeats(std::size_t pixel) const;

  /// Writes the line of a fetched pixel.
  void write(std::size_t pixel, std::span<float> line);

private:
  PixelSpan position_span(std::size_t pixel) const;
  void write_exact(std::size_t pixel, std::span<float> line);
  void write_nearest(std::size_t pixel, std::span<float> line) const;
  std::span<const float> entries(std::size_t pixel) const;

  std::span<const Frequency> frequencies_;
  Layout layout_;
  HeatmapMode mode_;
  PixelAxis positions_;
  HeatmapArrays& arrays_;
  std::span<const DimensionStretch> exact_, nearest_;
  std::size_t first_fetched_ = 0;
  std::array<std::size_t, HeatmapArrays::block> entry_row_{}; // of entries, for each fetched pixel
};

} // namespace posenc
