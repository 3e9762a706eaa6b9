/// Softmax of a row that arrives block by block.
///
/// Scores come in units of ln 2, that is, times log2_e, and a weight is 2^score; they are doubles or floats. Weights are kept
/// relative to a power of two near the largest score so far, so that a larger score later rescales what was summed before without
/// rounding.
///
/// Accuracy  from scores in double, a weight is off by less than one ULP, whatever the score. From scores in float it is off by
///           2 · 2^-24 of itself, and by 2^-24 of the largest weight, because the distance to the reference is rounded
///           (tests/kernels/attention/attention_test.cpp)
/// Source    Milakov & Gimelshein 2018, arXiv 1805.02867; there the reference is the maximum itself
#pragma once

#include "kernels/arithmetic/exp.hpp"
#include "kernels/arithmetic/exp2.hpp"
#include "kernels/arithmetic/log2.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace posenc {

inline constexpr double infinity = std::numeric_limits<double>::infinity();

struct SoftmaxRow {
  double reference = -infinity; // weights are in units of 2^reference: an integer, or infinite
  double sum = 0.0;             // of the weights
};

/// The row before its first block, with a logit in its denominator that belongs to no key.
inline SoftmaxRow with_sink(double logit) {
  const double score = logit * log2_e, reference = std::rint(score);
  if (reference == -infinity) return {};
  return {reference, reference == infinity ? 1.0 : simd::f64x2(exp2(score - reference)).get(0)};
}

/// 2^(from − to), from ≤ to: the factor that makes weights relative to 2^from relative to 2^to.
inline double rescale(double from, double to) {
  if (from == to) return 1.0;             // both may be infinite
  if (!(from - to > -1023.0)) return 0.0; // beyond every float
  return simd::from_bits(static_cast<std::uint64_t>(from - to + 1023.0) << 52);
}

/// ln of the sum of all weights, in units of 1: −Inf for a row without keys, NaN as the canonical one.
inline double log_sum(const SoftmaxRow& row) {
  if (row.sum != row.sum) return std::numeric_limits<double>::quiet_NaN();
  if (row.sum == 0.0) return -infinity;
  if (row.reference == infinity) return infinity;
  // The largest weight is at least √½, so twice the sum is above 1.
  return (row.reference - 1.0) * ln_2 + ln_1p(2.0 * row.sum - 1.0);
}

inline float largest(const float* scores, std::size_t count) {
  simd::f32x4 lanes = -std::numeric_limits<float>::infinity();
  for (std::size_t s = 0; s < count; s += 4)
    lanes = simd::larger(lanes, simd::f32x4::load_unaligned(scores + s));
  return std::max(std::max(lanes.get(0), lanes.get(1)), std::max(lanes.get(2), lanes.get(3)));
}

inline double largest(const double* scores, std::size_t count) {
  simd::f64x2 low = -infinity, high = -infinity;
  for (std::size_t s = 0; s < count; s += 4) {
    low = simd::larger(low, simd::f64x2::load_unaligned(scores + s));
    high = simd::larger(high, simd::f64x2::load_unaligned(scores + s + 2));
  }
  const simd::f64x2 both = simd::larger(low, high);
  return both.get(0) < both.get(1) ? both.get(1) : both.get(0);
}

/// A score relative to a reference that is infinite or beyond the integers of a double. If it is +Inf, keys that score +Inf
/// share the weight, whatever the remaining scores are. −Inf and NaN stay.
inline double relative_score(double score, double reference) {
  if (reference < infinity) return score - reference;
  return score == infinity ? 0.0 : std::min(score, -2000.0); // below every float
}

struct WeightPair {
  simd::f64x2 low, high;
};

/// 2^(score − reference) for four scores: a float's 24 bits, with the exponent of a double. +0 for a score of −Inf.
class RelativeWeights {
public:
  /// |reference| ≤ 2^40, so that it adds to the shift exactly
  explicit RelativeWeights(double reference) : lowest_(reference - 1023.0), shift_(0x1.8p52 - reference) {}

  WeightPair operator()(const double* scores) const {
    const simd::f64x2 low = simd::larger(simd::f64x2::load_unaligned(scores), lowest_);
    const simd::f64x2 high = simd::larger(simd::f64x2::load_unaligned(scores + 2), lowest_);
    const simd::f64x2 low_shifted = low + shift_, high_shifted = high + shift_; // rounds to an integer
    const simd::f64x2 low_rest = (low - (low_shifted - shift_)) * ln_2;
    const simd::f64x2 high_rest = (high - (high_shifted - shift_)) * ln_2;
    const simd::f32x4 fraction = exp_reduced(simd::narrow(low_rest, high_rest));
    return {simd::widen_low(fraction) * power(low_shifted), simd::widen_high(fraction) * power(high_shifted)};
  }

private:
  /// 2^n for the n in the low bits of a shifted score; 0 for n = −1023.
  static simd::f64x2 power(simd::f64x2 shifted) {
    return simd::from_bits((simd::bits(shifted) + std::uint64_t{1023}) << 52);
  }

  simd::f64x2 lowest_, shift_;
};

/// Sums of squares of the weights of a block, in their unit.
struct Spread {
  double squares;     // Σ w²
  double key_squares; // Σ (w |k|)²
};

/// The sums over a block of weights, four at a time.
class WeightSums {
public:
  void add(simd::f32x4 rounded, simd::f64x2 low, simd::f64x2 high, simd::f32x4 key_norms) {
    const simd::f32x4 square = rounded * rounded;
    low_ = low_ + low;
    high_ = high_ + high;
    squares_ = squares_ + square;
    key_squares_ = key_squares_ + square * key_norms;
  }

  double total() const { return sum_of_lanes(low_ + high_); }

  Spread spread() const { return {in_double(squares_), in_double(key_squares_)}; }

private:
  static double sum_of_lanes(simd::f64x2 lanes) { return lanes.get(0) + lanes.get(1); }
  static double in_double(simd::f32x4 x) { return sum_of_lanes(simd::widen_low(x) + simd::widen_high(x)); }

  simd::f64x2 low_ = 0.0, high_ = 0.0;
  simd::f32x4 squares_ = 0.0f, key_squares_ = 0.0f;
};

/// Makes weights from a block of scores and updates the row. A score of −Inf has weight +0; NaN makes the row NaN. Count is
/// a multiple of 4. Scores may change, except that −Inf stays and no other score becomes −Inf.
///
/// @param key_norms the squares of the keys' lengths, finite
inline Spread weigh(double* scores, std::size_t count, SoftmaxRow& row, const float* key_norms,
                    float* weights) {
  const double before = row.reference;
  const double block = std::rint(largest(scores, count));
  if (before < block) row.reference = block;
  double reference = row.reference == -infinity ? 0.0 : row.reference;
  if (std::abs(reference) > 0x1p40) {
    for (std::size_t s = 0; s < count; ++s) scores[s] = relative_score(scores[s], reference);
    reference = 0.0;
  }
  const RelativeWeights relative(reference);
  WeightSums sums;
  for (std::size_t s = 0; s < count; s += 4) {
    const WeightPair weight = relative(scores + s);
    const simd::f32x4 rounded = simd::narrow(weight.low, weight.high);
    rounded.store_unaligned(weights + s);
    sums.add(rounded, weight.low, weight.high, simd::f32x4::load_unaligned(key_norms + s));
  }
  row.sum = row.sum * rescale(before, row.reference) + sums.total();
  return sums.spread();
}

/// 2^(score − reference) for four scores in float; 0 below 2^-125, and for a score of −Inf.
class FloatWeights {
public:
  explicit FloatWeights(float reference) : reference_(reference) {}

  simd::f32x4 operator()(simd::f32x4 score) {
    constexpr float lowest = -125.0f, shift = 0x1.8p23f; // adding shift rounds to an integer
    const simd::f32x4 difference = score - reference_;
    const simd::f32x4 kept = simd::larger(difference, lowest);
    poison_ = poison_ + kept;
    const simd::f32x4 shifted = kept + shift;
    const simd::f32x4 fraction = exp_reduced((kept - (shifted - shift)) * static_cast<float>(ln_2));
    const auto weight = simd::bits(fraction) + (simd::bits(shifted) << 23); // the low bits are the integer
    return xsimd::select(difference < lowest, simd::f32x4(0.0f), xsimd::bitwise_cast<float>(weight));
  }

  /// Whether a score was NaN, whose weight may be anything.
  bool met_nan() const { return !xsimd::all(poison_ == poison_); }

private:
  simd::f32x4 reference_, poison_ = 0.0f;
};

/// weigh() for scores in float. NaN if a score is NaN, or the largest beyond ±2^20: such a row needs scores in double.
inline Spread weigh(const float* scores, std::size_t count, SoftmaxRow& row, const float* key_norms,
                    float* weights) {
  constexpr double most = 0x1p20, nan = std::numeric_limits<double>::quiet_NaN();
  const double before = row.reference;
  const double block = std::rint(static_cast<double>(largest(scores, count)));
  if (before < block) row.reference = block;
  const double reference = row.reference == -infinity ? 0.0 : row.reference;
  if (std::abs(reference) > most) return {nan, nan};
  FloatWeights relative(static_cast<float>(reference));
  WeightSums sums;
  for (std::size_t s = 0; s < count; s += 4) {
    const simd::f32x4 weight = relative(simd::f32x4::load_unaligned(scores + s));
    weight.store_unaligned(weights + s);
    sums.add(weight, simd::widen_low(weight), simd::widen_high(weight),
             simd::f32x4::load_unaligned(key_norms + s));
  }
  if (relative.met_nan()) return {nan, nan};
  row.sum = row.sum * rescale(before, row.reference) + sums.total();
  return sums.spread();
}

} // namespace posenc
