/// Fills a run of relative positions with a function of the distance.
///
///   out[n] = f(|first_relative + n|), rounded to float with the canonical NaN
///
/// Requires  integers up to 2^53 in size; f maps two distances, as doubles, to two values
#pragma once

#include <cstddef>
#include <span>

#include "kernels/arithmetic/canonical.hpp"
#include "kernels/arithmetic/lanes.hpp"

namespace posenc {

template <class F> void fill_by_distance(double first_relative, std::span<float> out, const F& f) {
  const simd::f64x2 first = first_relative;
  simd::f64x2 low{0.0, 1.0}, high{2.0, 3.0};
  for_lanes(out.size(), [&](std::size_t i, std::size_t n) {
    store_lanes(canonical(simd::narrow(f(xsimd::abs(first + low)), f(xsimd::abs(first + high)))), &out[i], n);
    low = low + 4.0, high = high + 4.0;
  });
}

} // namespace posenc
