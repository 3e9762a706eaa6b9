/// The exact mean of every sine and cosine over runs of positions, in closed form, for a block of lines at a time.
///
///   mean  = left·sin α + inner·Σ_{t=1}^{s−1} sin(α + ωt) + right·sin(α + ωs)      α = ω·first, s = steps
///   Σ     = A·sin α + B·cos α,   A + iB = Σ_{t=1}^{s−1} e^{iωt} = sin((s−1)ω/2) / sin(ω/2) · e^{iωs/2}
///
/// and likewise for cos. One rotation by ωs gives the last term, with which the next pixel starts. The
/// pixels of a view have two values of s at most (⌊S⌋ and ⌊S⌋ + 1, for S entries in each pixel), so A, B and the
/// rotation are computed twice for a view; then a pixel costs 24 multiplications and additions for each pair.
///
/// A pair stays in registers for all lines of a block, and only pairs with a column under the picture are computed.
///
/// Accuracy  2^-41 absolute. A rotation errs by 2^-50: factors accurate to 2^-51, three roundings of 2^-53, on both axes;
///           and the walk starts afresh every 256 pixels
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

#include "kernels/heatmap/heatmap.hpp"
#include "kernels/heatmap/heatmap_axis.hpp"
#include "kernels/heatmap/heatmap_scratch.hpp"
#include "kernels/table/sine.hpp"

namespace posenc {

/// The means of each column for the lines of a block: two doubles side by side belong to two lines.
struct HeatmapColumns {
  static constexpr std::size_t lines = 8;

  HeatmapColumns(std::size_t columns, Scratch& scratch);

  std::span<double>
      means; // (columns + 2, lines): one past the table's end is 0, and one takes what nobody reads
  std::span<float> entries; // (columns + 2, lines): the rows of the table, for lines that lie in one entry
};

/// Neighbouring pixels of the position axis that show the same entry, or one pixel on its own.
struct HeatmapLine {
  /// The effect of a step of `steps` positions on each pair.
  struct Step {
    double steps;
    std::span<double> step_cosine, step_sine; // e^{iωs}
    std::span<double> sum_cosine, sum_sine;   // A, B
  };

  std::size_t pixel, pixels; // the first, and how many
  PixelSpan span;
  const Step* by; // to the next line; none if it shows the same entry
};

class HeatmapMeans {
public:
  static constexpr double error = 0x1p-41;

  HeatmapMeans(std::size_t pairs, Scratch& scratch);

  /// Starts before the first pixel, with the pairs that have a column in `shown` (columns).
  void start(const HeatmapTable& table, std::span<const bool> shown);

  /// Takes the pixel as a line of the block, or to its last line. False if the block is full: call compute() first.
  bool take(std::span<const Frequency> frequencies, std::size_t pixel, const PixelSpan& span);

  std::span<const HeatmapLine> lines() const { return std::span(lines_).first(count_); }

  /// Computes the lines, and empties the block for the next ones: `lines` of before stay as they are until then.
  void compute(std::span<const Frequency> frequencies, bool with_means, HeatmapColumns& out);

  void clear() { count_ = 0; }

private:
  using Step = HeatmapLine::Step;
  /// Two pairs side by side, and the offsets of their columns. An odd one out stands twice.
  struct Group {
    std::uint32_t pair[2], sine[2], cosine[2];
    bool shows_sine, shows_cosine; // of any of the two
  };

  void place(std::span<const Frequency> frequencies, double first);
  const Step* step(std::span<const Frequency> frequencies, double steps);
  bool is_used(const Step& step) const;
  SineCosine<simd::f64x2> means(std::size_t g, SineCosine<simd::f64x2> first, HeatmapColumns& out) const;
  SineCosine<simd::f64x2> entries(std::span<const Frequency> frequencies, std::size_t g,
                                  SineCosine<simd::f64x2> first, bool with_means, HeatmapColumns& out) const;

  std::span<Group> groups_;
  std::size_t shown_ = 0;           // groups
  std::span<double> sine_, cosine_; // of the last entry of the last pixel
  double entry_ = 0;
  std::size_t pixels_until_placed_ = 0;
  Step steps_[2]; // s and s + 1 differ in parity, which tells them apart
  std::array<HeatmapLine, HeatmapColumns::lines> lines_{};
  std::size_t count_ = 0;
};

} // namespace posenc
