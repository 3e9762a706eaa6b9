/// Arrays as vectors of four floats or two doubles; the last vector may be filled only in part.
#pragma once

#include <cstddef>
#include <iterator>

#include "kernels/arithmetic/simd.hpp"

namespace posenc {

/// Calls f(i, n) for each vector: its first index, and the number of its lanes in the array, `lanes` except for the last.
/// One loop for all vectors: a second call for the last one would double the code of f.
template <std::size_t lanes = simd::f32x4::size, class F> void for_lanes(std::size_t count, const F& f) {
  for (std::size_t i = 0; i < count; i += lanes) f(i, count - i < lanes ? count - i : lanes);
}

/// The same, with a loop of whole vectors by itself: faster where f is short.
template <std::size_t lanes = simd::f32x4::size, class F>
void for_whole_lanes(std::size_t count, const F& f) {
  const std::size_t whole = count / lanes * lanes;
  for (std::size_t i = 0; i < whole; i += lanes) f(i, lanes);
  if (whole < count) f(whole, count - whole);
}

/// The first n numbers from x, n below the lanes of a vector, and `filler` in the remaining ones.
template <class Real>
[[gnu::noinline]] xsimd::batch<Real, simd::Arch> load_some(const Real* x, std::size_t n, Real filler) {
  Real values[xsimd::batch<Real, simd::Arch>::size];
  for (std::size_t lane = 0; lane < std::size(values); ++lane) values[lane] = lane < n ? x[lane] : filler;
  return xsimd::batch<Real, simd::Arch>::load_unaligned(values);
}

template <class Real>
[[gnu::noinline]] void store_some(xsimd::batch<Real, simd::Arch> x, Real* out, std::size_t n) {
  Real values[x.size];
  x.store_unaligned(values);
  for (std::size_t lane = 0; lane < n; ++lane) out[lane] = values[lane];
}

/// The first n numbers from x, and `filler` in the remaining lanes.
template <class Real>
[[gnu::always_inline]] inline xsimd::batch<Real, simd::Arch> load_lanes(const Real* x, std::size_t n,
                                                                        Real filler = 0) {
  using Vector = xsimd::batch<Real, simd::Arch>;
  return n >= Vector::size ? Vector::load_unaligned(x) : load_some(x, n, filler);
}

/// Stores the first n lanes.
template <class Real>
[[gnu::always_inline]] inline void store_lanes(xsimd::batch<Real, simd::Arch> x, Real* out, std::size_t n) {
  if (n >= x.size) return x.store_unaligned(out);
  store_some(x, out, n);
}

/// Two vectors of doubles: the terms of four indices.
struct FourTerms {
  simd::f64x2 low, high;
};

/// Σ of the terms 0 … count − 1 in a fixed order: four(i) returns the terms i … i + 3, and one(i) one of the last terms.
template <class Four, class One> double sum_of(std::size_t count, const Four& four, const One& one) {
  simd::f64x2 low = 0.0, high = 0.0;
  std::size_t i = 0;
  for (; i + 4 <= count; i += 4) {
    const FourTerms terms = four(i);
    low = low + terms.low;
    high = high + terms.high;
  }
  const simd::f64x2 lanes = low + high;
  double sum = lanes.get(0) + lanes.get(1);
  for (; i < count; ++i) sum += one(i);
  return sum;
}

} // namespace posenc
