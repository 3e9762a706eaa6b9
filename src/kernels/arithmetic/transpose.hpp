/// Four channels of four rows, transposed: each vector has one channel of all rows.
#pragma once

#include <array>
#include <cstddef>

#include "kernels/arithmetic/simd.hpp"

namespace posenc {

/// result[n] has rows[0 … 3][i + n]
inline std::array<simd::f32x4, 4> transposed(const float* const* rows, std::size_t i) {
  const auto row = [&](std::size_t r) { return simd::f32x4::load_unaligned(rows[r] + i); };
  const simd::f32x4 even_low = xsimd::zip_lo(row(0), row(2)), even_high = xsimd::zip_hi(row(0), row(2));
  const simd::f32x4 odd_low = xsimd::zip_lo(row(1), row(3)), odd_high = xsimd::zip_hi(row(1), row(3));
  return {xsimd::zip_lo(even_low, odd_low), xsimd::zip_hi(even_low, odd_low),
          xsimd::zip_lo(even_high, odd_high), xsimd::zip_hi(even_high, odd_high)};
}

} // namespace posenc
