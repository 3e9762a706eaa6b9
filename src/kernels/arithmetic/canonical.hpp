/// Final rounding to float, with NaN replaced by the canonical quiet NaN: engines differ in the bits of others.
#pragma once

#include <limits>

#include "kernels/arithmetic/simd.hpp"

namespace posenc {

/// The float nearest to x.
inline float canonical(double x) {
  return x == x ? static_cast<float>(x) : std::numeric_limits<float>::quiet_NaN();
}

inline simd::f32x4 canonical(simd::f32x4 x) {
  return xsimd::select(x == x, x, simd::f32x4(std::numeric_limits<float>::quiet_NaN()));
}

} // namespace posenc
