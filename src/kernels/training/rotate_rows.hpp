/// Rotates the queries and keys of rows of queries, keys and values, and gradients back.
///
///   x[c]         <- x[c] cos a − x[c+HS/2] sin a
///   x[c+HS/2]    <- x[c] sin a + x[c+HS/2] cos a        a = t · frequency[c]; backwards: −a
///
/// Shapes    rows (B · T, 3D) f32 in place: queries, keys, values, each (NH, HS); table (P, HS), P >= T: sines, then cosines, as
///           rotary_table() writes it
/// Requires  HS even
/// Accuracy  <= 3 · 2^-24 · norm of the pair (tests/kernels/training/rotate_rows_test.cpp). The gradient of a rotation with an
///           attention factor A is rotated back and multiplied by A, which is the same formula with −sin
/// Source    Su et al. 2021, arXiv 2104.09864, eq. 34; pairs (c, c + HS/2)
#pragma once

#include <cstddef>
#include <span>

namespace posenc {

struct RotatedRows {
  std::size_t length, heads, head_dim;
};

void rotate_rows(std::span<float> rows, std::span<const float> table, const RotatedRows& shape);
void rotate_rows_backward(std::span<float> rows, std::span<const float> table, const RotatedRows& shape);

} // namespace posenc
