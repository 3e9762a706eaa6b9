/// Shaw's relative positions, straight from the definitions.
///
/// Source    Shaw et al. 2018, arXiv 1803.02155, eq. 3 and 4
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "reference/arithmetic/wide.hpp"

namespace posenc::reference {

struct Shaw {
  std::size_t queries, keys, heads, width; // T, S, NH, C
  long offset;                             // of the first query
  long clip;                               // k
  std::size_t table_heads;                 // consecutive heads share one
};

/// Row of the table for a query and a key at positions.
std::size_t shaw_row(long query, long key, long clip);

/// (NH, T, S) from q (T, NH, C) and a table (2k + 1, table_heads, C).
std::vector<Wide> shaw_scores(const Shaw& shape, std::span<const float> q, std::span<const float> table);

/// (T, NH, C) from weights (NH, T, S) and a table.
std::vector<Wide> shaw_values(const Shaw& shape, std::span<const float> weights,
                              std::span<const float> table);

} // namespace posenc::reference
