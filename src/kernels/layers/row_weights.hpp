/// The weights of a softmax before they are divided by their sum: e^(x − m), where m is the largest entry of the row.
#pragma once

#include <algorithm>
#include <limits>

#include "kernels/arithmetic/exp.hpp"
#include "kernels/arithmetic/lanes.hpp"
#include "kernels/arithmetic/rounding.hpp"

namespace posenc {

/// The largest entry of a row. NaN is never the larger; without entries, −Inf.
inline float largest_of_row(const float* x, std::size_t columns) {
  constexpr float infinity = std::numeric_limits<float>::infinity();
  simd::f32x4 largest = -infinity, other = -infinity; // two, as one would wait for itself
  const std::size_t whole = columns / 8 * 8;
  for (std::size_t c = 0; c < whole; c += 8) {
    largest = simd::larger(largest, simd::f32x4::load_unaligned(x + c));
    other = simd::larger(other, simd::f32x4::load_unaligned(x + c + 4));
  }
  largest = simd::larger(largest, other);
  for_lanes(columns - whole, [&](std::size_t c, std::size_t n) {
    largest = simd::larger(largest, load_lanes(x + whole + c, n, -infinity));
  });
  float result = -infinity;
  for (std::size_t lane = 0; lane < simd::f32x4::size; ++lane) result = std::max(result, largest.get(lane));
  return result;
}

/// Four weights at a time.
class RowWeights {
public:
  explicit RowWeights(float maximum)
      : maximum_(maximum), finite_(maximum < infinity && maximum > -infinity) {}

  /// If the maximum is infinite: 1 for +Inf, NaN for NaN, 0 otherwise.
  simd::f32x4 operator()(simd::f32x4 x) const {
    if (finite_) return of_difference(x);
    const simd::f32x4 weight = xsimd::select(x == infinity, simd::f32x4(1.0f), simd::f32x4(0.0f));
    return xsimd::select(x == x, weight, x);
  }

private:
  static constexpr float infinity = std::numeric_limits<float>::infinity();

  /// The difference is exact, as the sum of a float and a tail.
  simd::f32x4 of_difference(simd::f32x4 x) const {
    const auto [difference, tail] = two_sum<simd::f32x4>(-maximum_, x);
    return exp(difference, xsimd::select(difference < -105.0f, simd::f32x4(0.0f), tail)); // −Inf has no tail
  }

  simd::f32x4 maximum_;
  bool finite_;
};

/// Four weights at a time, faster, for a row whose largest entry is moderate. They are 2^80 times as large, about, so that all are
/// normal floats and only the last factor rounds to subnormals.
///
///   weight = 2^(n − m + 80) e^r      n = round(x log2 e)      m = round(maximum log2 e)      r = x − n ln 2
///
/// Accuracy  <= 1.7 · 2^-24 relative: n has at most 9 bits, so x − n · ln2_high is exact; r <= 0.35 errs by 2^-26, and the sums of
///           exp_reduced() by 2^-26 and 2^-24. Entries below maximum − 120 count as that, which rounds to 0 after the division
class ModerateWeights {
public:
  /// The largest maximum, up and down: n stays below 2^9.
  static constexpr float most = 200.0f;

  explicit ModerateWeights(float maximum)
      : lowest_(maximum - 120.0f), offset_(shift + 80.0f - ((maximum * log2_of_e + shift) - shift)) {}

  simd::f32x4 operator()(simd::f32x4 x) {
    x = simd::larger(x, lowest_);
    const simd::f32x4 n = (x * log2_of_e + shift) - shift;
    const simd::f32x4 r = (x - n * ln2_high) - n * ln2_low;
    poison_ = poison_ + r;
    const auto exponent = xsimd::bitwise_cast<std::int32_t>(n + offset_)
                          << 23; // the low bits are the integer
    return xsimd::bitwise_cast<float>(xsimd::bitwise_cast<std::int32_t>(exp_reduced(r)) + exponent);
  }

  /// Whether an entry was NaN, whose weight may be anything.
  bool met_nan() const { return !xsimd::all(poison_ == poison_); }

private:
  static constexpr float log2_of_e = 0x1.715476p+0f;
  static constexpr float ln2_high = 0x1.62e4p-1f, ln2_low = 0x1.7f7d1cp-20f; // 15 bits, and the rest
  static constexpr float shift = 0x1.8p23f;                                  // adding it rounds to an integer

  simd::f32x4 lowest_, offset_, poison_ = 0.0f;
};

/// A sum of floats in double.
class SumOfLanes {
public:
  void add(simd::f32x4 x) {
    low_ = low_ + simd::widen_low(x);
    high_ = high_ + simd::widen_high(x);
  }

  double total() const {
    const simd::f64x2 pairs = low_ + high_;
    return pairs.get(0) + pairs.get(1);
  }

private:
  simd::f64x2 low_ = 0.0, high_ = 0.0;
};

} // namespace posenc
