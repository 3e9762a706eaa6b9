/// Attention straight from the formula, in double precision: all scores, then all weights, then the sums.
#pragma once

#include <cstddef>
#include <functional>
#include <span>
#include <vector>

namespace posenc::reference {

struct AttentionInput {
  std::span<const float> q, k, v; // (T, NH, HS), (S, KVH, HS), (S, KVH, VS)
  std::size_t queries, keys, heads, kv_heads, head_dim, value_dim;
  double scale;
  double softcap = 0.0; // score ← softcap · tanh(score / softcap), where not 0
  /// Added to the score of head, query, key; −Inf hides the key, whatever it holds.
  std::function<double(std::size_t, std::size_t, std::size_t)> bias = nullptr;
};

struct AttentionOutput {
  std::vector<double> out, weights, raw, capped, biased; // (T, NH, VS), then (NH, T, S) each
};

/// A row without a visible key gives zeros. Scores of +Inf share the weight.
AttentionOutput attention(const AttentionInput&);

} // namespace posenc::reference
