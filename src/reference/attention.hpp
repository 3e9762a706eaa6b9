/// Attention straight from the formula, in double precision: all scores, then all weights, then the sums. Queries and keys
/// are rotated in wide precision.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <functional>
#include <limits>
#include <span>
#include <vector>

#include "reference/layers.hpp"
#include "reference/rotary.hpp"

namespace posenc::reference {

/// How queries and keys are rotated before they are compared (RoPE).
struct AttentionRotary {
  std::function<std::vector<Wide>(double)> angles = nullptr; // of a position, one a pair; none: no rotation
  bool interleaved = false;
  Wide attention_factor = 1;
  double first_query = 0, first_key = 0; // positions; later tokens follow one by one
};

struct AttentionInput {
  std::span<const float> q, k, v; // (T, NH, HS), (S, KVH, HS), (S, KVH, VS)
  std::size_t queries, keys, heads, kv_heads, head_dim, value_dim;
  double scale;
  double softcap = 0.0;                       // score ← softcap · tanh(score / softcap) unless 0
  std::span<const double> query_factors = {}; // T factors of scores, or none
  std::span<const float> sinks = {};          // NH more logits in the softmaxes, or none
  /// Added to the score of head, query, key; −Inf hides the key, whatever it holds.
  std::function<double(std::size_t, std::size_t, std::size_t)> bias = nullptr;
  AttentionRotary rotary = {};
};

struct AttentionOutput {
  std::vector<double> out, weights, raw, capped, biased; // (T, NH, VS), then (NH, T, S) each
  std::vector<double> log_sums;                          // (NH, T): of exp(score), sinks included
};

inline constexpr double minus_infinity = -std::numeric_limits<double>::infinity();

/// The heads of a (tokens, heads, HS) tensor, each rotated by its token's position.
inline std::vector<double> rotated_heads(const AttentionInput& in, std::span<const float> tensor,
                                         std::size_t heads, double first_position) {
  const AttentionRotary& rotary = in.rotary;
  if (!rotary.angles) return {tensor.begin(), tensor.end()};
  std::vector<double> out;
  for (std::size_t row = 0; row * in.head_dim < tensor.size(); ++row) {
    const std::size_t token = row / heads;
    const double position = first_position + static_cast<double>(token);
    const std::span<const float> head = tensor.subspan(row * in.head_dim, in.head_dim);
    for (const Wide x : rotated(head, rotary.angles(position), rotary.interleaved, rotary.attention_factor))
      out.push_back(static_cast<double>(x));
  }
  return out;
}

inline std::vector<double> raw_scores(const AttentionInput& in) {
  const std::vector<double> q = rotated_heads(in, in.q, in.heads, in.rotary.first_query);
  const std::vector<double> k = rotated_heads(in, in.k, in.kv_heads, in.rotary.first_key);
  std::vector<double> scores;
  for (std::size_t h = 0; h < in.heads; ++h)
    for (std::size_t t = 0; t < in.queries; ++t)
      for (std::size_t s = 0; s < in.keys; ++s) {
        const std::size_t g = h * in.kv_heads / in.heads;
        double sum = 0.0;
        for (std::size_t i = 0; i < in.head_dim; ++i)
          sum += q[(t * in.heads + h) * in.head_dim + i] * k[(s * in.kv_heads + g) * in.head_dim + i];
        scores.push_back(in.scale * (in.query_factors.empty() ? 1.0 : in.query_factors[t]) * sum);
      }
  return scores;
}

inline void add_bias(const AttentionInput& in, std::vector<double>& scores) {
  if (!in.bias) return;
  std::size_t at = 0;
  for (std::size_t h = 0; h < in.heads; ++h)
    for (std::size_t t = 0; t < in.queries; ++t)
      for (std::size_t s = 0; s < in.keys; ++s, ++at) {
        const double bias = in.bias(h, t, s);
        scores[at] = bias == minus_infinity ? minus_infinity : scores[at] + bias;
      }
}

/// A key whose score is −Inf is left out: its value may be NaN.
inline std::vector<double> weighted_sums(const AttentionInput& in, const AttentionOutput& result) {
  std::vector<double> out;
  for (std::size_t t = 0; t < in.queries; ++t)
    for (std::size_t h = 0; h < in.heads; ++h)
      for (std::size_t c = 0; c < in.value_dim; ++c) {
        const std::size_t g = h * in.kv_heads / in.heads;
        double sum = 0.0;
        for (std::size_t s = 0; s < in.keys; ++s) {
          const std::size_t at = (h * in.queries + t) * in.keys + s;
          if (result.biased[at] == minus_infinity) continue;
          sum += result.weights[at] * static_cast<double>(in.v[(s * in.kv_heads + g) * in.value_dim + c]);
        }
        out.push_back(sum);
      }
  return out;
}

/// The softmax of each row. A sink is one more key, whose weight is left out.
inline void make_weights(const AttentionInput& in, std::vector<double>& scores) {
  for (std::size_t row = 0; row < in.heads * in.queries; ++row) {
    const std::span<double> keys = std::span(scores).subspan(row * in.keys, in.keys);
    std::vector<double> all(keys.begin(), keys.end());
    if (!in.sinks.empty()) all.push_back(static_cast<double>(in.sinks[row / in.queries]));
    softmax(all);
    std::copy_n(all.begin(), in.keys, keys.begin());
  }
}

/// ln Σ_s e^score of each row, with its sink.
inline std::vector<double> log_sums(const AttentionInput& in, const std::vector<double>& scores) {
  std::vector<double> sums;
  for (std::size_t row = 0; row < in.heads * in.queries; ++row) {
    const std::span<const double> keys = std::span(scores).subspan(row * in.keys, in.keys);
    std::vector<double> all(keys.begin(), keys.end());
    if (!in.sinks.empty()) all.push_back(static_cast<double>(in.sinks[row / in.queries]));
    double largest = minus_infinity;
    for (const double score : all) largest = score > largest || score != score ? score : largest;
    double sum = 0.0;
    for (const double score : all) sum += score == largest ? 1.0 : std::exp(score - largest);
    sums.push_back(std::isinf(largest) ? largest : largest + std::log(sum));
  }
  return sums;
}

/// A row without a visible key gives zeros. Keys that score +Inf share the weight.
inline AttentionOutput attention(const AttentionInput& in) {
  AttentionOutput result;
  result.raw = raw_scores(in);
  result.capped = result.raw;
  if (in.softcap != 0.0)
    for (double& score : result.capped) score = in.softcap * std::tanh(score / in.softcap);
  result.biased = result.capped;
  add_bias(in, result.biased);
  result.log_sums = log_sums(in, result.biased);
  result.weights = result.biased;
  make_weights(in, result.weights);
  result.out = weighted_sums(in, result);
  return result;
}

} // namespace posenc::reference
