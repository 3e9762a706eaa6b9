/// One panel of queries against one block of keys: the values that its weights gather.
#pragma once

#include "kernels/attention_mask.hpp"
#include "kernels/attention_tiles.hpp"
#include "kernels/online_softmax.hpp"

#include <type_traits>

namespace posenc {

inline constexpr std::size_t block_keys = 64; // at 64 channels 32 KiB of keys; also the longest sum in float

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
  const std::size_t begin = block.keys.begin, keys = block.keys.end - begin;
  double factor[panel_rows];
  xsimd::batch_bool<T, simd::Arch>
      mine[panel_rows]; // other rows gain a zero; a branch would cost a tenth of the time
  for (std::size_t r = 0; r < panel_rows; ++r) {
    const bool here = block.heavy[r] == std::is_same_v<T, double>;
    factor[r] = here ? block.factor[r] : 1.0;
    mine[r] = xsimd::batch_bool<T, simd::Arch>(here);
  }
  for (std::size_t c = 0; c < values.count * panel_columns; c += tile_columns<T>) {
    const std::size_t panel = c / panel_columns, column = c % panel_columns;
    const T* value = values.panels + (panel * values.depth + begin) * panel_columns + column;
    ValueTile<T> tile;
    value_tile<guarded>(weights + begin, block.scores + begin, block_keys, value, keys, tile);
    double* row = total + panel * panel_rows * panel_columns + column;
    for (std::size_t r = 0; r < panel_rows; ++r, row += panel_columns) {
      add_vector(xsimd::select(mine[r], tile[r][0], Vector<T>(T(0))), factor[r], row);
      add_vector(xsimd::select(mine[r], tile[r][1], Vector<T>(T(0))), factor[r], row + Vector<T>::size);
    }
  }
}

} // namespace posenc
