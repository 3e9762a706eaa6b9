/// Rotates each head's pairs of channels by the angles of a table (RoPE).
///
///   x'[t,h,a(i)] = x[t,h,a(i)] cos − x[t,h,b(i)] sin      a(i), b(i): O + the channels of pair i in pairing.hpp
///   x'[t,h,b(i)] = x[t,h,a(i)] sin + x[t,h,b(i)] cos      sin = table[t, i], cos = table[t, R/2 + i]
///
/// The inverse takes −sin. With an attention factor in the table (YaRN, LongRoPE) it undoes the rotation, not the factor:
/// it is the transpose of the rotation, which maps the gradient of x' to the gradient of x.
/// Arithmetic is double: values are rounded to float in the table and once at the end.
///
/// Shapes    x, out (T, NH, HS) f32 row-major, x may be out; table (T, R) as sincos_table writes it in the
///           layout halves(R); channels before O and from O + R on are copied
/// Requires  R even, O + R <= HS. Checked by src/api
/// Accuracy  a pair is off by <= 1.75 · 2^-24 of its norm, times the factor, with a correctly rounded table; products
///           of rotated vectors depend on the distance of their positions to 3.5 · 2^-24 |q| |k|. Proof: errors of
///           2^-25 in sine and cosine move a pair by 2^-24.5 of its norm, the last rounding by 2^-24
///           (tests/kernels/rotary/rotate_test.cpp)
/// Source    Su et al. 2021, arXiv 2104.09864, eq. 34
#pragma once

#include <span>

#include "kernels/rotary/rotated_heads.hpp"

namespace posenc {

struct Rotation {
  Pairing pairing;
  bool is_inverse;
};

void rotate(std::span<const float> x, std::span<const float> table, const RotationShape& shape,
            Rotation rotation, std::span<float> out);

} // namespace posenc
