/// Rotates vectors that are rotated already: to other positions, or to another rotary encoding, in one step.
///
///   x'[t,h] = R'(p'[t]) R(p[t])⁻¹ x[t,h]      R, p: the present rotation of x; R', p': the new one
///
/// Both are rotations of the same pairs, times a scale. So the product is one rotation by the difference of their
/// angles, taken in turns before its sine, times the quotient of their scales:
///
///   x'[t,h,a(i)] = x[t,h,a(i)] cos − x[t,h,b(i)] sin      sin = table[t, i] = A sin 2π(φ'[t, i] − φ[t, i])
///   x'[t,h,b(i)] = x[t,h,a(i)] sin + x[t,h,b(i)] cos      cos = table[t, P + i] = A cos 2π(φ'[t, i] − φ[t, i])
///
/// A is the quotient of the attention factors; xpos_quotient (xpos.hpp) multiplies by the quotient of xPos's scales. Arithmetic is double and
/// so is the table: only x' is rounded to float.
///
/// Shapes    from, to: phases φ and φ' (T, 2P) as rotary_phases writes them; table (T, 2P) f64, which may be `to`; x, out as
///           in rotate.hpp, x may be out
/// Requires  R even, O + R <= HS, R = 2P. Checked by src/api
/// Accuracy  a pair is off by <= 1.0001 · 2^-24 of its norm, times A, at any position, if no channel of the result is
///           subnormal. Proof: phases are off by 2^-79, their difference by 2^-104 more, the sine by 2^-51 and the products
///           by 2^-51 of the norm; the last rounding moves each channel by 2^-24 of itself.
///           Vectors that rotate() has rotated are then off by <= 2.7501 · 2^-24 of the pair's norm in x, times the
///           attention factor, from the exact rotation of the original vector, and from the result of rotate() by
///           <= 4.5001 · 2^-24: 1.75 for each call of rotate(), and the bound above (tests/kernels/rotary/rerotate_test.cpp)
/// Source    Su et al. 2021, arXiv 2104.09864, section 3.4.2: R(p') R(p)⁻¹ = R(p' − p)
#pragma once

#include <cstddef>
#include <span>

#include "kernels/rotary/rotated_heads.hpp"

namespace posenc {

void rerotation_table(std::span<const double> from, std::span<const double> to, std::size_t pairs,
                      double attention_factor, std::span<double> table);

void rerotate(std::span<const float> x, std::span<const double> table, const RotationShape& shape,
              Pairing pairing, std::span<float> out);

} // namespace posenc
