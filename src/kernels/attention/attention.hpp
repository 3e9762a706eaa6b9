/// Multi-head attention, forward.
///
///   out[t,h] = Σ_s w[h,t,s] v[s,g]       w[h,t,·] = softmax over the keys s that t sees of score[h,t,s]
///   score    = cap(scale · factor[t] · q[t,h]·k[s,g]) + Σ bias[h,t,s]     cap(x) = softcap · tanh(x / softcap)
///   log_sums[h,t] = ln Σ_s e^score[h,t,s]
///   g = h · KVH / NH. With sinks, the softmax of head h has exp(sink[h]) in its denominator, too, and in log_sums
///
/// Shapes    q (T, NH, HS), k (S, KVH, HS), v (S, KVH, VS), out (T, NH, VS), weights, scores (NH, T, S); f32 row-major.
///           log_sums (NH, T) f64
/// Units     past in tokens: query t stands at position past + t, key s at position s. Queries and keys are rotated before
///           (rotary/rotate.hpp)
/// Requires  KVH divides NH; no overlap of a result with anything. Checked by src/api/attention/attention.ts
/// Accuracy  weights <= 4 · 2^-24 relative, or two subnormal steps; rows of weights sum to 1 within 2 · 2^-24, with a sink
///           to 1 less its share. Below, scale includes the query's factor.
///           If precise, if weights or scores are returned, or with at most 16 keys or channels, all products are summed in
///           double: out <= 3 · 2^-24 · max|V| for any finite data, for scores accurate to (HS + 4) · 2^-53 · scale |q| |k|.
///           Proof: a weight is off by less than an ULP, 2 · 2^-24 of itself, so the mean of the values moves by at most
///           2 · 2^-24 · max|V|; its rounding to float adds 2^-24.
///           Else sums of 32 products are made in float: out <= 39 · 2^-24 · max|V| for any finite data with max|V| < 2^122,
///           for scores accurate to (35 + HS/32) · 2^-24 · scale |q| |k| of the longest key, plus 2 · 2^-24 of the largest bias.
///           Proof: a product and 31 additions round 32 times, by 2^-24 of the sum of sizes at most. For a score, such sums are
///           added HS/32 − 1 times, and scaled; the scale, and the distance to the reference, are rounded. For the output, two
///           sums are added; a weight is off by 2 · 2^-24 of itself, as is the sum of weights, which moves the mean of the
///           values by at most 4 · 2^-24 · max|V|; its rounding adds 2^-24. The remainder covers terms of second order. No
///           smaller bound is promised: 2 · 2^-24 · max|V| is usual for values of both signs, also with large scores, 4 for
///           nearly equal values, and 6 is reached by equal values whose low bits are lost in every addition
///           (tests/kernels/attention/attention_test.cpp). The errors of scores change the output by 2^-24 · max|V| in the
///           root mean square: attention_precision.hpp says which rows are made in double.
///           log_sums <= 4 · 2^-24 absolute, for scores of the accuracy above. Proof: the sum of weights is off by 3 · 2^-24
///           of itself, and so is its logarithm, absolutely; the rest is second order
/// Faults    a key that a query does not see may hold anything; a row that sees no key is zero, and its log_sums −Inf. Keys that score +Inf
///           share the weight; a score of −Inf hides its key; a score of NaN makes its row NaN. A sink acts as a key whose
///           value is zero: −Inf means no sink, +Inf shares the weight, NaN makes all rows of its head NaN
/// Source    Vaswani et al. 2017, arXiv 1706.03762, eq. 1; blocks as in Dao 2023, arXiv 2307.08691, but with weights
///           relative to a power of two (online_softmax.hpp). Cap before bias as in Gemma 2, arXiv 2408.00118. Sinks as in
///           gpt-oss, arXiv 2508.10925; chunks and factors of queries as in Llama 4
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>

namespace posenc {

struct AttentionShape {
  std::size_t queries, keys;   // T, S
  std::size_t heads, kv_heads; // NH, KVH: NH / KVH query heads share one head of keys and values
  std::size_t head_dim;        // HS, of q and k
  std::size_t value_dim;       // VS, of v and out
};

/// A row of values for each head and query, one a key: values[first + h · head + t · query + s]. A stride of 0 shares
/// them; a vector of T + S − 1 values by relative position, as score_block.hpp orders it, has first = T − 1, query = −1.
template <class T> struct ScoreRows {
  std::span<const T> values = {};
  std::ptrdiff_t first = 0, head = 0, query = 0;

  const T* row(std::size_t h, std::size_t t) const {
    return values.data() +
           (first + static_cast<std::ptrdiff_t>(h) * head + static_cast<std::ptrdiff_t>(t) * query);
  }
};

inline constexpr std::size_t unlimited = std::numeric_limits<std::size_t>::max();

struct AttentionOptions {
  double scale;            // of the scores; the paper's is 1/√HS
  bool causal = false;     // no key after the query is seen
  std::ptrdiff_t past = 0; // keys before the first query: the length of a key cache; S − T aligns the ends
  std::size_t before = unlimited, after = unlimited; // how far from the query a key may be to be seen
  std::size_t chunk =
      0; // unless 0, only keys of the query's chunk are seen: positions n · chunk … (n + 1) · chunk − 1
  double softcap = 0.0;                          // 0: none
  std::span<const ScoreRows<float>> biases = {}; // −Inf hides a key
  ScoreRows<std::uint8_t> seen = {};             // 0 hides a key; no values: nothing is hidden
  std::span<const float> sinks = {};             // NH logits, or none
  std::span<const double> query_factors = {};    // T factors, or none
  bool precise = false;                          // sums all products in double
};

enum class ScoreStage { raw, capped, biased };

struct AttentionResult {
  std::span<float> out;
  std::span<float> weights = {}; // empty if not wanted
  std::span<float> scores = {};  // the same; of every key, except that hidden keys score −Inf if biased
  ScoreStage stage = ScoreStage::biased; // of the scores
  std::span<double> log_sums = {};       // empty if not wanted
};

/// Bytes of scratch that attention() needs: some blocks, for any T, and at most 8 bytes a key; with up to three queries of
/// a head of keys, a quarter byte for each key and head.
std::size_t attention_scratch(const AttentionShape&);

/// Scratch is aligned to 16 bytes, of at least attention_scratch() bytes, and holds nothing afterwards.
void attention(std::span<const float> q, std::span<const float> k, std::span<const float> v,
               const AttentionShape&, const AttentionOptions&, const AttentionResult&,
               std::span<std::byte> scratch);

} // namespace posenc
