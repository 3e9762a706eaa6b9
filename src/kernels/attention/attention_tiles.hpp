/// The two products of attention, register by register: 4 rows × 2 vectors are 8 accumulators, which with two vectors
/// of a panel, a broadcast and a product fit the 16 registers of x86-64, and run at its peak in WebAssembly.
///
/// The accumulator is the addend of each multiply-add, and every sum runs in the order of the inner index.
#pragma once

#include "kernels/arithmetic/simd.hpp"
#include "kernels/attention/attention_panels.hpp"

#include <limits>

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

template <class T> using Vector = xsimd::batch<T, simd::Arch>;

/// Columns of values in a tile: two vectors.
template <class T> inline constexpr std::size_t tile_columns = 2 * Vector<T>::size;
template <class T> using ValueTile = Vector<T>[panel_rows][2];

/// tile[r, c] = Σ_s weight[r, s] value[s, c] for one panel of queries and the first columns of a panel of values.
/// Guarded, values may be NaN or Inf: a key whose score is −Inf is left out, as 0 · NaN is NaN. For finite values that
/// gives the same bits.
template <bool guarded, class T>
void value_tile(const T* weights, const double* scores, std::size_t stride, const T* values, std::size_t keys,
                ValueTile<T>& tile) {
  Vector<T> sum[panel_rows][2] = {{T(0), T(0)}, {T(0), T(0)}, {T(0), T(0)}, {T(0), T(0)}};
  for (std::size_t s = 0; s < keys; ++s, values += panel_columns) {
    const auto low = Vector<T>::load_unaligned(values),
               high = Vector<T>::load_unaligned(values + Vector<T>::size);
    for (std::size_t r = 0; r < panel_rows; ++r) {
      if (guarded && scores[r * stride + s] == -std::numeric_limits<double>::infinity()) continue;
      const Vector<T> w = weights[r * stride + s];
      sum[r][0] = sum[r][0] + w * low;
      sum[r][1] = sum[r][1] + w * high;
    }
  }
  for (std::size_t r = 0; r < panel_rows; ++r)
    for (std::size_t half = 0; half < 2; ++half) tile[r][half] = sum[r][half];
}

inline void add_vector(simd::f64x2 x, double factor, double* total) {
  (simd::f64x2::load_unaligned(total) * factor + x).store_unaligned(total);
}

inline void add_vector(simd::f32x4 x, double factor, double* total) {
  add_vector(simd::widen_low(x), factor, total);
  add_vector(simd::widen_high(x), factor, total + 2);
}

} // namespace posenc
