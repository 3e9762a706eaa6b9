/// One panel of queries with one block of packed keys and values: the scores, and the sums of weighted values. The products
/// of each row are in float or in double, as attention_precision.hpp decides.
#pragma once

#include "kernels/arithmetic/product_tile.hpp"
#include "kernels/arithmetic/transpose.hpp"
#include "kernels/arithmetic/unroll.hpp"
#include "kernels/attention/attention_mask.hpp"
#include "kernels/attention/online_softmax.hpp"

#include <algorithm>
#include <type_traits>

namespace posenc {

inline constexpr std::size_t block_keys = 128;       // at 64 channels 32 KiB of keys
inline constexpr std::size_t longest_float_sum = 32; // of products, before it is added to other sums

template <class T> inline constexpr bool is_precise = std::is_same_v<T, double>;

/// Keys whose weighted values are summed one by one in T; two such sums of floats are added before they are added to a double.
template <class T> inline constexpr std::size_t longest_sum = is_precise<T> ? block_keys : longest_float_sum;
template <class T>
inline constexpr std::size_t longest_pair = is_precise<T> ? block_keys : 2 * longest_float_sum;

inline constexpr float hidden_score = -std::numeric_limits<float>::infinity();

struct PanelBlock {
  std::size_t rows; // to make
  KeyRange keys;    // the keys that any row sees, in whole panels, counted from the block's first
  double scores[panel_rows * block_keys];
  float float_scores[panel_rows * block_keys]; // scores in double are rounded to these
  float weights[panel_rows * block_keys];
  float packed_weights[panel_rows * block_keys];             // (key, 4)
  double scale[panel_rows];                                  // of the products
  double factor[panel_rows];                                 // for the sums of earlier blocks
  bool precise_scores[panel_rows], precise_sums[panel_rows]; // of each row

  /// Whether a key's score is −Inf: it is left out, as 0 · NaN is NaN.
  bool is_hidden(std::size_t row, std::size_t key) const {
    return float_scores[row * block_keys + key] == hidden_score;
  }

  /// Rounds the scores of a row to float. Only −Inf becomes −Inf.
  void narrow_scores(std::size_t row) {
    const simd::f64x2 lowest = -static_cast<double>(std::numeric_limits<float>::max());
    const auto kept = [&](std::size_t s) {
      const simd::f64x2 score = simd::f64x2::load_unaligned(scores + s);
      return xsimd::select(score < lowest && score > -infinity, lowest, score);
    };
    for (std::size_t s = row * block_keys + keys.begin; s < row * block_keys + keys.end; s += 4)
      simd::narrow(kept(s), kept(s + 2)).store_unaligned(float_scores + s);
  }

  /// Copies the weights of the keys for packed_tile().
  void pack_weights() {
    const float* from[panel_rows];
    for (std::size_t r = 0; r < panel_rows; ++r) from[r] = weights + r * block_keys + keys.begin;
    pack_rows(from, keys.end - keys.begin, packed_weights + keys.begin * panel_rows);
  }
};

/// Squares of keys' lengths, made finite: a hidden key may hold anything, and its weight of 0 must make this 0.
inline simd::f32x4 bounded_norms(simd::f32x4 squares) {
  constexpr float largest = 1e30f;
  return simd::smaller(largest, squares); // `largest` if `squares` is NaN
}

/// A block of keys or values: (panel, depth, 8).
template <class T> struct Panels {
  const T* values;
  std::size_t depth, count; // count of panels
};

/// score[s] = scale · Σ_i query[i] key[i, s] in double, for one row.
inline void score_keys(const double* query, const Panels<double>& keys, double scale, KeyRange range,
                       double* scores) {
  for (std::size_t s = range.begin; s < range.end; s += panel_columns) {
    const double* key = keys.values + s * keys.depth;
    simd::f64x2 sums[panel_columns / 2] = {0.0, 0.0, 0.0, 0.0};
    for (std::size_t i = 0; i < keys.depth; ++i, key += panel_columns) {
      const simd::f64x2 x = query[i];
      POSENC_UNROLL
      for (std::size_t n = 0; n < 4; ++n)
        sums[n] = simd::multiply_add(x, simd::f64x2::load_unaligned(key + 2 * n), sums[n]);
    }
    POSENC_UNROLL
    for (std::size_t n = 0; n < 4; ++n) (sums[n] * scale).store_unaligned(scores + s + 2 * n);
  }
}

/// score[r, s] = scale[r] · Σ_i query[i, r] key[i, s] in float, for a panel of queries, (HS, 4).
inline void score_keys(const float* queries, const Panels<float>& keys, PanelBlock& block) {
  for (std::size_t s = block.keys.begin; s < block.keys.end; s += panel_columns) {
    const float* key = keys.values + s * keys.depth;
    ProductTile<float> sum;
    clear_tile<float>(sum);
    for (std::size_t i = 0; i < keys.depth; i += longest_float_sum)
      packed_tile(queries + i * panel_rows, key + i * panel_columns,
                  std::min(longest_float_sum, keys.depth - i), sum);
    for (std::size_t r = 0; r < panel_rows; ++r) {
      const auto scale = static_cast<float>(block.scale[r]);
      POSENC_UNROLL
      for (std::size_t half = 0; half < 2; ++half)
        (sum[r][half] * scale).store_unaligned(block.float_scores + r * block_keys + s + 4 * half);
    }
  }
}

/// Keys begin … end − 1, which lie in one stretch of longest_sum<T>: tile[r, c] ← tile[r, c] + Σ_s weight[r, s] value[s, c].
template <bool guarded, class T>
void add_values(const PanelBlock& block, const T* weights, const T* values, std::size_t begin,
                std::size_t end, ProductTile<T>& tile) {
  if constexpr (!guarded && !is_precise<T>) {
    packed_tile(block.packed_weights + begin * panel_rows, values + begin * panel_columns, end - begin, tile);
  } else {
    const T* const rows[panel_rows] = {weights + begin, weights + begin + block_keys,
                                       weights + begin + 2 * block_keys, weights + begin + 3 * block_keys};
    const auto skip = [&](std::size_t r, std::size_t s) { return guarded && block.is_hidden(r, begin + s); };
    product_tile(rows, values + begin * panel_columns, end - begin, skip, tile);
  }
}

/// total[r, c] ← total[r, c] · factor[r] + Σ_s weight[r, s] value[s, c], (panel, 4, 8), for the rows whose sums are
/// made in T; weights are the block's, in T. `guarded` unless all values are finite; for finite ones it gives the same bits.
template <bool guarded, class T>
void gather_values(const PanelBlock& block, const T* weights, const Panels<T>& values, double* total) {
  constexpr std::size_t longest = longest_sum<T>, pair = longest_pair<T>;
  const KeyRange keys = block.keys;
  for (std::size_t c = 0; c < values.count * panel_columns; c += tile_columns<T>) {
    const std::size_t panel = c / panel_columns, column = c % panel_columns;
    const T* value = values.values + panel * values.depth * panel_columns + column;
    for (std::size_t begin = keys.begin, end = begin; begin < keys.end; begin = end) {
      // Whatever other rows see, a row's sums are the same.
      end = std::min((begin / pair + 1) * pair, keys.end);
      const std::size_t middle = std::min((begin / longest + 1) * longest, end);
      ProductTile<T> tile;
      clear_tile<T>(tile);
      add_values<guarded>(block, weights, value, begin, middle, tile);
      if (middle < end) add_values<guarded>(block, weights, value, middle, end, tile);
      double* row = total + panel * panel_rows * panel_columns + column;
      for (std::size_t r = 0; r < panel_rows; ++r, row += panel_columns) {
        if (block.precise_sums[r] != is_precise<T>) continue;
        const double factor = begin == keys.begin ? block.factor[r] : 1.0;
        accumulate(tile[r][0], 1.0, factor, row);
        accumulate(tile[r][1], 1.0, factor, row + Vector<T>::size);
      }
    }
  }
}

} // namespace posenc
