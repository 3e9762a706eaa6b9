/// Shaw's relative positions for values: what a query takes of a key has a learned vector for their clipped distance.
///
///   o[b,i,h] += Σ_j p[b,h,i,j] a[r]        r as shaw_vectors.hpp
///
///   dp[b,h,i,j] = g[b,i,h] · a[r]        da[r] += Σ over weights with that r of p g
///
/// All heads and layers share the vectors.
///
/// Shapes    weights p (B, NH, T8, T8) f32 as head_attention.hpp; a (2k + 1, HS) f32; da the same, f64; o, g (B · T, D) f32;
///           dp by the places of the bias, f32
/// Requires  2k + 1 <= 257. If causal, dp of later keys is not written
/// Accuracy  sums in double, then one rounding; o rounds once more (tests/kernels/training/shaw_values_test.cpp)
/// Source    Shaw et al. 2018, arXiv 1803.02155, eq. 3
#pragma once

#include <span>

#include "kernels/training/head_attention.hpp"

namespace posenc {

void shaw_values(std::span<const float> weights, std::span<const float> table, const HeadAttention& shape,
                 std::span<float> out);

struct ShawValueGradients {
  std::span<float> weights;
  std::span<double> table;
};

void shaw_values_backward(std::span<const float> gradient, std::span<const float> weights,
                          std::span<const float> table, const HeadAttention& shape,
                          const ShawValueGradients& out);

} // namespace posenc
