/// Logits in the denominator of a softmax that belong to no key.
#include <catch_amalgamated.hpp>

#include "attention_random.hpp"

using namespace posenc;
using namespace posenc::test;

TEST_CASE("a sink is a key of that score whose value is zero") {
  Random random(17);
  AttentionCase sink({70, 200, 4, 2, 20, 9});
  sink.fill(random.engine);
  sink.options.causal = true, sink.options.past = 130;
  sink.sinks = {0.5f, 3.0f, -infinity, 9.0f};
  AttentionCase key({70, 201, 4, 2, 20, 9}); // the first key scores 0 before its bias, and all queries see it
  key.q = sink.q;
  std::ranges::copy(sink.k, key.k.begin() + 2 * 20);
  std::ranges::copy(sink.v, key.v.begin() + 2 * 9);
  key.options.causal = true, key.options.past = 131;
  std::vector<float> bias(4 * 201);
  for (std::size_t h = 0; h < 4; ++h) bias[h * 201] = sink.sinks[h];
  key.add_bias(bias, 0, 201, 0);
  const std::vector<float> got = sink.run().out, due = key.run().out;
  // Both are within 3 · 2^-24 · max|V| of the same.
  for (std::size_t i = 0; i < got.size(); ++i)
    REQUIRE(std::abs(got[i] - due[i]) <= static_cast<float>(6 * unit * sink.largest_value()));
}

TEST_CASE("a row that sees a sink alone is zero, and a sink of +Inf shares the weight") {
  AttentionCase c({2, 3, 1, 1, 1, 1});
  c.v = {1.0f, 2.0f, 4.0f};
  c.sinks = {0.5f};
  c.options.past = 5, c.options.before = 0;
  CHECK(c.run().out == std::vector<float>{0.0f, 0.0f});
  c.options.before = unlimited;
  c.sinks = {infinity};
  CHECK(c.run().out == std::vector<float>{0.0f, 0.0f});
  c.q = {infinity, infinity}, c.k = {1.0f, -1.0f, 1.0f};
  CHECK(c.run().out == std::vector<float>{static_cast<float>(5.0 / 3.0), static_cast<float>(5.0 / 3.0)});
}
