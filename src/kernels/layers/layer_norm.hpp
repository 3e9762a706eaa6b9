/// Normalises each row to mean 0 and variance 1, then scales and shifts its columns.
///
///   out[r,c] = (x[r,c] − μ) / √(σ² + ε) · gain[c] + bias[c]      μ = mean over c of x[r,c]      σ² = mean of (x[r,c] − μ)²
///
/// Shapes    x, out (R, C) f32 row-major, out may be x itself; gain, bias (C), or empty for 1 and for 0
/// Requires  ε > 0. Checked by src/api/layers/layer-norm.ts
/// Accuracy  <= 1/2 ULP + C · 2^-53 · max|x| / √(σ² + ε) · |gain| + 2^-50 · (|what is added to bias| + |bias|): two passes in double
///           (tests/kernels/layers/layer_norm_test.cpp). A row of equal entries gives exactly the bias
/// Faults    an entry that is not finite makes its row NaN
/// Source    Ba, Kiros & Hinton 2016, arXiv 1607.06450, eq. 4; ε inside the root, as the frameworks have it
#pragma once

#include <cstddef>
#include <span>

namespace posenc {

struct LayerNormParameters {
  std::span<const float> gain, bias;
  double eps;
};

void layer_norm(std::span<const float> x, std::size_t columns, const LayerNormParameters&,
                std::span<float> out);

} // namespace posenc
