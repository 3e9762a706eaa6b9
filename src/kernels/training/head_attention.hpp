/// Attention of all heads for training: the weights are kept, and the gradients made from them.
///
///   s[i,j] = q[i] · k[j] / √HS + bias[h, j − i + T − 1]        p = softmax over the keys that i sees        o[i] = Σ_j p[i,j] v[j]
///
///   dv[j] = Σ_i p[i,j] g[i]        dp[i,j] = g[i] · v[j]        ds = p (dp − Σ_j p dp)        dbias[h,n] = Σ over j − i + T − 1 = n
///   dq[i] = Σ_j ds[i,j] k[j] / √HS        dk[j] = Σ_i ds[i,j] q[i] / √HS
///
/// Query i sees key j if |i − j| < window (or there is none), and j <= i if causal.
///
/// Shapes    rows (B · T, 3D): queries, keys, values, each (NH, HS); bias (NH, 2N − 1) of N >= T positions, or empty;
///           weights (B, NH, T8, T8), T8 = T rounded up to 8; out, g (B · T, D); f32 row-major; dbias (NH, 2N − 1) f64, added to
/// Requires  scratch of attention_scratch() floats; no overlap
/// Accuracy  scores err by HS · 2^-24 · Σ|q k|, sums over keys by T · 2^-24 · Σ|terms|
///           (tests/kernels/training/head_attention_test.cpp)
/// Source    Vaswani et al. 2017, arXiv 1706.03762, section 3.2.1; the chain rule
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace posenc {

struct HeadAttention {
  std::size_t sequences, length, heads, head_dim;
  std::size_t positions; // N
  std::size_t window;    // 0: none
  bool causal;
};

std::uint64_t attention_weights(const HeadAttention& shape);
std::uint64_t attention_scratch(const HeadAttention& shape);

void attention_forward(std::span<const float> rows, std::span<const float> bias, const HeadAttention& shape,
                       std::span<float> weights, std::span<float> out, std::span<float> scratch);

struct AttentionGradients {
  std::span<float> rows;
  std::span<double> bias; // or empty
};

void attention_backward(std::span<const float> rows, std::span<const float> weights,
                        std::span<const float> gradient, const HeadAttention& shape,
                        const AttentionGradients& out, std::span<float> scratch);

} // namespace posenc
