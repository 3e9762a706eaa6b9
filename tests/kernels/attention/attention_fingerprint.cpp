#include "attention_rotary_case.hpp"
#include "fingerprint.hpp"
#include "kernels/attention/merge_attention.hpp"
#include "kernels/layers/softmax.hpp"

using namespace posenc;
using namespace posenc::test;

namespace {

/// Small integers and their fractions, from no library: std::normal_distribution differs between libraries.
void fill(std::vector<float>& values, std::uint32_t seed) {
  for (float& x : values) {
    seed = seed * 1664525u + 1013904223u;
    x = static_cast<float>(static_cast<std::int32_t>(seed) >> 8) * 0x1p-22f;
  }
}

AttentionCase seeded(const AttentionShape& shape) {
  AttentionCase c(shape);
  fill(c.q, 1), fill(c.k, 2), fill(c.v, 3);
  return c;
}

void add(fingerprint::Hash& hash, AttentionCase c, ScoreStage stage = ScoreStage::biased) {
  const Output got = c.run(stage);
  hash.add(got.out);
  hash.add(got.weights);
  hash.add(got.scores);
  hash.add(c.run_plain().out);
}

} // namespace

FINGERPRINT("attention 16 tokens, 4 heads") {
  add(hash, seeded({16, 16, 4, 4, 16, 16}));
}

FINGERPRINT("attention 200 tokens, grouped, causal, odd widths") {
  AttentionCase c = seeded({200, 333, 6, 2, 13, 19});
  c.options.causal = true;
  c.options.past = 133;
  add(hash, c);
}

FINGERPRINT("attention in float and in double, block by block") {
  AttentionCase c = seeded({37, 400, 2, 1, 65, 9});
  for (std::size_t i = 0; i < c.q.size(); ++i)
    c.q[i] *= i < c.q.size() / 2 ? 0.5f : 8.0f; // cold rows, then hot ones
  add(hash, c);
}

FINGERPRINT("attention with window, cap, bias by relative position and poison") {
  AttentionCase c = seeded({70, 130, 2, 1, 8, 8});
  c.options.before = 20;
  c.options.softcap = 5.0;
  std::vector<float> bias(2 * 199);
  fill(bias, 4);
  c.add_bias(bias, 69, 199, -1);
  c.k[100] = std::numeric_limits<float>::quiet_NaN();
  c.v[60] = infinity;
  add(hash, c, ScoreStage::capped);
}

FINGERPRINT("attention of one query, whose keys stay in place") {
  for (const float heat : {1.0f, 8.0f}) {
    AttentionCase c = seeded({1, 301, 3, 3, 67, 45});
    for (float& x : c.q) x *= heat;
    c.v[60] = infinity;
    add(hash, c);
  }
}

FINGERPRINT("attention of rotated queries and keys") {
  AttentionCase c = seeded({30, 50, 4, 2, 20, 7});
  c.options.causal = true;
  c.options.past = 20;
  add(hash, rotated(c, {18, Pairing::interleaved, 1e4, 1.25, 1e6}));
}

FINGERPRINT("softmax of hot, short and spoilt rows") {
  for (const std::size_t columns : {1u, 7u, 64u, 1001u}) {
    std::vector<float> x(5 * columns);
    fill(x, 5);
    for (std::size_t c = 0; c < columns; ++c) x[columns + c] *= 60.0f;
    x[2 * columns] = infinity, x[3 * columns] = std::numeric_limits<float>::quiet_NaN(),
          x[4 * columns] = -infinity;
    softmax(x, 5, columns, x);
    hash.add(x);
  }
}

FINGERPRINT("attention's log_sums, and two parts merged") {
  AttentionCase c = seeded({37, 400, 2, 1, 17, 9});
  const Output whole = c.run_plain();
  hash.add(whole.log_sums);
  std::vector<float> outputs = whole.out, merged(whole.out.size());
  std::vector<double> log_sums = whole.log_sums, sums(whole.log_sums.size()), scratch(2);
  outputs.insert(outputs.end(), whole.out.rbegin(), whole.out.rend());
  log_sums.insert(log_sums.end(), whole.log_sums.rbegin(), whole.log_sums.rend());
  merge_attention(outputs, log_sums, {2, 1, 37, 2, 9}, merged, sums, scratch);
  hash.add(merged);
  hash.add(sums);
}
