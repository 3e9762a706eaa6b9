/// A block of 4 × 8 entries of a product whose left factor may be read along rows or columns.
///
///   out[r,c] = Σ_k left[r · row + k · inner] right[k · stride + c]        k = from … to − 1
///
/// Accuracy  a sum in float in the order of k: <= n · 2^-24 · Σ|products| for n terms
#pragma once

#include <cstddef>

#include "kernels/arithmetic/simd.hpp"
#include "kernels/arithmetic/unroll.hpp"

namespace posenc {

inline constexpr std::size_t strided_rows = 4, strided_columns = 8;

constexpr std::size_t padded(std::size_t count) {
  return (count + strided_columns - 1) / strided_columns * strided_columns;
}

/// A matrix whose entry (m, k) is at data[m · row + k · inner].
struct Strided {
  const float* data;
  std::size_t row, inner;
};

/// Rows of whole vectors of eight.
struct Padded {
  const float* data;
  std::size_t stride;
};

struct Terms {
  std::size_t from, to;
};

/// A function of its own, as product_tile.hpp says why.
[[gnu::noinline]] inline void strided_tile(const Strided& left, const Padded& right, Terms terms, float* out,
                                           std::size_t out_stride) {
  using simd::f32x4;
  f32x4 sum[strided_rows][2] = {{0.0f, 0.0f}, {0.0f, 0.0f}, {0.0f, 0.0f}, {0.0f, 0.0f}};
  for (std::size_t k = terms.from; k < terms.to; ++k) {
    const float* row = right.data + k * right.stride;
    const f32x4 low = f32x4::load_unaligned(row), high = f32x4::load_unaligned(row + 4);
    POSENC_UNROLL
    for (std::size_t r = 0; r < strided_rows; ++r) {
      const f32x4 x = left.data[r * left.row + k * left.inner];
      sum[r][0] = simd::multiply_add(x, low, sum[r][0]);
      sum[r][1] = simd::multiply_add(x, high, sum[r][1]);
    }
  }
  POSENC_UNROLL
  for (std::size_t r = 0; r < strided_rows; ++r) {
    sum[r][0].store_unaligned(out + r * out_stride);
    sum[r][1].store_unaligned(out + r * out_stride + 4);
  }
}

} // namespace posenc
