/// Attention on data that is not finite, or nearly so.
#include <bit>
#include <catch_amalgamated.hpp>

#include "attention_case.hpp"

using namespace posenc;
using namespace posenc::test;

namespace {

constexpr float not_a_number = std::numeric_limits<float>::quiet_NaN();

float* key(AttentionCase& c, std::size_t s) {
  return c.k.data() + s * c.shape.kv_heads * c.shape.head_dim;
}
float* value(AttentionCase& c, std::size_t s) {
  return c.v.data() + s * c.shape.kv_heads * c.shape.value_dim;
}

/// A single head and query of width 1, with the keys as scores.
AttentionCase row_of_scores(const std::vector<float>& scores) {
  AttentionCase c({1, scores.size(), 1, 1, 1, 1});
  c.q = {1.0f};
  c.k = scores;
  for (std::size_t s = 0; s < scores.size(); ++s) c.v[s] = static_cast<float>(s % 7);
  return c;
}

double sum_of_weights(const Output& got) {
  double sum = 0.0;
  for (const float w : got.weights) sum += static_cast<double>(w);
  return sum;
}

} // namespace

TEST_CASE("what stands behind a mask does not change one bit") {
  for (const float poison : {not_a_number, infinity, -infinity, 3.4e38f}) {
    for (const std::size_t keys : {40u, 200u}) {
      std::mt19937 random(1);
      AttentionCase clean({keys, keys, 2, 1, 5, 9});
      clean.fill(random);
      clean.options.causal = true;
      clean.options.softcap = 20.0;
      clean.seen.assign(keys, 1);
      clean.seen[3] = 0;
      AttentionCase poisoned = clean;
      std::fill_n(key(poisoned, 3), 5, poison);
      std::fill_n(value(poisoned, 3), 9, poison);
      std::fill_n(value(poisoned, keys - 1), 9, poison); // only the last query sees it
      std::fill_n(key(poisoned, keys - 1), 5, poison);
      Output due = clean.run(ScoreStage::biased), got = poisoned.run(ScoreStage::biased);
      const std::size_t last = (keys - 1) * 2 * 9;
      due.out.resize(last), got.out.resize(last);
      CHECK(got.out == due.out);
      std::vector<float> due_plain = clean.run_plain().out, got_plain = poisoned.run_plain().out;
      due_plain.resize(last), got_plain.resize(last);
      CHECK(got_plain == due_plain);
      for (std::size_t h = 0; h < 2; ++h) {
        const auto begin = static_cast<std::ptrdiff_t>(h * keys * keys),
                   end = begin + static_cast<std::ptrdiff_t>((keys - 1) * keys);
        CHECK(
            std::equal(got.weights.begin() + begin, got.weights.begin() + end, due.weights.begin() + begin));
        CHECK(std::equal(got.scores.begin() + begin, got.scores.begin() + end, due.scores.begin() + begin));
      }
    }
  }
}

TEST_CASE("an additive mask of −Inf hides NaN as well") {
  AttentionCase c = row_of_scores({1.0f, not_a_number, 1.0f});
  c.v[1] = not_a_number;
  c.add_bias({0.0f, -infinity, 0.0f}, 0, 0, 0);
  const Output got = c.run();
  CHECK(got.weights == std::vector<float>{0.5f, 0.0f, 0.5f});
  CHECK(got.out == std::vector<float>{1.0f});
}

TEST_CASE("a row that sees no key is zero, whatever the keys hold") {
  AttentionCase c({3, 70, 2, 2, 4, 5});
  std::ranges::fill(c.k, not_a_number);
  std::ranges::fill(c.v, not_a_number);
  c.seen.assign(70, 0);
  const Output got = c.run();
  for (const float x : got.out) CHECK(std::bit_cast<std::uint32_t>(x) == 0);
  for (const float x : got.weights) CHECK(std::bit_cast<std::uint32_t>(x) == 0);
  c.seen.clear();
  c.options.causal = true;
  c.options.past = -5; // all queries before the first key
  for (const float x : c.run().out) CHECK(std::bit_cast<std::uint32_t>(x) == 0);
}

TEST_CASE("NaN that is seen makes its row NaN, in the canonical form, and no other row") {
  std::mt19937 random(2);
  AttentionCase c({6, 90, 1, 1, 4, 4});
  c.fill(random);
  const Output clean = c.run();
  c.q[2 * 4] = -not_a_number;
  const Output got = c.run();
  for (std::size_t i = 0; i < got.out.size(); ++i) {
    if (i / 4 == 2)
      CHECK(std::bit_cast<std::uint32_t>(got.out[i]) == 0x7fc00000u);
    else
      CHECK(got.out[i] == clean.out[i]);
  }
}

TEST_CASE("a bias of NaN makes its row NaN, whatever the bits of the NaN, also with scores in float") {
  std::mt19937 random(3);
  AttentionCase c({6, 90, 1, 1, 24, 24});
  c.fill(random);
  c.add_bias(std::vector<float>(6 * 90, 0.0f), 0, 0, 90);
  const Output clean = c.run_plain();
  for (const std::uint32_t bits : {0x7fc00000u, 0x7fc00001u, 0xffc00081u}) {
    c.bias_values[0][2 * 90 + 40] = std::bit_cast<float>(bits);
    const Output got = c.run_plain();
    for (std::size_t i = 0; i < got.out.size(); ++i) {
      if (i / 24 == 2)
        CHECK(std::bit_cast<std::uint32_t>(got.out[i]) == 0x7fc00000u);
      else
        CHECK(got.out[i] == clean.out[i]);
    }
  }
}

TEST_CASE("values that are seen and not finite propagate") {
  AttentionCase c = row_of_scores({1.0f, 1.0f});
  c.v = {infinity, 2.0f};
  CHECK(c.run().out[0] == infinity);
  c.v = {infinity, -infinity};
  CHECK(std::isnan(c.run().out[0]));
  c.v = {2.0f, not_a_number};
  CHECK(std::isnan(c.run().out[0]));
}

TEST_CASE("scores of +Inf share the weight, also when they come in a later block") {
  for (const std::size_t keys : {5u, 100u}) {
    std::vector<float> scores(keys, 3.0f);
    scores[1] = scores[keys - 1] = infinity;
    AttentionCase c = row_of_scores(scores);
    const Output got = c.run();
    for (std::size_t s = 0; s < keys; ++s) CHECK(got.weights[s] == (scores[s] == infinity ? 0.5f : 0.0f));
    CHECK(got.out[0] == 0.5f * (c.v[1] + c.v[keys - 1]));
  }
}

TEST_CASE("extreme scores are defined, finite, and weights sum to one") {
  const auto ramp = [](std::size_t count, float step) {
    std::vector<float> scores(count);
    for (std::size_t s = 0; s < count; ++s) scores[s] = step * static_cast<float>(s);
    return scores;
  };
  for (const std::vector<float>& scores : {std::vector<float>{5.0f},
                                           {1e4f, 0.0f, -1e4f},
                                           {3e38f, 2e38f, -3e38f},
                                           {-3e38f, -3.2e38f},
                                           ramp(300, 1e4f),
                                           ramp(300, -1e4f),
                                           ramp(65536, 1e-3f),
                                           std::vector<float>(65536, 2.5f)}) {
    AttentionCase c = row_of_scores(scores);
    const Output got = c.run();
    const reference::AttentionOutput exact = c.exact();
    CHECK(std::abs(sum_of_weights(got) - 1.0) <= 2 * unit);
    CHECK(weight_error(got, exact) <= 4.0);
    CHECK(output_error(c, got, exact) <= 4.5);
    CHECK(output_error(c, c.run_plain(), exact) <= 4.5);
  }
}

TEST_CASE("products beyond the range of a float still make a score") {
  AttentionCase c({1, 2, 1, 1, 2, 1});
  c.q = {3e38f, -3e38f};
  c.k = {3e38f, 3e38f, 3e38f, -3e38f};
  c.v = {1.0f, 2.0f};
  CHECK(c.run().out[0] == 2.0f);
}

TEST_CASE("products beyond the range of a float make a score in a later block, too") {
  AttentionCase c({1, 300, 1, 1, 32, 1});
  std::ranges::fill(c.q, 1e20f);
  std::ranges::fill(c.k, 1e-22f);
  for (std::size_t s = 0; s < 300; ++s) c.v[s] = static_cast<float>(s);
  std::fill_n(key(c, 200), 32, 3e38f);
  CHECK(c.run_plain().out[0] == 200.0f);
  for (std::size_t i = 0; i < 32; i += 2) key(c, 200)[i] = -3e38f; // the sum is 0; in float, Inf − Inf
  const reference::AttentionOutput exact = c.exact();
  CHECK(output_error(c, c.run_plain(), exact) <= 2.0);
}
