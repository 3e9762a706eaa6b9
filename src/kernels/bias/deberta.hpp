/// DeBERTa's disentangled attention: scores of content with positions, and of positions with content.
///
///   δ(i,j) = min(max(i + offset − j + k, 0), 2k − 1)
///   content_to_position   scale · q[i,h] · kr[δ(i,j)]
///   position_to_content   scale · k[j,h] · qr[δ(j,i)]
///
/// The scores are the sum of the terms asked for, a bias on scale · q·k; the paper's scale is 1/√(3C).
///
/// Shapes    q (T, NH, C), k (S, NH, C), kr and qr (2k, RH, C), scores (NH, T, S) or the heads from first_head on, f32
///           row-major, rows (N) i32; RH as relative_table.hpp says
/// Units     k, the reach, in tokens
/// Requires  0 < k < 2^30; RH divides NH; no overlap. Checked by src/api
/// Accuracy  <= 0.5 ULP of f32 + 2C · 2^-53 · scale · Σ|terms| (tests/kernels/bias/deberta_test.cpp)
/// Source    He et al. 2020, arXiv 2006.03654, eq. 3 and 4. Later versions share rows on a logarithmic scale, which
///           this does not
#pragma once

#include <cstdint>
#include <span>

#include "kernels/bias/relative_table.hpp"
#include "kernels/bias/score_block.hpp"

namespace posenc {

enum class DebertaTerm { content_to_position, position_to_content };

struct DebertaInput {
  std::span<const float> q, k;
  RelativeTable key_table,
      query_table; // kr of content_to_position, qr of position_to_content; empty leaves a term out
};

struct DebertaShape {
  ScoreBlock block;
  std::size_t heads, width; // NH, C
  std::uint32_t reach;      // k
  std::size_t first_head = 0;
};

/// δ(i,j) or δ(j,i) of N consecutive relative positions, as score_block.hpp orders.
void deberta_rows(DebertaTerm term, std::uint32_t reach, double first_relative, std::span<std::int32_t> rows);

void deberta_scores(const DebertaInput& input, const DebertaShape& shape, double scale,
                    std::span<float> scores);

} // namespace posenc
