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
  simd::f32x4 largest = -infinity;
  for_lanes(columns, [&](std::size_t c, std::size_t n) {
    largest = simd::larger(largest, load_lanes(x + c, n, -infinity));
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

  /// If the maximum is infinite: 1 for +Inf, NaN for NaN, 0 for the others.
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
