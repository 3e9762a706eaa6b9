/// The table that rotates queries and keys (RoPE): for each token the sines of its angles, then their cosines.
///
///   out[t, i] = A sin(2π p[axis[i], t] f[i])        out[t, P + i] = A cos(2π p[axis[i], t] f[i])        P pairs
///
/// A is the attention factor. rotary_table is exact; rotary_recipe_table is the float32 recipe of the frameworks: A is a
/// float, and each entry is rounded before it is multiplied.
///
/// Shapes    frequencies, axis_of_pair (P); positions (axes, T) f64, or empty for start + first, start + first + 1, …; out (T, 2P) f32,
///           all row-major; sines, cosines (T, P)
/// Units     positions in tokens; A has none
/// Requires  as axes_table, scaled_table and recipe_table; without positions all pairs have the same axis.
///           Checked by src/api
/// Accuracy  rotary_table is correctly rounded; rotary_recipe_table in each step (tests/kernels/rotary/rotary_table_test.cpp)
/// Source    Su et al. 2021, arXiv 2104.09864, section 3.4.2; A, the attention factor: Peng et al. 2023, arXiv 2309.00071, section 3.4
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "kernels/table/frequencies.hpp"

namespace posenc {

struct RotaryTokens {
  std::size_t count; // T
  double start;
  double first; // the number of the first token, if a table is made in parts
  std::span<const double> positions;
  std::span<const std::uint32_t> axis_of_pair;
};

void rotary_table(std::span<const Frequency> frequencies, const RotaryTokens& tokens, double attention_factor,
                  std::span<float> out);

/// Frequencies in radians per token. Requires positions.
void rotary_recipe_table(std::span<const float> frequencies, const RotaryTokens& tokens,
                         float attention_factor, std::span<float> out);

/// The two halves of each row as tables of their own.
void split_rotary_table(std::span<const float> table, std::size_t pairs, std::span<float> sines,
                        std::span<float> cosines);

} // namespace posenc
