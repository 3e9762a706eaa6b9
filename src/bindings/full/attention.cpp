/// Attention.
#include <emscripten/bind.h>

#include "bindings/slices.hpp"
#include "kernels/attention/attention.hpp"
#include "kernels/rotary/rotate.hpp"

namespace posenc::bindings {
namespace {

struct Strides {
  std::int32_t first, head, query;
};

/// AttentionOptions without its arrays, which are slices.
struct Settings {
  double scale, softcap;
  std::int32_t past;
  std::uint32_t before, after, causal, precise, stage, bias_count;
  Strides first_bias, second_bias, seen;
};

// The structs are written from JavaScript: a change of their layout must not go unnoticed.
static_assert(sizeof(AttentionShape) == 6 * 4 && offsetof(Settings, past) == 16 && sizeof(Settings) == 80);

template <class T> ScoreRows<T> rows(const Slice& values, Strides strides) {
  return {values, strides.first, strides.head, strides.query};
}

AttentionOptions options(const Settings& settings) {
  AttentionOptions result{.scale = settings.scale, .causal = settings.causal != 0, .past = settings.past};
  result.before = settings.before;
  result.after = settings.after;
  result.softcap = settings.softcap;
  result.precise = settings.precise != 0;
  return result;
}

std::size_t attention_scratch_bytes(std::size_t queries, std::size_t keys, std::size_t heads,
                                    std::size_t kv_heads, std::size_t head_dim, std::size_t value_dim) {
  return attention_scratch({queries, keys, heads, kv_heads, head_dim, value_dim});
}

/// Turns queries and keys where they stand, which are the module's own copies.
void turn_attended(Address list, std::size_t rotary_dim, bool is_adjacent) {
  const auto& [q, k, v, shape, settings, first_bias, second_bias, seen, out, weights, scores, scratch,
               query_frequencies, query_axes, query_positions, query_table, query_exponents, key_frequencies,
               key_axes, key_positions, key_table, key_exponents] = slices<22>(list);
  const auto [T, S, NH, KVH, HS, VS] = shape.as<AttentionShape>();
  const Rotation rotation{is_adjacent ? Pairing::adjacent : Pairing::halves, false};
  rotate(q, query_table, {T, NH, HS, rotary_dim}, rotation, q);
  rotate(k, key_table, {S, KVH, HS, rotary_dim}, rotation, k);
}

void run_attention(Address list) {
  const auto& [q, k, v, shape, settings, first_bias, second_bias, seen, out, weights, scores, scratch] =
      slices<12>(list);
  const Settings& given = settings.as<Settings>();
  const ScoreRows<float> biases[] = {rows<float>(first_bias, given.first_bias),
                                     rows<float>(second_bias, given.second_bias)};
  AttentionOptions all = options(given);
  all.biases = std::span(biases).first(given.bias_count);
  all.seen = rows<std::uint8_t>(seen, given.seen);
  attention(q, k, v, shape.as<AttentionShape>(), all, {out, weights, scores, ScoreStage(given.stage)},
            scratch);
}

} // namespace

EMSCRIPTEN_BINDINGS(attention) {
  using emscripten::function;
  function("attentionScratch", &attention_scratch_bytes);
  function("turnAttended", &turn_attended);
  function("attention", &run_attention);
}

} // namespace posenc::bindings
