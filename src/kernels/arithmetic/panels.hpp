/// Rows of a matrix, copied into the order in which product_tile.hpp reads them.
#pragma once

#include <cstddef>
#include <span>

namespace posenc {

inline constexpr std::size_t panel_rows = 4;
inline constexpr std::size_t panel_columns = 8;

constexpr std::size_t panels(std::size_t count, std::size_t panel) {
  return (count + panel - 1) / panel;
}

/// The places of rows: `group` of them side by side, every `stride` floats. Examples: the rows of one head of a (tokens, heads,
/// width) tensor, of heads that share their keys, or of a plain matrix.
struct RowLayout {
  std::size_t first, stride, group;
  std::size_t width;

  std::size_t operator()(std::size_t row) const { return first + row / group * stride + row % group * width; }
};

/// Rows begin … begin + count − 1 as columns, (panel of rows, width, 8). Rows missing from the last panel are zero.
void pack_transposed(std::span<const float> tensor, const RowLayout&, std::size_t begin, std::size_t count,
                     float* out);

/// Rows begin … begin + count − 1 as they are, (panel of columns, depth, 8), depth ≥ count; missing entries are zero.
/// @returns whether every value is finite
bool pack_columns(std::span<const float> tensor, const RowLayout&, std::size_t begin, std::size_t count,
                  std::size_t depth, float* out);

/// Floats as doubles.
void widen(std::span<const float>, double* out);

} // namespace posenc
