/// Attention of all heads for training: the weights are kept, and the gradients made from them.
///
///   s[i,j] = q[i] · k[j] / √HS + bias[b,h,i,j]        p = softmax over the keys that i sees        o[i] = Σ_j p[i,j] v[j]
///
///   dv[j] = Σ_i p[i,j] g[i]        dp[i,j] = g[i] · v[j]        ds = p (dp − Σ_j p dp)        dbias = Σ ds over the scores of an entry
///   If something else depends on the weights, dp is that much more: weight_gradient, by the places of the bias, or empty.
///   dq[i] = Σ_j ds[i,j] k[j] / √HS        dk[j] = Σ_i ds[i,j] q[i] / √HS
///
/// Query i sees key j if |i − j| < window (or there is none), and j <= i if causal.
///
/// Shapes    rows (B · T, 3D): queries, keys, values, each (NH, HS); bias by its places, or empty;
///           weights (B, NH, T8, T8), T8 = T rounded up to 8; out, g (B · T, D); f32 row-major; dbias as bias, f64, added to
/// Requires  scratch of attention_scratch() floats; no overlap
/// Accuracy  scores err by HS · 2^-24 · Σ|q k|, sums over keys by T · 2^-24 · Σ|terms|
///           (tests/kernels/training/head_attention_test.cpp)
/// Source    Vaswani et al. 2017, arXiv 1706.03762, section 3.2.1; the chain rule
#pragma once

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <span>

namespace posenc {

/// Where the bias of a score stands: at first + b · sequence + h · head + i · query + j. A stride of 0 shares entries.
struct BiasPlaces {
  std::size_t first = 0, sequence = 0, head = 0;
  std::ptrdiff_t query = 0;

  constexpr std::size_t row(std::size_t b, std::size_t h, std::size_t i) const {
    return first + b * sequence + h * head + static_cast<std::size_t>(query * static_cast<std::ptrdiff_t>(i));
  }
};

/// (NH, 2N − 1): the bias at n = j − i + N − 1, for up to N positions.
constexpr BiasPlaces by_distance(std::size_t positions) {
  return {positions - 1, 0, 2 * positions - 1, -1};
}

struct HeadAttention {
  std::size_t sequences, length, heads, head_dim;
  BiasPlaces bias;
  std::size_t window; // 0: unlimited
  bool causal;

  /// Factor of a score q · k.
  double scale() const { return 1.0 / std::sqrt(static_cast<double>(head_dim)); }
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
                        std::span<const float> gradient, std::span<const float> weight_gradient,
                        const HeadAttention& shape, const AttentionGradients& out, std::span<float> scratch);

} // namespace posenc
