/// Softmax of a row that arrives block by block.
///
/// Weights are kept relative to a power of two near the largest score so far, so that a larger score later rescales
/// what was summed before without a rounding error.
///
/// Source    Milakov & Gimelshein 2018, arXiv 1805.02867; there the reference is the maximum itself
#pragma once

#include "kernels/exp.hpp"

#include <cmath>
#include <limits>

namespace posenc {

inline constexpr double minus_infinity = -std::numeric_limits<double>::infinity();

struct SoftmaxRow {
  double reference = minus_infinity; // weights are in units of 2^reference; an integer or infinite
  double sum = 0.0;                  // of the weights
};

/// What a weight relative to 2^from is worth relative to 2^to; from ≤ to.
inline double rescale(double from, double to) {
  if (from == to) return 1.0;
  if (!(from - to > -1000.0)) return 0.0; // beyond every float, and near the end of the doubles
  return std::bit_cast<double>(static_cast<std::uint64_t>(from - to + 1023.0) << 52);
}

inline double largest(const double* scores, std::size_t count) {
  simd::f64x2 low = minus_infinity, high = minus_infinity;
  for (std::size_t s = 0; s < count; s += 4) {
    low = simd::larger(low, simd::f64x2::load_unaligned(scores + s));
    high = simd::larger(high, simd::f64x2::load_unaligned(scores + s + 2));
  }
  const simd::f64x2 both = simd::larger(low, high);
  return both.get(0) < both.get(1) ? both.get(1) : both.get(0);
}

/// e^score / 2^reference for four scores, of which none is far above the reference.
inline simd::f32x4 relative_weights(simd::f64x2 low, simd::f64x2 high, double reference) {
  constexpr double log2_e = 0x1.71547652b82fep+0, ln2 = 0x1.62e42fefa39efp-1;
  constexpr double shift = 0x1.8p52; // adding it rounds to an integer, and leaves that in the low word
  const auto shifted = [&](simd::f64x2& score) {
    score = score * log2_e - reference;
    score = simd::larger(score, simd::f64x2(-200.0)); // beyond every float
    const simd::f64x2 rounded = score + shift;
    score = (score - (rounded - shift)) * ln2;
    return rounded;
  };
  const simd::f64x2 low_exponent = shifted(low), high_exponent = shifted(high);
  return times_power_of_two(exp_reduced(simd::narrow(low, high), 0.0f),
                            simd::low_words(low_exponent, high_exponent));
}

/// A score of +Inf: such keys share the weight, whatever the others score. NaN stays NaN.
inline float infinite_weight(double score) {
  if (score != score) return std::numeric_limits<float>::quiet_NaN();
  return score == -minus_infinity ? 1.0f : 0.0f;
}

/// Turns a block of scores into weights and brings the row up to date. A score of −Inf has weight +0; NaN spoils the row.
/// Count is a multiple of 4.
/// @returns the factor for whatever was summed with the weights of earlier blocks
inline double weigh(const double* scores, std::size_t count, SoftmaxRow& row, float* weights) {
  constexpr double log2_e = 0x1.71547652b82fep+0;
  const double before = row.reference;
  const double block = std::rint(largest(scores, count) * log2_e);
  if (before < block) row.reference = block;
  const double reference = row.reference == minus_infinity ? 0.0 : row.reference;
  simd::f64x2 low = 0.0, high = 0.0;
  for (std::size_t s = 0; s < count; s += 4) {
    if (reference == -minus_infinity)
      for (std::size_t i = s; i < s + 4; ++i) weights[i] = infinite_weight(scores[i]);
    else
      relative_weights(simd::f64x2::load_unaligned(scores + s), simd::f64x2::load_unaligned(scores + s + 2),
                       reference)
          .store_unaligned(weights + s);
    const simd::f32x4 weight = simd::f32x4::load_unaligned(weights + s);
    low = low + simd::widen_low(weight);
    high = high + simd::widen_high(weight);
  }
  const double factor = rescale(before, row.reference);
  const simd::f64x2 sum = low + high;
  row.sum = row.sum * factor + (sum.get(0) + sum.get(1));
  return factor;
}

} // namespace posenc
