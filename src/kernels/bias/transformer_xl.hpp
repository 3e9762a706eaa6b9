/// Transformer-XL's score: products of the query, and of a bias, with the content of a key and with its relative position.
///
///   content_content    q[i,h]·k[j,h]        content_position   q[i,h]·p[d,h]        d = i − j + S − 1 + first_position
///   bias_content       u[h]·k[j,h]          bias_position      v[h]·p[d,h]
///   scores[h,i,j]    = scale · Σ of the terms asked for
///
///   p[d,h]           = W[h] r[d]
///
/// r[d] is the sinusoidal encoding of the distance query − key = offset + 1 − S + d; sincos_table() makes it from
/// that start on, sines before cosines. Without content_content the scores are a bias on scale · q·k.
///
/// Shapes    q (T, NH, C), k (S, NH, C), u and v (NH, C), r (T + S − 1, D), W (NH, C, D), p (T + S − 1, NH, C), scores
///           (NH, T, S) or the heads from first_head on; f32 row-major. Inputs of terms that are not asked for may be empty
/// Requires  D > 0; no overlap. Checked by src/api
/// Accuracy  p <= 0.5 ULP of f32 + D · 2^-53 · Σ|W r|; scores <= 0.5 ULP + 4C · 2^-53 · scale · Σ|terms|
///           (tests/kernels/bias/transformer_xl_test.cpp)
/// Source    Dai et al. 2019, arXiv 1901.02860, section 3.3. The keys before the queries are the memory
#pragma once

#include <cstddef>
#include <span>

#include "kernels/bias/score_block.hpp"

namespace posenc {

struct TransformerXLTerms {
  bool content_content, content_position, bias_content, bias_position;
};

struct TransformerXLInput {
  std::span<const float> q, k, positions, u, v;
  std::size_t first_position = 0; // row of `positions` that belongs to the first query and the last key
};

struct TransformerXLShape {
  ScoreBlock block;
  std::size_t heads, width; // NH, C
  std::size_t first_head = 0;
};

/// The distance of the first row of r: from the first query to the last key.
constexpr double first_distance(const ScoreBlock& block) {
  return -relative_position(block, 0, block.keys - 1);
}

void transformer_xl_positions(std::span<const float> encoding, std::span<const float> weight,
                              std::size_t encoding_width, std::span<float> positions);

void transformer_xl_scores(const TransformerXLInput& input, TransformerXLTerms terms,
                           const TransformerXLShape& shape, double scale, std::span<float> scores);

} // namespace posenc
