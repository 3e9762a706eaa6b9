/// Multi-head attention, forward.
///
///   out[t,h] = Σ_s w[h,t,s] v[s,g]      w[h,t,·] = softmax over s of (scale · q[t,h]·k[s,g])      g = h · KVH / NH
///
/// Shapes    q (T, NH, HS), k (S, KVH, HS), v (S, KVH, VS), out (T, NH, VS), weights (NH, T, S) or empty; f32 row-major
/// Requires  KVH divides NH; no overlap of out and weights with anything. Checked by src/api/attention.ts
#pragma once

#include <cstddef>
#include <span>

namespace posenc {

struct AttentionShape {
  std::size_t queries, keys;   // T, S
  std::size_t heads, kv_heads; // NH, KVH: NH / KVH query heads share one head of keys and values
  std::size_t head_dim;        // HS, of q and k
  std::size_t value_dim;       // VS, of v and out
};

struct AttentionOptions {
  double scale; // of the scores; the paper's is 1/√HS. Double, as a float's rounding would show in hot logits
  bool causal = false; // query t sees keys 0 … t
};

struct AttentionResult {
  std::span<float> out;
  std::span<float> weights = {}; // left empty: not wanted
};

/// Bytes of scratch that attention() needs: some blocks, whatever T is, and 16 bytes a key.
std::size_t attention_scratch(const AttentionShape&, const AttentionOptions&);

/// Scratch is aligned to 16 bytes, of at least attention_scratch() bytes, and holds nothing afterwards.
void attention(std::span<const float> q, std::span<const float> k, std::span<const float> v,
               const AttentionShape&, const AttentionOptions&, AttentionResult, std::span<std::byte> scratch);

} // namespace posenc
