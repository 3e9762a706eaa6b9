/// The inner product of two vectors of floats or of doubles, in double.
///
/// Accuracy  <= n · 2^-53 · Σ|a b|: products of floats are exact, sums run in a fixed order of four lanes
#pragma once

#include <span>

#include "kernels/arithmetic/lanes.hpp"

namespace posenc {

/// Four doubles from x, or four floats as doubles.
inline FourTerms four_doubles(const double* x) {
  return {simd::f64x2::load_unaligned(x), simd::f64x2::load_unaligned(x + 2)};
}
inline FourTerms four_doubles(const float* x) {
  const auto four = simd::f32x4::load_unaligned(x);
  return {simd::widen_low(four), simd::widen_high(four)};
}

template <class Real> double dot(const Real* a, const Real* b, std::size_t count) {
  const auto products = [&](std::size_t i) {
    const FourTerms x = four_doubles(a + i), y = four_doubles(b + i);
    return FourTerms{x.low * y.low, x.high * y.high};
  };
  return sum_of(count, products, [&](std::size_t i) { return double{a[i]} * double{b[i]}; });
}

inline double dot(std::span<const float> a, std::span<const float> b) {
  return dot(a.data(), b.data(), a.size());
}
inline double dot(std::span<const double> a, std::span<const double> b) {
  return dot(a.data(), b.data(), a.size());
}

} // namespace posenc
