/// A bias that depends on the relative position alone: from a vector of relative positions to the matrix of scores.
///
///   matrix[h,i,j] = vector[h, j − i + T − 1]
///
/// Shapes    vector (NH, T + S − 1), matrix (NH, T, S) f32 row-major; score_block.hpp gives the order
/// Requires  no overlap. Checked by src/api
/// Accuracy  exact: values are copied
#pragma once

#include <cstdint>
#include <span>

#include "kernels/bias/score_block.hpp"

namespace posenc {

void spread_relative(std::span<const float> vector, std::size_t heads, const ScoreBlock& block,
                     std::span<float> matrix);
/// matrix[i,j] = vector[j − i + T − 1], for rows of a table that all heads share.
void spread_relative(std::span<const std::int32_t> vector, const ScoreBlock& block,
                     std::span<std::int32_t> matrix);

/// Sets the scores of keys after their query to −Inf. For a vector, hand over relative_row() of its block.
void hide_future(std::span<float> matrix, std::size_t heads, const ScoreBlock& block);

/// Expands `vector` to `matrix`, and hides the future if causal; if `matrix` is empty, hides it in `vector` in place.
void finish_bias(std::span<float> vector, std::size_t heads, const ScoreBlock& block, bool causal,
                 std::span<float> matrix);

} // namespace posenc
