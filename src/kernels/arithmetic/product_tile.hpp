/// A small block of a product of matrices, held in registers: 4 rows × 2 vectors are 8 accumulators, which with two
/// vectors of a panel, a broadcast and a product fit the 16 registers of x86-64, and run at its peak in WebAssembly.
///
/// Each tile is a function of its own: among the variables of a larger one, V8 keeps some accumulators in memory.
/// The accumulator is the addend of each multiply-add, and every sum runs in the order of the inner index.
#pragma once

#include "kernels/arithmetic/panels.hpp"
#include "kernels/arithmetic/simd.hpp"
#include "kernels/arithmetic/unroll.hpp"

namespace posenc {

template <class T> using Vector = xsimd::batch<T, simd::Arch>;

/// Columns of a tile: two vectors.
template <class T> inline constexpr std::size_t tile_columns = 2 * Vector<T>::size;
template <class T> using ProductTile = Vector<T>[panel_rows][2];

template <class T> void clear_tile(ProductTile<T>& tile) {
  POSENC_UNROLL
  for (auto& row : tile) row[0] = row[1] = T(0);
}

template <class T> void add_tile(const ProductTile<T>& sum, ProductTile<T>& tile) {
  POSENC_UNROLL
  for (std::size_t r = 0; r < panel_rows; ++r) {
    tile[r][0] = tile[r][0] + sum[r][0];
    tile[r][1] = tile[r][1] + sum[r][1];
  }
}

/// tile[r, c] ← tile[r, c] + Σ_s row[r][s] columns[s, c] for s below depth and the first columns of a panel. Terms for which
/// skip(r, s) is true are left out. The sum is added as a whole.
template <class T, class Skip>
[[gnu::noinline]] void product_tile(const T* const (&row)[panel_rows], const T* columns, std::size_t depth,
                                    const Skip& skip, ProductTile<T>& tile) {
  ProductTile<T> sum;
  clear_tile<T>(sum);
  for (std::size_t s = 0; s < depth; ++s, columns += panel_columns) {
    const auto low = Vector<T>::load_unaligned(columns);
    const auto high = Vector<T>::load_unaligned(columns + Vector<T>::size);
    POSENC_UNROLL
    for (std::size_t r = 0; r < panel_rows; ++r) {
      if (skip(r, s)) continue;
      const Vector<T> x = row[r][s];
      sum[r][0] = simd::multiply_add(x, low, sum[r][0]);
      sum[r][1] = simd::multiply_add(x, high, sum[r][1]);
    }
  }
  add_tile<T>(sum, tile);
}

/// tile[r, c] ← tile[r, c] + Σ_s rows[s, r] columns[s, c] for s below depth: rows is (depth, 4), columns a panel. The sum is
/// added as a whole.
template <class T>
[[gnu::noinline]] void packed_tile(const T* rows, const T* columns, std::size_t depth, ProductTile<T>& tile) {
  ProductTile<T> sum;
  clear_tile<T>(sum);
  for (std::size_t s = 0; s < depth; ++s, rows += panel_rows, columns += panel_columns) {
    const auto low = Vector<T>::load_unaligned(columns);
    const auto high = Vector<T>::load_unaligned(columns + Vector<T>::size);
    POSENC_UNROLL
    for (std::size_t r = 0; r < panel_rows; ++r) {
      const Vector<T> x = rows[r];
      sum[r][0] = simd::multiply_add(x, low, sum[r][0]);
      sum[r][1] = simd::multiply_add(x, high, sum[r][1]);
    }
  }
  add_tile<T>(sum, tile);
}

/// total ← total · kept + x · factor, for each lane of x.
inline void accumulate(simd::f64x2 x, double factor, double kept, double* total) {
  (simd::f64x2::load_unaligned(total) * kept + x * factor).store_unaligned(total);
}

inline void accumulate(simd::f32x4 x, double factor, double kept, double* total) {
  accumulate(simd::widen_low(x), factor, kept, total);
  accumulate(simd::widen_high(x), factor, kept, total + 2);
}

} // namespace posenc
