/// Attention straight from the formula, in double precision: all scores, then all weights, then the sums. What is turned
/// is turned in wide precision.
#pragma once

#include <cstddef>
#include <functional>
#include <span>
#include <vector>

#include "reference/arithmetic/wide.hpp"

namespace posenc::reference {

/// What turns queries and keys before they are compared (RoPE).
struct AttentionRotary {
  std::function<std::vector<Wide>(double)> angles = nullptr; // of a position, one a pair; none: nothing turns
  bool adjacent = false;
  Wide amplitude = 1;
  double first_query = 0, first_key = 0; // positions; the others follow one by one
};

struct AttentionInput {
  std::span<const float> q, k, v; // (T, NH, HS), (S, KVH, HS), (S, KVH, VS)
  std::size_t queries, keys, heads, kv_heads, head_dim, value_dim;
  double scale;
  double softcap = 0.0; // score ← softcap · tanh(score / softcap), where not 0
  /// Added to the score of head, query, key; −Inf hides the key, whatever it holds.
  std::function<double(std::size_t, std::size_t, std::size_t)> bias = nullptr;
  AttentionRotary rotary = {};
};

struct AttentionOutput {
  std::vector<double> out, weights, raw, capped, biased; // (T, NH, VS), then (NH, T, S) each
};

/// A row without a visible key gives zeros. Scores of +Inf share the weight.
AttentionOutput attention(const AttentionInput&);

} // namespace posenc::reference
