/// One panel of queries against one block of keys: the values that its weights gather.
#pragma once

#include "kernels/arithmetic/product_tile.hpp"
#include "kernels/attention/attention_mask.hpp"
#include "kernels/attention/online_softmax.hpp"

#include <algorithm>
#include <type_traits>

namespace posenc {

inline constexpr std::size_t block_keys = 64;        // at 64 channels 32 KiB of keys
inline constexpr std::size_t longest_float_sum = 32; // of weighted values, before they are added to a double

/// A block that holds more of a row's weight than this, of all that the row has seen so far, is summed in double. With
/// many keys that is the first block or two; where few keys hold the weight, rounding errors would not average out.
inline constexpr double heavy_share = 0.4;

struct PanelBlock {
  KeyRange keys; // that any row sees, from the block's first, in whole panels
  double scores[panel_rows * block_keys];
  float weights[panel_rows * block_keys];
  double factor[panel_rows]; // for the sums of earlier blocks
  bool heavy[panel_rows];
};

/// Decides which rows are summed in double. A row without weight in the block goes with the others.
inline void choose_sums(const double (&share)[panel_rows], double limit, PanelBlock& block) {
  bool light = false;
  for (const double x : share) light = light || (x > 0.0 && x <= limit);
  for (std::size_t r = 0; r < panel_rows; ++r)
    block.heavy[r] = share[r] > limit || (!(share[r] > 0.0) && !light);
}

/// The keys' values, (panel of columns, depth, 8).
template <class T> struct ValueBlock {
  const T* panels;
  std::size_t depth, count; // count of panels
};

/// total[r, c] ← total[r, c] · factor[r] + Σ_s weight[r, s] value[s, c], (panel, 4, 8), for the rows whose sums are
/// made in T; weights are the block's, in T. Guarded unless all values are finite.
template <bool guarded, class T>
void gather_values(const PanelBlock& block, const T* weights, const ValueBlock<T>& values, double* total) {
  constexpr bool wide = std::is_same_v<T, double>;
  constexpr std::size_t longest = wide ? block_keys : longest_float_sum;
  const KeyRange keys = block.keys;
  for (std::size_t c = 0; c < values.count * panel_columns; c += tile_columns<T>) {
    const std::size_t panel = c / panel_columns, column = c % panel_columns;
    const T* value = values.panels + panel * values.depth * panel_columns + column;
    for (std::size_t begin = keys.begin, end = begin; begin < keys.end; begin = end) {
      end = std::min((begin / longest + 1) * longest,
                     keys.end); // whatever the others see, a row's sums are the same
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
        if (block.heavy[r] != wide) continue;
        const double factor = begin == keys.begin ? block.factor[r] : 1.0;
        add_vector(tile[r][0], factor, row);
        add_vector(tile[r][1], factor, row + Vector<T>::size);
      }
    }
  }
}

} // namespace posenc
