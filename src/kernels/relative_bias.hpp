/// A bias that depends on the relative position alone, and the matrix of scores it stands for.
///
///   matrix[h,i,j] = vector[h, j − i + T − 1]
///
/// Shapes    vector (NH, T + S − 1), matrix (NH, T, S) f32 row-major; score_block.hpp gives the order
/// Requires  no overlap. Checked by src/api
/// Accuracy  exact: values are copied
#pragma once

#include <span>

#include "kernels/score_block.hpp"

namespace posenc {

void spread_relative(std::span<const float> vector, std::size_t heads, const ScoreBlock& block,
                     std::span<float> matrix);

/// Sets the scores of keys after their query to −Inf. For a vector, hand over relative_row() of its block.
void hide_future(std::span<float> matrix, std::size_t heads, const ScoreBlock& block);

} // namespace posenc
