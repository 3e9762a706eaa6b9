/// One panel of queries with one block of packed keys and values: the scores, and the sums of weighted values. The products
/// of each row are in float or in double, as attention_precision.hpp decides.
#pragma once

#include "kernels/arithmetic/product_tile.hpp"
#include "kernels/attention/attention_mask.hpp"
#include "kernels/attention/online_softmax.hpp"

#include <algorithm>
#include <type_traits>

namespace posenc {

inline constexpr std::size_t block_keys = 128;       // at 64 channels 32 KiB of keys
inline constexpr std::size_t longest_float_sum = 32; // of products, before it is added to a double

template <class T> inline constexpr bool is_precise = std::is_same_v<T, double>;

/// Keys whose weighted values are summed in T before they are added to a double.
template <class T> inline constexpr std::size_t longest_sum = is_precise<T> ? block_keys : longest_float_sum;

struct PanelBlock {
  std::size_t rows; // to make
  KeyRange keys;    // the keys that any row sees, in whole panels, counted from the block's first
  double scores[panel_rows * block_keys];
  float weights[panel_rows * block_keys];
  double scale[panel_rows];                                  // of the products
  double factor[panel_rows];                                 // for the sums of earlier blocks
  bool precise_scores[panel_rows], precise_sums[panel_rows]; // of each row
};

/// Squares of keys' lengths, made finite: a hidden key may hold anything, and its weight of 0 must make this 0.
inline simd::f32x4 bounded_norms(simd::f32x4 squares) {
  constexpr float largest = 1e30f;
  return simd::smaller(largest, squares); // the first if the other is NaN
}

/// A block of keys or values: (panel, depth, 8).
template <class T> struct Panels {
  const T* values;
  std::size_t depth, count; // count of panels
};

/// scores[r, s] = scale[r] · Σ_i query[r][i] key[i, s], for the rows whose products are made in T.
template <class T>
void score_keys(const T* const (&query)[panel_rows], const Panels<T>& keys, PanelBlock& block) {
  const std::size_t longest = is_precise<T> ? std::max<std::size_t>(keys.depth, 1) : longest_float_sum;
  const auto never = [](std::size_t, std::size_t) { return false; };
  for (std::size_t r = 0; r < panel_rows; ++r)
    if (block.precise_scores[r] == is_precise<T>)
      std::fill(block.scores + r * block_keys + block.keys.begin,
                block.scores + r * block_keys + block.keys.end, 0.0);
  for (std::size_t s = block.keys.begin; s < block.keys.end; s += tile_columns<T>) {
    const T* key = keys.values + s / panel_columns * keys.depth * panel_columns + s % panel_columns;
    for (std::size_t i = 0; i < keys.depth; i += longest, key += longest * panel_columns) {
      const T* const channels[panel_rows] = {query[0] + i, query[1] + i, query[2] + i, query[3] + i};
      ProductTile<T> tile;
      product_tile(channels, key, std::min(longest, keys.depth - i), never, tile);
      for (std::size_t r = 0; r < panel_rows; ++r) {
        if (block.precise_scores[r] != is_precise<T>) continue;
        double* const score = block.scores + r * block_keys + s;
        accumulate(tile[r][0], block.scale[r], 1.0, score);
        accumulate(tile[r][1], block.scale[r], 1.0, score + Vector<T>::size);
      }
    }
  }
}

/// total[r, c] ← total[r, c] · factor[r] + Σ_s weight[r, s] value[s, c], (panel, 4, 8), for the rows whose sums are
/// made in T; weights are the block's, in T. `guarded` unless all values are finite.
template <bool guarded, class T>
void gather_values(const PanelBlock& block, const T* weights, const Panels<T>& values, double* total) {
  constexpr std::size_t longest = longest_sum<T>;
  const KeyRange keys = block.keys;
  for (std::size_t c = 0; c < values.count * panel_columns; c += tile_columns<T>) {
    const std::size_t panel = c / panel_columns, column = c % panel_columns;
    const T* value = values.values + panel * values.depth * panel_columns + column;
    for (std::size_t begin = keys.begin, end = begin; begin < keys.end; begin = end) {
      end = std::min((begin / longest + 1) * longest,
                     keys.end); // whatever other rows see, a row's sums are the same
      const T* const row_weights[panel_rows] = {weights + begin, weights + begin + block_keys,
                                                weights + begin + 2 * block_keys,
                                                weights + begin + 3 * block_keys};
      // A key whose score is −Inf is left out, as 0 · NaN is NaN. For finite values that gives the same bits.
      const auto skip = [&](std::size_t r, std::size_t s) {
        return guarded && block.scores[r * block_keys + begin + s] == -infinity;
      };
      ProductTile<T> tile;
      product_tile(row_weights, value + begin * panel_columns, end - begin, skip, tile);
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
