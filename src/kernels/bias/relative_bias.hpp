/// A bias that depends only on the relative position: from a vector of relative positions to the matrix of scores.
///
///   matrix[h,i,j] = vector[h, j − i + T − 1]
///
/// Rows are counted through all heads: row h · T + i has the scores of query i in head h. A call makes the rows from
/// `first` on and fills the matrix, so that a large matrix can be made in parts.
///
/// Shapes    vector (NH, T + S − 1), matrix (rows, S) f32 row-major; score_block.hpp gives the order
/// Requires  no overlap; first + rows <= NH · T. Checked by src/api
/// Accuracy  exact: values are copied
#pragma once

#include <cstdint>
#include <span>

#include "kernels/bias/score_block.hpp"

namespace posenc {

void spread_relative(std::span<const float> vector, const ScoreBlock& block, std::size_t first,
                     std::span<float> matrix);
/// The same for the rows of a table that all heads share.
void spread_relative(std::span<const std::int32_t> vector, const ScoreBlock& block, std::size_t first,
                     std::span<std::int32_t> matrix);

/// Sets the scores of keys after their query to −Inf. For a vector, hand over relative_row() of its block.
void hide_future(std::span<float> matrix, const ScoreBlock& block, std::size_t first);

/// Spreads `vector`, and hides the future if causal.
void finish_bias(std::span<const float> vector, const ScoreBlock& block, bool causal, std::size_t first,
                 std::span<float> matrix);

} // namespace posenc
