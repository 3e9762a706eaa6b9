#include "kernels/bias/relative_bias.hpp"

#include <algorithm>
#include <cassert>
#include <limits>

namespace posenc {

namespace {

std::size_t rows_of(std::size_t entries, const ScoreBlock& block) {
  return block.keys == 0 ? 0 : entries / block.keys;
}

template <class T>
void spread(std::span<const T> vector, const ScoreBlock& block, std::size_t first, std::span<T> matrix) {
  const std::size_t offsets = relative_positions(block), rows = rows_of(matrix.size(), block);
  assert(rows == 0 || (first + rows) * offsets <= vector.size() * block.queries);
  T* row = matrix.data();
  for (std::size_t r = first; r < first + rows; ++r, row += block.keys) {
    const std::size_t h = r / block.queries, i = r % block.queries;
    std::copy_n(vector.data() + h * offsets + block.queries - 1 - i, block.keys, row);
  }
}

} // namespace

void spread_relative(std::span<const float> vector, const ScoreBlock& block, std::size_t first,
                     std::span<float> matrix) {
  spread(vector, block, first, matrix);
}

void spread_relative(std::span<const std::int32_t> vector, const ScoreBlock& block, std::size_t first,
                     std::span<std::int32_t> matrix) {
  spread(vector, block, first, matrix);
}

void hide_future(std::span<float> matrix, const ScoreBlock& block, std::size_t first) {
  const std::size_t rows = rows_of(matrix.size(), block);
  float* row = matrix.data();
  for (std::size_t r = first; r < first + rows; ++r, row += block.keys) {
    const double seen =
        static_cast<double>(r % block.queries) + block.offset + 1; // keys up to the query's position
    const auto keys = static_cast<double>(block.keys);
    std::fill(row + static_cast<std::size_t>(std::clamp(seen, 0.0, keys)), row + block.keys,
              -std::numeric_limits<float>::infinity());
  }
}

void finish_bias(std::span<const float> vector, const ScoreBlock& block, bool causal, std::size_t first,
                 std::span<float> matrix) {
  spread_relative(vector, block, first, matrix);
  if (causal) hide_future(matrix, block, first);
}

} // namespace posenc
