/// DeBERTa's two position terms, straight from the definitions.
///
/// Source    He et al. 2020, arXiv 2006.03654, eq. 3 and 4
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "reference/arithmetic/wide.hpp"

namespace posenc::reference {

struct Deberta {
  std::size_t queries, keys, heads, width; // T, S, NH, C
  long offset;                             // of the first query
  long reach;                              // k
};

/// δ of two positions.
std::size_t deberta_row(long i, long j, long reach);

/// (NH, T, S) from q (T, NH, C) and a table of keys (2k, NH, C).
std::vector<Wide> content_to_position(const Deberta& shape, std::span<const float> q,
                                      std::span<const float> table);

/// (NH, T, S) from k (S, NH, C) and a table of queries (2k, NH, C).
std::vector<Wide> position_to_content(const Deberta& shape, std::span<const float> k,
                                      std::span<const float> table);

} // namespace posenc::reference
