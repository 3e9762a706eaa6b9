/// Shaw's relative positions: learned vectors for each clipped distance, added to keys and to values.
///
///   row(i,j)      = min(max(j − i − offset, −k), k) + k
///   scores[h,i,j] = scale · q[i,h] · a[row(i,j)]
///   out[i,h]      = Σ_j w[h,i,j] · b[row(i,j)]
///
/// The scores are a bias on scale · q·k. The weights are attention's, and `out` is to be added to attention's output.
///
/// Shapes    q (T, NH, C), a (2k + 1, AH, C), scores and w (NH, T, S), b (2k + 1, BH, C), out (T, NH, C), rows
///           (N) i32; f32 row-major; AH and BH as relative_table.hpp says
/// Units     k in tokens
///           A part has the scores or weights of the heads from first_head on, and changes the outputs of these alone
/// Requires  k < 2^30; AH, BH divide NH; no overlap. Checked by src/api
/// Accuracy  <= 0.5 ULP of f32 + C · 2^-53 · scale · Σ|q a|, and + S · 2^-53 · Σ|w b|; a weight of 0 reads no vector, as
///           0 · NaN is NaN (tests/kernels/bias/shaw_test.cpp)
/// Source    Shaw et al. 2018, arXiv 1803.02155, eq. 3 and 4
#pragma once

#include <cstdint>
#include <span>

#include "kernels/bias/relative_table.hpp"
#include "kernels/bias/score_block.hpp"

namespace posenc {

struct ShawShape {
  ScoreBlock block;
  std::size_t heads, width; // NH, C
  std::uint32_t clip;       // k
  std::size_t first_head = 0;
};

/// The rows of N consecutive relative positions, as score_block.hpp orders.
void shaw_rows(std::uint32_t clip, double first_relative, std::span<std::int32_t> rows);

void shaw_scores(std::span<const float> q, const RelativeTable& keys, const ShawShape& shape, double scale,
                 std::span<float> scores);

void shaw_values(std::span<const float> weights, const RelativeTable& values, const ShawShape& shape,
                 std::span<float> out);

} // namespace posenc
