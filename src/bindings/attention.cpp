/// Attention.
#include <emscripten/bind.h>

#include "bindings/slices.hpp"
#include "kernels/attention.hpp"

namespace posenc::bindings {
namespace {

static_assert(sizeof(AttentionShape) == 6 * 4);

std::size_t attention_scratch_bytes(Address list, double scale, bool causal) {
  const auto& [shape] = slices<1>(list);
  return attention_scratch(shape.as<AttentionShape>(), {scale, causal});
}

void run_attention(Address list, double scale, bool causal) {
  const auto& [q, k, v, shape, out, weights, scratch] = slices<7>(list);
  attention(q, k, v, shape.as<AttentionShape>(), {scale, causal}, {out, weights}, scratch);
}

} // namespace

EMSCRIPTEN_BINDINGS(attention) {
  using emscripten::function;
  function("attentionScratch", &attention_scratch_bytes);
  function("attention", &run_attention);
}

} // namespace posenc::bindings
