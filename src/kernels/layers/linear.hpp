/// A linear layer: the product with a matrix of weights, plus a bias.
///
///   out[m,n] = Σ_k x[m,k] weight[n,k] + bias[n]
///
/// Shapes    x (M, K), weight (N, K), or (K, N) if in_out, or what pack_weights() made of it; bias (N) or empty for 0, out (M, N); f32 row-major
/// Requires  no overlap of out with anything. Checked by src/api/layers/linear.ts
/// Accuracy  <= 1/2 ULP + 64 · 2^-24 · Σ|x weight|; precise, <= 1/2 ULP + (K + 1) · 2^-53 · (Σ|x weight| + |bias|): the bias is
///           added before the one rounding (tests/kernels/layers/linear_test.cpp). Without a bias, the bits of matmul
/// Faults    as in matmul.hpp
/// Source    weight as in PyTorch's nn.Linear, (out, in); in_out as in Keras, Flax and GPT-2's Conv1D
#pragma once

#include "kernels/layers/matmul.hpp"

namespace posenc {

struct LinearWeights {
  std::span<const float> weight, bias;
  bool in_out;         // whether the inputs are the rows of weight
  bool packed = false; // whether weight is what pack_weights() made
};

/// Floats that pack_weights() writes.
std::uint64_t packed_weights(std::size_t inner, std::size_t columns);

/// Makes of weights what linear() would make of them in each call. With them it computes the same bits.
void pack_weights(std::span<const float> weight, bool in_out, std::size_t inner, std::size_t columns,
                  std::span<float> out);

/// Scratch is aligned to 16 bytes, of at least matmul_scratch() bytes, and holds nothing afterwards.
void linear(std::span<const float> x, const LinearWeights&, const MatmulShape&, bool precise,
            std::span<float> out, std::span<std::byte> scratch);

} // namespace posenc
