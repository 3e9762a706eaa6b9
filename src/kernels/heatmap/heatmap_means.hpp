/// The exact mean of every sine and cosine over a run of positions, in closed form, from pixel to pixel.
///
///   mean  = left·sin α + inner·Σ_{t=1}^{s−1} sin(α + ωt) + right·sin(α + ωs)      α = ω·first, s = steps
///   Σ     = A·sin α + B·cos α,   A + iB = Σ_{t=1}^{s−1} e^{iωt} = sin((s−1)ω/2) / sin(ω/2) · e^{iωs/2}
///
/// and likewise for cos. One rotation by ωs gives the last term, with which the next pixel starts. The
/// pixels of a view have two values of s at most (⌊S⌋ and ⌊S⌋ + 1, for S entries in each pixel), so A, B and the
/// rotation are computed twice for a view; then a pixel costs 24 multiplications and additions for each pair.
///
/// Accuracy  2^-41 absolute. A rotation errs by 2^-50: factors accurate to 2^-51, three roundings of 2^-53, on both axes;
///           and the walk starts afresh every 256 pixels
#pragma once

#include <cstddef>
#include <span>

#include "kernels/heatmap/heatmap_axis.hpp"
#include "kernels/heatmap/heatmap_scratch.hpp"
#include "kernels/table/frequencies.hpp"

namespace posenc {

class HeatmapMeans {
public:
  static constexpr double error = 0x1p-41;

  /// Pairs fill whole vectors: their number rounded up. An odd lane's mean is 0 and means nothing.
  static std::size_t lanes(std::size_t pairs);

  HeatmapMeans(std::size_t pairs, Scratch& scratch);

  /// The means over one pixel. Fast if the pixel starts in the entry with which the last one ended.
  /// Shapes    frequencies (pairs); sines, cosines (lanes) f64
  void row(std::span<const Frequency> frequencies, const PixelSpan& pixel, std::span<double> sines,
           std::span<double> cosines);

private:
  /// The effect of a step of `steps` positions on each pair.
  struct Step {
    double steps;
    std::span<double> step_cosine, step_sine; // e^{iωs}
    std::span<double> sum_cosine, sum_sine;   // A, B
  };

  void place(std::span<const Frequency> frequencies, double first);
  const Step& step(std::span<const Frequency> frequencies, double steps);

  std::span<double> sine_, cosine_; // of the last entry of the last pixel
  double entry_ = 0;
  std::size_t pixels_until_placed_ = 0;
  Step steps_[2]; // s and s + 1 differ in parity, which tells them apart
};

} // namespace posenc
