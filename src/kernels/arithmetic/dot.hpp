/// The inner product of two vectors of floats or of doubles, in double.
///
/// Accuracy  <= n · 2^-53 · Σ|a b|: products of floats are exact, sums run in a fixed order of four lanes
#pragma once

#include <cstddef>
#include <span>

#include "kernels/arithmetic/simd.hpp"

namespace posenc {

inline double dot(std::span<const float> a, std::span<const float> b) {
  simd::f64x2 low = 0.0, high = 0.0;
  const std::size_t bulk = a.size() / 4 * 4;
  for (std::size_t c = 0; c < bulk; c += 4) {
    const auto x = simd::f32x4::load_unaligned(a.data() + c), y = simd::f32x4::load_unaligned(b.data() + c);
    low = low + simd::widen_low(x) * simd::widen_low(y);
    high = high + simd::widen_high(x) * simd::widen_high(y);
  }
  const simd::f64x2 lanes = low + high;
  double sum = lanes.get(0) + lanes.get(1);
  for (std::size_t c = bulk; c < a.size(); ++c) sum += static_cast<double>(a[c]) * static_cast<double>(b[c]);
  return sum;
}

inline double dot(std::span<const double> a, std::span<const double> b) {
  constexpr std::size_t lanes = simd::f64x2::size;
  const auto product = [&](std::size_t c) {
    return simd::f64x2::load_unaligned(a.data() + c) * simd::f64x2::load_unaligned(b.data() + c);
  };
  simd::f64x2 low = 0.0, high = 0.0;
  const std::size_t bulk = a.size() / (2 * lanes) * (2 * lanes);
  for (std::size_t c = 0; c < bulk; c += 2 * lanes) {
    low = low + product(c);
    high = high + product(c + lanes);
  }
  const simd::f64x2 sums = low + high;
  double sum = sums.get(0) + sums.get(1);
  for (std::size_t c = bulk; c < a.size(); ++c) sum += a[c] * b[c];
  return sum;
}

} // namespace posenc
