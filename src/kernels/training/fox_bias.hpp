/// The bias of the Forgetting Transformer: a key counts less, the more the gates of the tokens after it forget.
///
///   F[t] = Σ_{l <= t} ln σ(z[l])        score of query i and key j: + F[i] − F[j]
///
/// The softmax of a row does not change with F[i], so the bias is −F[j] = Σ_{l <= j} ln(1 + e^−z[l]) alone, one row for all queries.
///
///   dz[l] = −σ(−z[l]) · Σ_{j >= l} dbias[j]
///
/// Shapes    z, dz (B · T, NH) f32; bias (B, NH, T) f32, dbias f64
/// Requires  a causal model: gates exist only between a query and earlier keys
/// Accuracy  the sums are in double: a bias errs by its own rounding, 2^-24 of F; dz by 2^-24 (|dz| + 2^-27 Σ|dbias|)
///           (tests/kernels/training/fox_bias_test.cpp)
/// Source    Lin et al. 2025, arXiv 2503.02130, section 3
#pragma once

#include <cstddef>
#include <span>

namespace posenc {

struct FoxShape {
  std::size_t sequences, length, heads;
};

void fox_bias(std::span<const float> z, const FoxShape& shape, std::span<float> bias);

void fox_bias_backward(std::span<const float> z, std::span<const double> gradient, const FoxShape& shape,
                       std::span<float> out);

} // namespace posenc
