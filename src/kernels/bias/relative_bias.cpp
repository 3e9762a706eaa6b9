#include "kernels/bias/relative_bias.hpp"

#include <algorithm>
#include <cassert>
#include <limits>

namespace posenc {

namespace {

template <class T>
void spread(std::span<const T> vector, std::size_t heads, const ScoreBlock& block, std::span<T> matrix) {
  const std::size_t offsets = relative_positions(block);
  assert(vector.size() == heads * offsets && matrix.size() == heads * block.queries * block.keys);
  if (offsets == 0) return;
  T* row = matrix.data();
  for (std::size_t h = 0; h < heads; ++h)
    for (std::size_t i = 0; i < block.queries; ++i, row += block.keys)
      std::copy_n(vector.data() + h * offsets + block.queries - 1 - i, block.keys, row);
}

} // namespace

void spread_relative(std::span<const float> vector, std::size_t heads, const ScoreBlock& block,
                     std::span<float> matrix) {
  spread(vector, heads, block, matrix);
}

void spread_relative(std::span<const std::int32_t> vector, const ScoreBlock& block,
                     std::span<std::int32_t> matrix) {
  spread(vector, 1, block, matrix);
}

void hide_future(std::span<float> matrix, std::size_t heads, const ScoreBlock& block) {
  assert(matrix.size() == heads * block.queries * block.keys);
  float* row = matrix.data();
  for (std::size_t h = 0; h < heads; ++h)
    for (std::size_t i = 0; i < block.queries; ++i, row += block.keys) {
      const double seen = static_cast<double>(i) + block.offset + 1; // keys up to the query's position
      const auto keys = static_cast<double>(block.keys);
      std::fill(row + static_cast<std::size_t>(std::clamp(seen, 0.0, keys)), row + block.keys,
                -std::numeric_limits<float>::infinity());
    }
}

void finish_bias(std::span<float> vector, std::size_t heads, const ScoreBlock& block, bool causal,
                 std::span<float> matrix) {
  if (matrix.empty()) {
    if (causal) hide_future(vector, heads, relative_row(block));
    return;
  }
  spread_relative(vector, heads, block, matrix);
  if (causal) hide_future(matrix, heads, block);
}

} // namespace posenc
