/// Fills a run of relative positions with a function of the distance.
///
///   out[n] = f(|first_relative + n|), rounded to float; NaN as the one that every engine writes alike
///
/// Requires  integers up to 2^53 in size; f maps two distances, as doubles, to two values
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <span>

#include "kernels/arithmetic/canonical.hpp"
#include "kernels/arithmetic/simd.hpp"

namespace posenc {

template <class F> void fill_by_distance(double first_relative, std::span<float> out, const F& f) {
  constexpr std::size_t lanes = simd::f32x4::size;
  const simd::f64x2 first = first_relative;
  simd::f64x2 low{0.0, 1.0}, high{2.0, 3.0};
  for (std::size_t n = 0; n < out.size(); n += lanes, low = low + lanes, high = high + lanes) {
    const simd::f32x4 values = simd::narrow(f(xsimd::abs(first + low)), f(xsimd::abs(first + high)));
    std::array<float, lanes> four;
    canonical(values).store_unaligned(four.data());
    std::copy_n(four.data(), std::min(lanes, out.size() - n), out.data() + n);
  }
}

} // namespace posenc
