/// Negative angles: the rotation of models that rotate pairs backwards.
///
///   reverse_table     sin = table[t, i] <- −sin        R(−a) has the cosine of R(a) and the negative sine
///   reverse_phases    φ <- −φ
///
/// Scores are the same as with positive angles, because queries and keys both rotate backwards; rotated keys differ.
///
/// Shapes    table (T, 2P) f32 row-major, in place, as rotary_table writes it; phases (T, 2P) f64, in place, as
///           rotary_phases writes them
/// Accuracy  exact; a sine of 0 stays 0, not −0 (tests/kernels/rotary/direction_test.cpp)
/// Source    transformers, models/nanochat/modeling_nanochat.py: rotate_half returns (x2, −x1)
#pragma once

#include <cstddef>
#include <span>

namespace posenc {

void reverse_table(std::span<float> table, std::size_t pairs);

void reverse_phases(std::span<double> phases);

} // namespace posenc
