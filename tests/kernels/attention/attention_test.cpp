/// Attention against the reference on random shapes and options.
#include "kernels/attention/attention.hpp"

#include <catch_amalgamated.hpp>

#include "attention_random.hpp"

using namespace posenc;
using namespace posenc::test;

namespace {

const std::vector<double>& stage_of(const reference::AttentionOutput& exact, ScoreStage stage) {
  return stage == ScoreStage::raw ? exact.raw : stage == ScoreStage::capped ? exact.capped : exact.biased;
}

/// Scores come from sums in double: what is left is their rounding to float, and the absolute 2^-40 of a cap.
bool scores_agree(const std::vector<float>& got, const std::vector<double>& exact) {
  for (std::size_t i = 0; i < got.size(); ++i) {
    if (static_cast<double>(got[i]) == exact[i]) continue;
    if (!(std::abs(static_cast<double>(got[i]) - exact[i]) <= unit * std::abs(exact[i]) + 0x1p-40))
      return false;
  }
  return true;
}

#ifdef __SANITIZE_ADDRESS__
constexpr int random_cases = 500; // each takes ten times as long; the WebAssembly build runs all 2500
#else
constexpr int random_cases = 2500;
#endif

} // namespace

TEST_CASE("attention agrees with the reference on random shapes and all options together") {
  Random random(2026);
  double worst_out = 0.0, worst_weight = 0.0, worst_sum = 0.0;
  for (int i = 0; i < random_cases; ++i) {
    AttentionCase c = random_case(random);
    const auto stage = random.pick({ScoreStage::raw, ScoreStage::capped, ScoreStage::biased});
    const Output got = c.run(stage);
    const reference::AttentionOutput exact = c.exact();
    const double error = output_error(c, got, exact);
    INFO("case " << i << ": queries " << c.shape.queries << ", keys " << c.shape.keys << ", head_dim "
                 << c.shape.head_dim << ", value_dim " << c.shape.value_dim << ", error " << error);
    REQUIRE(error <= 2.0);
    REQUIRE(scores_agree(got.scores, stage_of(exact, stage)));
    REQUIRE(output_error(c, c.run_plain(), exact) <= 2.0);
    worst_out = std::max(worst_out, error);
    worst_weight = std::max(worst_weight, weight_error(got, exact));
    worst_sum = std::max(worst_sum, sum_error(c, got, exact));
    REQUIRE(log_sum_error(got, exact) <= 4.0);
  }
  INFO("worst: output " << worst_out << ", weight " << worst_weight << ", sum " << worst_sum << " · 2^-24");
  CHECK(worst_weight <= 4.0);
  CHECK(worst_sum <= 2.0);
}

TEST_CASE("attention keeps the usual errors with hot scores, and with values that are all alike") {
  Random random(3);
  for (int i = 0; i < 200; ++i) {
    AttentionCase c(random_shape(random));
    c.fill(random.engine, 10.0f);
    c.options.causal = random.chance(50);
    const reference::AttentionOutput exact = c.exact();
    const Output got = c.run();
    CHECK(output_error(c, got, exact) <= 2.0);
    CHECK(output_error(c, c.run_plain(), exact) <= 2.0);
    CHECK(weight_error(got, exact) <= 4.0);
    for (float& x : c.v) x = 1.0f + 0.001f * x;
    CHECK(output_error(c, c.run_plain(), c.exact()) <= 4.5);
    CHECK(output_error(c, c.run(), c.exact()) <= 2.0);
    c.options.precise = true;
    CHECK(c.run_plain().out == c.run().out);
  }
}

namespace {

/// How far an output may be from the reference, in units of 2^-24 · max|V|: 39, and what scores that are off by
/// (35 + HS/32) · 2^-24 · scale |q| |k| do, each to its own weight. One head.
double allowance(const AttentionCase& c, const reference::AttentionOutput& exact, std::size_t t,
                 std::size_t column) {
  const auto norm = [&](const std::vector<float>& x, std::size_t row) {
    double square = 0.0;
    for (std::size_t i = 0; i < c.shape.head_dim; ++i) {
      const double value = x[row * c.shape.head_dim + i];
      square += value * value;
    }
    return std::sqrt(square);
  };
  const double out = exact.out[t * c.shape.value_dim + column];
  const double terms = 35.0 + static_cast<double>(c.shape.head_dim) / 32.0;
  double moved = 0.0;
  for (std::size_t s = 0; s < c.shape.keys; ++s) {
    const double score_error = terms * c.options.scale * norm(c.q, t) * norm(c.k, s);
    const double value = c.v[s * c.shape.value_dim + column];
    moved += exact.weights[t * c.shape.keys + s] * score_error * std::abs(value - out);
  }
  return 39.0 + moved / c.largest_value();
}

void require_bound(AttentionCase& c) {
  const reference::AttentionOutput exact = c.exact();
  const std::vector<float> plain = c.run_plain().out;
  const double step = unit * c.largest_value();
  for (std::size_t i = 0; i < plain.size(); ++i) {
    const double error = std::abs(static_cast<double>(plain[i]) - exact.out[i]) / step;
    REQUIRE(error <= allowance(c, exact, i / c.shape.value_dim, i % c.shape.value_dim));
  }
  CHECK(output_error(c, c.run(), exact) <= 3.0);
}

} // namespace

TEST_CASE("attention keeps its bound for values of any kind") {
  Random random(21);
  std::normal_distribution<float> normal;
  const auto fill_values = [&](AttentionCase& c, const auto& value) {
    for (float& x : c.v) x = value(normal(random.engine));
  };
  for (const float heat : {0.0f, 0.3f, 1.0f, 4.0f}) {
    AttentionCase c({5, 640, 1, 1, 40, 3});
    c.fill(random.engine, heat);
    require_bound(c);
    fill_values(c, [](float x) { return 5.0f + 0.01f * x; });
    require_bound(c);
    fill_values(c, [](float x) { return std::abs(x); });
    require_bound(c);
    fill_values(c, [](float x) { return std::exp2(10.0f * x); });
    require_bound(c);
    fill_values(c, [](float x) { return -1000.0f - x; });
    require_bound(c);
    for (std::size_t i = 0; i < c.v.size(); ++i) c.v[i] = i / 3 % 32 == 0 ? 1.0f : 0x1.fffffep-25f;
    require_bound(c); // every addition after the first loses all it adds
  }
}

TEST_CASE("attention is off by 6 · 2^-24 with equal values whose low bits every addition loses") {
  AttentionCase c({4, 512, 1, 1, 24, 2});
  std::ranges::fill(c.v, 1.0f + 0x1p-20f - 0x1p-23f);
  require_bound(c);
  const double error = output_error(c, c.run_plain(), c.exact());
  CAPTURE(error);
  CHECK(error > 5.9);
  CHECK(error < 6.1);
}

TEST_CASE("attention stays within its bound over several blocks of queries and keys") {
  Random random(11);
  for (const bool causal : {false, true})
    for (const std::size_t head_dim : {1u, 24u}) {
      AttentionCase c({300, 611, 2, 1, head_dim, 12});
      c.fill(random.engine);
      c.options.causal = causal;
      c.options.past = 311;
      const reference::AttentionOutput exact = c.exact();
      const Output got = c.run();
      CHECK(output_error(c, got, exact) <= 2.0);
      CHECK(output_error(c, c.run_plain(), exact) <= 2.0);
      CHECK(weight_error(got, exact) <= 4.0);
      CHECK(sum_error(c, got, exact) <= 2.0);
    }
}

TEST_CASE("attention in float keeps its bound if scores grow with the query's length") {
  Random random(12);
  for (const float heat : {0.5f, 1.0f, 2.0f, 3.0f, 5.0f, 10.0f})
    for (const std::size_t head_dim : {17u, 33u, 64u}) {
      AttentionCase c({16, 700, 1, 1, head_dim, 20});
      c.fill(random.engine, heat);
      CHECK(output_error(c, c.run_plain(), c.exact()) <= 2.0);
    }
}

TEST_CASE("attention without queries, keys, heads or width is empty or zero") {
  for (const AttentionShape shape : {AttentionShape{0, 5, 2, 1, 3, 4}, AttentionShape{3, 0, 2, 1, 3, 4},
                                     AttentionShape{3, 5, 2, 1, 3, 0}, AttentionShape{0, 0, 1, 1, 1, 1}}) {
    AttentionCase c(shape);
    c.options.causal = true;
    for (const float x : c.run().out) CHECK(x == 0.0f);
  }
  AttentionCase no_width({2, 4, 1, 1, 0, 1}); // all scores are 0: the mean
  no_width.v = {1.0f, 2.0f, 3.0f, 6.0f};
  CHECK(no_width.run().out == std::vector<float>{3.0f, 3.0f});
}

TEST_CASE("a causal mask, a window, a boolean mask and an additive mask that hide the same keys give the "
          "same bits") {
  Random random(5);
  const std::size_t head_dim = GENERATE(9u, 24u); // in double, and in float
  AttentionCase causal({70, 70, 2, 2, head_dim, 11});
  causal.fill(random.engine);
  AttentionCase window = causal, boolean = causal, additive = causal;
  causal.options.causal = true;
  window.options.after = 0;
  boolean.options.seen.query = additive.shape.keys;
  std::vector<float> bias;
  for (std::size_t t = 0; t < 70; ++t)
    for (std::size_t s = 0; s < 70; ++s) {
      boolean.seen.push_back(s <= t);
      bias.push_back(s <= t ? 0.0f : -infinity);
    }
  additive.add_bias(bias, 0, 0, 70);
  const Output due = causal.run();
  CHECK(window.run() == due);
  CHECK(boolean.run() == due);
  CHECK(additive.run() == due);
  const Output plain = causal.run_plain();
  CHECK(window.run_plain() == plain);
  CHECK(boolean.run_plain() == plain);
  CHECK(additive.run_plain() == plain);
}

TEST_CASE("a key cache gives what the whole sequence gives, bit by bit") {
  Random random(6);
  for (const std::size_t head_dim : {8u, 24u})
    for (const float heat : {1.0f, 6.0f}) {
      AttentionCase whole({300, 300, 4, 2, head_dim, 8});
      whole.fill(random.engine, heat);
      whole.options.causal = true;
      AttentionCase step({3, 300, 4, 2, head_dim, 8});
      step.q.assign(whole.q.end() - static_cast<std::ptrdiff_t>(3 * 4 * head_dim), whole.q.end());
      step.k = whole.k, step.v = whole.v;
      step.options.causal = true, step.options.past = 297;
      for (const bool matrices : {false, true}) {
        const std::vector<float> all = whole.run(ScoreStage::biased, matrices).out;
        CHECK(step.run(ScoreStage::biased, matrices).out ==
              std::vector<float>(all.end() - 3 * 4 * 8, all.end()));
      }
    }
}

TEST_CASE("few queries, with keys read in place, have the same bits as among many") {
  Random random(13);
  for (int i = 0; i < 150; ++i) {
    const std::size_t keys = random.pick<std::size_t>({1, 7, 9, 100, 128, 129, 300});
    const std::size_t heads = random.pick<std::size_t>({1, 3}), few = 1 + random.engine() % 3;
    AttentionCase many({40, keys, heads, heads, random.pick<std::size_t>({1, 5, 17, 33, 64, 70}),
                        random.pick<std::size_t>({1, 6, 16, 33, 75})});
    many.fill(random.engine, random.pick({0.5f, 1.0f, 6.0f}));
    many.options.causal = random.chance(50);
    many.options.past = static_cast<std::ptrdiff_t>(keys) - random.pick({10, 40});
    if (random.chance(30)) many.options.before = 20;
    if (random.chance(30)) many.options.softcap = 2.0;
    if (random.chance(30)) many.options.precise = true;
    if (random.chance(30)) many.add_bias(random_bias(random, keys, 20), 0, 0, 0);
    if (random.chance(50)) {
      const auto hidden = static_cast<std::ptrdiff_t>(random.engine() % keys);
      many.seen.assign(keys, 1);
      many.seen[static_cast<std::size_t>(hidden)] = 0;
      const auto poison = [&](std::vector<float>& x) {
        const auto row = static_cast<std::ptrdiff_t>(x.size() / keys);
        std::fill_n(x.begin() + hidden * row, row, std::numeric_limits<float>::quiet_NaN());
      };
      poison(many.k), poison(many.v);
    }
    AttentionCase one = many;
    one.shape.queries = few;
    one.options.past += static_cast<std::ptrdiff_t>(40 - few);
    one.q.assign(many.q.end() - static_cast<std::ptrdiff_t>(few * heads * many.shape.head_dim), many.q.end());
    for (const bool matrices : {false, true}) {
      const std::vector<float> all = many.run(ScoreStage::biased, matrices).out;
      const std::vector<float> got = one.run(ScoreStage::biased, matrices).out;
      INFO("case " << i << ", keys " << keys << ", queries " << few << ", matrices " << matrices);
      REQUIRE(got == std::vector<float>(all.end() - static_cast<std::ptrdiff_t>(got.size()), all.end()));
    }
  }
}

TEST_CASE("permuting keys with their values changes nothing beyond rounding") {
  Random random(8);
  AttentionCase c({9, 130, 1, 1, 16, 8});
  c.fill(random.engine);
  const Output before = c.run();
  std::vector<std::size_t> order(130);
  for (std::size_t s = 0; s < 130; ++s) order[s] = s;
  std::shuffle(order.begin(), order.end(), random.engine);
  AttentionCase permuted = c;
  for (std::size_t s = 0; s < 130; ++s) {
    std::copy_n(c.k.begin() + static_cast<std::ptrdiff_t>(order[s] * 16), 16,
                permuted.k.begin() + static_cast<std::ptrdiff_t>(s * 16));
    std::copy_n(c.v.begin() + static_cast<std::ptrdiff_t>(order[s] * 8), 8,
                permuted.v.begin() + static_cast<std::ptrdiff_t>(s * 8));
  }
  const Output after = permuted.run();
  for (std::size_t i = 0; i < after.out.size(); ++i)
    CHECK(static_cast<double>(std::abs(after.out[i] - before.out[i])) <= 4 * unit * c.largest_value());
}

TEST_CASE("the scratch of attention does not grow with the square of the length") {
  const AttentionShape shape{32768, 32768, 1, 1, 64, 64};
  CHECK(attention_scratch(shape) < (1u << 20));
}
