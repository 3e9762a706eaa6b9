/// Scores from learned vectors of relative positions, straight from the definitions, in wide precision.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "reference/arithmetic.hpp"

namespace posenc::reference {

// Σ_c a[c] b[c] of two vectors.

inline Wide inner_product(const float* a, const float* b, std::size_t width) {
  Wide sum = 0;
  for (std::size_t c = 0; c < width; ++c) sum += Wide(a[c]) * Wide(b[c]);
  return sum;
}

/// term(h, i, j) of every head, query and key: (NH, T, S).
template <class Shape, class Term> std::vector<Wide> all_scores(const Shape& shape, const Term& term) {
  std::vector<Wide> scores;
  for (std::size_t h = 0; h < shape.heads; ++h)
    for (std::size_t i = 0; i < shape.queries; ++i)
      for (std::size_t j = 0; j < shape.keys; ++j) scores.push_back(term(h, i, j));
  return scores;
}

// Shaw's relative positions, straight from the definitions.
// Source    Shaw et al. 2018, arXiv 1803.02155, eq. 3 and 4

struct Shaw {
  std::size_t queries, keys, heads, width; // T, S, NH, C
  long offset;                             // of the first query
  long clip;                               // k
  std::size_t table_heads;                 // consecutive heads share one
};

/// Row of the table for a query and a key at positions.
inline std::size_t shaw_row(long query, long key, long clip) {
  long relative = key - query;
  if (relative > clip) relative = clip;
  if (relative < -clip) relative = -clip;
  return static_cast<std::size_t>(relative + clip);
}

inline const float* shaw_vector(const Shaw& shape, std::span<const float> table, std::size_t i, std::size_t j,
                                std::size_t head) {
  const std::size_t row = shaw_row(static_cast<long>(i) + shape.offset, static_cast<long>(j), shape.clip);
  const std::size_t shared = head / (shape.heads / shape.table_heads);
  return table.data() + (row * shape.table_heads + shared) * shape.width;
}

/// (NH, T, S) from q (T, NH, C) and a table (2k + 1, table_heads, C).
inline std::vector<Wide> shaw_scores(const Shaw& shape, std::span<const float> q,
                                     std::span<const float> table) {
  return all_scores(shape, [&](std::size_t h, std::size_t i, std::size_t j) {
    return inner_product(q.data() + (i * shape.heads + h) * shape.width, shaw_vector(shape, table, i, j, h),
                         shape.width);
  });
}

/// (T, NH, C) from weights (NH, T, S) and a table.
inline std::vector<Wide> shaw_values(const Shaw& shape, std::span<const float> weights,
                                     std::span<const float> table) {
  std::vector<Wide> out;
  for (std::size_t i = 0; i < shape.queries; ++i)
    for (std::size_t h = 0; h < shape.heads; ++h)
      for (std::size_t c = 0; c < shape.width; ++c) {
        Wide sum = 0;
        for (std::size_t j = 0; j < shape.keys; ++j)
          sum += Wide(weights[(h * shape.queries + i) * shape.keys + j]) *
                 Wide(shaw_vector(shape, table, i, j, h)[c]);
        out.push_back(sum);
      }
  return out;
}

// DeBERTa's two position terms, straight from the definitions.
// Source    He et al. 2020, arXiv 2006.03654, eq. 3 and 4

struct Deberta {
  std::size_t queries, keys, heads, width; // T, S, NH, C
  long offset;                             // of the first query
  long reach;                              // k
};

/// δ of two positions.
inline std::size_t deberta_row(long i, long j, long reach) {
  if (i - j <= -reach) return 0;
  if (i - j >= reach) return static_cast<std::size_t>(2 * reach - 1);
  return static_cast<std::size_t>(i - j + reach);
}

/// (NH, T, S) from q (T, NH, C) and a table of keys (2k, NH, C).
inline std::vector<Wide> content_to_position(const Deberta& shape, std::span<const float> q,
                                             std::span<const float> table) {
  return all_scores(shape, [&](std::size_t h, std::size_t i, std::size_t j) {
    const std::size_t row =
        deberta_row(static_cast<long>(i) + shape.offset, static_cast<long>(j), shape.reach);
    return inner_product(q.data() + (i * shape.heads + h) * shape.width,
                         table.data() + (row * shape.heads + h) * shape.width, shape.width);
  });
}

/// (NH, T, S) from k (S, NH, C) and a table of queries (2k, NH, C).
inline std::vector<Wide> position_to_content(const Deberta& shape, std::span<const float> k,
                                             std::span<const float> table) {
  return all_scores(shape, [&](std::size_t h, std::size_t i, std::size_t j) {
    const std::size_t row =
        deberta_row(static_cast<long>(j), static_cast<long>(i) + shape.offset, shape.reach);
    return inner_product(k.data() + (j * shape.heads + h) * shape.width,
                         table.data() + (row * shape.heads + h) * shape.width, shape.width);
  });
}

// Transformer-XL's four terms of a score, straight from the definitions.
// Source    Dai et al. 2019, arXiv 1901.02860, section 3.3

struct TransformerXL {
  std::size_t queries, keys, heads, width; // T, S, NH, C
  /// q (T, NH, C), k (S, NH, C), u and v (NH, C)
  std::span<const float> q, k, u, v;
  /// p (T + S − 1, NH, C): row i − j + S − 1 is for query i and key j.
  std::span<const float> positions;
};

/// (NH, T, S): q·k, q·p, u·k, v·p.
struct TransformerXLScores {
  std::vector<Wide> content_content, content_position, bias_content, bias_position;
};

inline TransformerXLScores transformer_xl(const TransformerXL& in) {
  TransformerXLScores scores;
  for (std::size_t h = 0; h < in.heads; ++h)
    for (std::size_t i = 0; i < in.queries; ++i)
      for (std::size_t j = 0; j < in.keys; ++j) {
        const float* q = in.q.data() + (i * in.heads + h) * in.width;
        const float* k = in.k.data() + (j * in.heads + h) * in.width;
        const float* p = in.positions.data() + ((i - j + in.keys - 1) * in.heads + h) * in.width;
        scores.content_content.push_back(inner_product(q, k, in.width));
        scores.content_position.push_back(inner_product(q, p, in.width));
        scores.bias_content.push_back(inner_product(in.u.data() + h * in.width, k, in.width));
        scores.bias_position.push_back(inner_product(in.v.data() + h * in.width, p, in.width));
      }
  return scores;
}

} // namespace posenc::reference
