/// Moves the channels of heads from one pairing to the other: weights, tables or vectors.
///
///   halves[o, c, n] = adjacent[o, from(c), n]      from(i) = 2i, from(i + R/2) = 2i + 1, from(c) = c for c >= R
///
/// Queries and keys from converted weights, rotated in the other pairing, give the same scores: both sides of each product
/// are in the same new order.
///
/// Shapes    x, out (outer, C, inner) f32 row-major, C the channels of a head, the first R of them rotated. Vectors
///           (T, NH, C): outer T·NH, inner 1. Weights (NH·C, D): outer NH, inner D. A bias: weights with D = 1
/// Requires  R even, R <= C; no overlap. Checked by src/api
/// Accuracy  exact, bits of NaN included; there and back is the identity (tests/kernels/rotary/permute_pairing_test.cpp)
/// Source    the permutation in Hugging Face's conversion of Meta's Llama weights
#pragma once

#include <cstddef>
#include <span>

#include "kernels/rotary/pairing.hpp"

namespace posenc {

struct PermutationShape {
  std::size_t outer, channels, rotary_dim, inner; // C, R
};

/// Out in the pairing `to`, from x in the other one.
void permute_pairing(std::span<const float> x, const PermutationShape& shape, Pairing to,
                     std::span<float> out);

} // namespace posenc
