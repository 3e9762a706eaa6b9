/// The gradients of a linear layer, y = x Wᵀ + b.
///
///   dx[r,k] = Σ_n g[r,n] W[n,k]        dW[n,k] = Σ_r g[r,n] x[r,k]        db[n] = Σ_r g[r,n]
///
/// Shapes    g = dy (R, N), x (R, K), W (N, K), dx (R, K) or empty if nobody needs it, dW (N, K), db (N); f32 row-major.
///           shape as in the forward pass: rows R, inner K, columns N
/// Requires  no overlap of results with anything
/// Accuracy  as matmul.hpp: <= 1/2 ULP + 64 · 2^-24 · Σ|products|; db <= 1/2 ULP + R · 2^-53 · Σ|g|
///           (tests/kernels/training/linear_backward_test.cpp)
/// Source    the chain rule
#pragma once

#include <span>

#include "kernels/layers/matmul.hpp"

namespace posenc {

struct LinearGradients {
  std::span<float> x, weight, bias;
};

/// Bytes of scratch for linear() and linear_backward().
std::uint64_t linear_backward_scratch(const MatmulShape& shape);

void linear_backward(std::span<const float> x, std::span<const float> weight, std::span<const float> gradient,
                     const MatmulShape& shape, const LinearGradients& out, std::span<std::byte> scratch);

} // namespace posenc
