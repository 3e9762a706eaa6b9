/// Converts weights, tables or vectors between the two pairings, head by head.
///
///   halves[o, c, n] = interleaved[o, from(c), n]      from(i) = 2i, from(i + R/2) = 2i + 1, from(c) = c for c >= R
///
/// Queries and keys from converted weights, rotated with the new pairing, give the same scores: both factors of each
/// product move to the same channel.
///
/// Shapes    x, out (outer, C, inner) f32 row-major, C the channels of a head, the first R of them rotated. Vectors
///           (T, NH, C): outer T·NH, inner 1. Weights (NH·C, D): outer NH, inner D. A bias: weights with D = 1
/// Requires  R even, R <= C; no overlap. Checked by src/api
/// Accuracy  exact, bits of NaN included; converting back restores x (tests/kernels/rotary/permute_pairing_test.cpp)
/// Source    the permutation in Hugging Face's conversion of Meta's Llama weights
#pragma once

#include <cstddef>
#include <span>

#include "kernels/rotary/pairing.hpp"

namespace posenc {

struct PermutationShape {
  std::size_t outer, channels, rotary_dim, inner; // C, R
};

/// Converts to the pairing `to`; x has the opposite pairing.
void permute_pairing(std::span<const float> x, const PermutationShape& shape, Pairing to,
                     std::span<float> out);

} // namespace posenc
