/// Rows of one head, copied into the order in which the micro-tiles read them.
#pragma once

#include <cstddef>
#include <span>

namespace posenc {

inline constexpr std::size_t panel_rows = 4;    // of queries or keys
inline constexpr std::size_t panel_columns = 8; // of values

constexpr std::size_t panels(std::size_t count, std::size_t panel) {
  return (count + panel - 1) / panel;
}

/// Where the rows of one head of keys, or of the query heads that share it, stand in a (tokens, heads, width) tensor.
/// Row r belongs to token r / group.
struct HeadRows {
  std::size_t first, stride; // of token 0, and from token to token
  std::size_t group;         // rows to a token, side by side
  std::size_t width;

  std::size_t operator()(std::size_t row) const { return first + row / group * stride + row % group * width; }
};

/// Rows begin … begin + count − 1 as doubles, (panel, width, 4). Rows missing from the last panel are zero.
void pack_rows(std::span<const float> tensor, const HeadRows&, std::size_t begin, std::size_t count,
               double* out);

/// The same rows as floats, (panel of columns, depth, 8), depth ≥ count; what is missing is zero.
/// @returns whether every value is finite
bool pack_columns(std::span<const float> tensor, const HeadRows&, std::size_t begin, std::size_t count,
                  std::size_t depth, float* out);

/// The same floats as doubles.
void widen(std::span<const float>, double* out);

} // namespace posenc
