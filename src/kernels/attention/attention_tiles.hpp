/// The scores of one panel of queries and one of keys.
#pragma once

#include "kernels/arithmetic/panels.hpp"
#include "kernels/arithmetic/simd.hpp"

namespace posenc {

/// scores[r, s] = scale · Σ_i query[i, r] key[i, s] for one panel of queries and one of keys, in double: the exact product of
/// two floats fits, and a score of 10 in single precision would be off by 8 · 2^-24, and so would its weight.
inline void score_tile(const double* query, const double* key, std::size_t head_dim, double scale,
                       double* scores, std::size_t stride) {
  simd::f64x2 sum[panel_rows][2] = {{0.0, 0.0}, {0.0, 0.0}, {0.0, 0.0}, {0.0, 0.0}};
  for (std::size_t i = 0; i < head_dim; ++i, query += panel_rows, key += panel_rows) {
    const simd::f64x2 low = simd::f64x2::load_unaligned(key), high = simd::f64x2::load_unaligned(key + 2);
    for (std::size_t r = 0; r < panel_rows; ++r) {
      const simd::f64x2 q = query[r];
      sum[r][0] = sum[r][0] + q * low;
      sum[r][1] = sum[r][1] + q * high;
    }
  }
  for (std::size_t r = 0; r < panel_rows; ++r) {
    (sum[r][0] * scale).store_unaligned(scores + r * stride);
    (sum[r][1] * scale).store_unaligned(scores + r * stride + 2);
  }
}

} // namespace posenc
