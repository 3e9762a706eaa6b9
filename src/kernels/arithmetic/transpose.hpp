/// Four channels of four rows, transposed: each vector has one channel of all rows.
#pragma once

#include <array>
#include <cstddef>
#include <type_traits>

#include "kernels/arithmetic/panels.hpp"
#include "kernels/arithmetic/simd.hpp"
#include "kernels/arithmetic/unroll.hpp"

namespace posenc {

/// result[n] has rows[0 … 3][i + n]
inline std::array<simd::f32x4, 4> transposed(const float* const* rows, std::size_t i) {
  const auto row = [&](std::size_t r) { return simd::f32x4::load_unaligned(rows[r] + i); };
  const simd::f32x4 even_low = xsimd::zip_lo(row(0), row(2)), even_high = xsimd::zip_hi(row(0), row(2));
  const simd::f32x4 odd_low = xsimd::zip_lo(row(1), row(3)), odd_high = xsimd::zip_hi(row(1), row(3));
  return {xsimd::zip_lo(even_low, odd_low), xsimd::zip_hi(even_low, odd_low),
          xsimd::zip_lo(even_high, odd_high), xsimd::zip_hi(even_high, odd_high)};
}

/// Four rows as columns, (width, 4), in T.
template <class T> void pack_rows(const float* const (&rows)[panel_rows], std::size_t width, T* out) {
  std::size_t i = 0;
  if constexpr (std::is_same_v<T, float>)
    for (; i + 4 <= width; i += 4) {
      const auto columns = transposed(rows, i);
      POSENC_UNROLL
      for (std::size_t n = 0; n < 4; ++n) columns[n].store_unaligned(out + (i + n) * panel_rows);
    }
  for (; i < width; ++i)
    for (std::size_t r = 0; r < panel_rows; ++r) out[i * panel_rows + r] = static_cast<T>(rows[r][i]);
}

} // namespace posenc
