/// Proportional RoPE (p-RoPE): the exponents run over the whole head, and the slow pairs are not rotated at all.
///
///   f[i] = b^(−2i / d) / 2π / s      for i < rotated_pairs, d = 2 · pairs
///        = 0                         for the remaining pairs
///
/// Partial RoPE, with exponents over the rotated channels only, is the plain schedule of fewer pairs.
///
/// Shapes    out (pairs)
/// Units     turns per position
/// Requires  rotated_pairs <= pairs, b in [1, 2^1000], s in [2^-31, 2^31]. Checked by src/api
/// Accuracy  |error| <= 2^-200 · max(1, 1 / s) turns (tests/kernels/rotary/proportional_test.cpp)
/// Source    Barbero et al. 2024, arXiv 2410.06205; rotated_pairs = ⌊p d / 2⌋ for a share p
#pragma once

#include <cstddef>
#include <span>

#include "kernels/table/frequencies.hpp"

namespace posenc {

void proportional_frequencies(std::span<Frequency> out, double base, std::size_t rotated_pairs,
                              double factor);

} // namespace posenc
