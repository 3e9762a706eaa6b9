/// Schedules of frequencies: the turns of each pair of channels per position.
///
///   f[i] = base^(−i · numerator / denominator) / 2π          i = 0 … pairs − 1
///
/// Each frequency is held as 256-bit fixed point, from which later schedules start (scaling by a factor,
/// blends), and split into three doubles for the fast path:
///
///   value = hi + mid + lo        hi on the grid 2^-29, mid on the grid 2^-58, all >= 0
///
/// so that position · hi and position · mid are exact in double for integer positions below 2^24.
///
/// Shapes    out (pairs)
/// Units     turns per position; radians() in radians per position
/// Requires  base in [2^-30, ∞), denominator > 0, i · numerator / denominator <= 1 if base < 1
/// Accuracy  |value − f| <= 2^-200 for base >= 1; lo is off by at most 2^-112. base >= 1 gives f <= 1/2π
///           (tests/kernels/table/frequencies_test.cpp)
/// Source    Vaswani et al. 2017, arXiv 1706.03762, section 3.5: numerator 2, denominator d_model. Division by
///           pairs − 1 (tensor2tensor, fairseq) is numerator 1, denominator pairs − 1
#pragma once

#include <cstdint>
#include <span>

#include "kernels/arithmetic/fixed_functions.hpp"

namespace posenc {

struct Frequency {
  double hi, mid, lo;
  Fixed value;
};

/// Splits a frequency for the fast path.
Frequency frequency(const Fixed& turns_per_position);

void geometric_frequencies(std::span<Frequency> out, double base, std::uint32_t numerator,
                           std::uint32_t denominator);

/// Geometric frequencies from ln base, for bases that are not doubles.
void geometric_frequencies(std::span<Frequency> out, const Signed& log_base, std::uint32_t numerator,
                           std::uint32_t denominator);

/// Radians per position, the double nearest to 2π · value.
double radians(const Frequency&);
void radians(std::span<const Frequency> frequencies, std::span<double> out);

} // namespace posenc
