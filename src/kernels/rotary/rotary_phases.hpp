/// The angles that a rotary encoding rotates tokens by, in turns and without a rounding that counts.
///
///   p[axis[i], t] f[i]  =  out[t, i] + out[t, P + i]      modulo whole turns, P pairs
///
/// rotary_phases is exact; rotary_recipe_phases takes the angle fl(fl(p) · f) of the float32 recipe, as it is. Differences
/// of phases are angles between two positions, or between two encodings, at any position.
///
/// Shapes    frequencies, axis_of_pair (P); positions (axes, T) f64; out (T, 2P) f64 row-major
/// Units     positions in tokens, of any kind that sincos_table takes; out in turns, |out[t, i]| <= 0.54
/// Requires  tokens.positions, as rotary_recipe_table. Checked by src/api
/// Accuracy  a phase is off by <= phase_error(position) radians (phase.hpp), 2^-79 at all positions; an angle of the recipe by
///           as much (tests/kernels/rotary/rotary_phases_test.cpp)
/// Source    Su et al. 2021, arXiv 2104.09864, section 3.4.2
#pragma once

#include <span>

#include "kernels/rotary/rotary_table.hpp"

namespace posenc {

void rotary_phases(std::span<const Frequency> frequencies, const RotaryTokens& tokens, std::span<double> out);

/// Frequencies in radians per token.
void rotary_recipe_phases(std::span<const float> frequencies, const RotaryTokens& tokens,
                          std::span<double> out);

} // namespace posenc
