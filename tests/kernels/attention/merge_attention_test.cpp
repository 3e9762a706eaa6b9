/// Attention over parts of the keys, merged, against the reference over all of them.
#include "kernels/attention/merge_attention.hpp"

#include <catch_amalgamated.hpp>

#include "attention_random.hpp"

using namespace posenc;
using namespace posenc::test;

namespace {

constexpr double no_key = -std::numeric_limits<double>::infinity();

struct Merged {
  std::vector<float> out;
  std::vector<double> log_sums;
};

Merged merge(const std::vector<float>& outputs, const std::vector<double>& log_sums,
             const MergeShape& shape) {
  Merged merged{std::vector<float>(outputs.size() / shape.parts, 7.0f),
                std::vector<double>(log_sums.size() / shape.parts, 7.0)};
  std::vector<double> scratch(shape.parts);
  merge_attention(outputs, log_sums, shape, merged.out, merged.log_sums, scratch);
  return merged;
}

/// The keys from `begin` to `end` of a case.
AttentionCase part_of(const AttentionCase& c, std::size_t begin, std::size_t end) {
  AttentionShape shape = c.shape;
  shape.keys = end - begin;
  AttentionCase part(shape);
  part.options = c.options;
  part.options.past -= static_cast<std::ptrdiff_t>(begin);
  part.q = c.q;
  const auto cut = [&](const std::vector<float>& all, std::size_t width) {
    const auto at = [&](std::size_t key) { return all.begin() + static_cast<std::ptrdiff_t>(key * width); };
    return std::vector<float>(at(begin), at(end));
  };
  part.k = cut(c.k, shape.kv_heads * shape.head_dim);
  part.v = cut(c.v, shape.kv_heads * shape.value_dim);
  return part;
}

/// Attention in parts of `width` keys, some of which a causal query does not see at all.
Merged in_parts(const AttentionCase& c, std::size_t width) {
  std::vector<float> outputs;
  std::vector<double> log_sums;
  MergeShape shape{0, 1, c.shape.queries, c.shape.heads, c.shape.value_dim};
  for (std::size_t begin = 0; begin < c.shape.keys; begin += width, ++shape.parts) {
    const Output part = part_of(c, begin, std::min(begin + width, c.shape.keys)).run();
    outputs.insert(outputs.end(), part.out.begin(), part.out.end());
    log_sums.insert(log_sums.end(), part.log_sums.begin(), part.log_sums.end());
  }
  return merge(outputs, log_sums, shape);
}

} // namespace

TEST_CASE("merged parts agree with attention over all keys") {
  Random random(40);
  for (int i = 0; i < 200; ++i) {
    AttentionCase c(random_shape(random));
    c.fill(random.engine, random.pick({0.3f, 1.0f, 5.0f}));
    c.options.causal = random.chance(50);
    const reference::AttentionOutput exact = c.exact();
    const Merged merged = in_parts(c, random.pick<std::size_t>({1, 3, 7, 64, 200}));
    const Output got{merged.out, {}, {}, merged.log_sums};
    REQUIRE(output_error(c, got, exact) <= 3.0 + 9.0); // the bound of each part, and the bound of merging
    REQUIRE(log_sum_error(got, exact) <= 4.0);
  }
}

TEST_CASE("one part is returned as it is") {
  Random random(41);
  AttentionCase c({5, 9, 4, 2, 8, 3});
  c.fill(random.engine);
  const Output whole = c.run();
  const Merged merged = merge(whole.out, whole.log_sums, {1, 1, 5, 4, 3});
  CHECK(merged.out == whole.out);
  CHECK(merged.log_sums == whole.log_sums);
}

TEST_CASE("sequences of a batch are merged each by itself") {
  // Two parts, two sequences, two queries, one head, one channel: only the first part of the first query counts.
  const std::vector<float> outputs{1, 2, 3, 4, 10, 20, 30, 40};
  const std::vector<double> log_sums{0, 5, no_key, 0, no_key, 5, 1, no_key};
  const Merged merged = merge(outputs, log_sums, {2, 2, 2, 1, 1});
  CHECK(merged.out == std::vector<float>{1, 11, 30, 4});
  CHECK(merged.log_sums[0] == 0);
  CHECK(std::abs(merged.log_sums[1] - (5 + std::log(2.0))) <= 1e-15);
}

TEST_CASE("parts without keys count nothing, and NaN stays in its row") {
  const double inf = -no_key, nan = std::numeric_limits<double>::quiet_NaN();
  const float poison = std::numeric_limits<float>::quiet_NaN();
  // Two parts of six rows of one channel.
  const std::vector<float> outputs{0, 1, 1, 1, 1, 5, poison, poison, 2, 2, 2, 6};
  const std::vector<double> log_sums{no_key, 3, inf, inf, nan, 1000, no_key, no_key, 700, inf, 0, 1000};
  const Merged merged = merge(outputs, log_sums, {2, 1, 1, 6, 1});
  CHECK(merged.out[0] == 0.0f); // no key anywhere
  CHECK(merged.log_sums[0] == no_key);
  CHECK(merged.out[1] == 1.0f); // the output of an empty part may be anything
  CHECK(merged.log_sums[1] == 3.0);
  CHECK(merged.out[2] == 1.0f); // +Inf takes all the weight
  CHECK(merged.log_sums[2] == inf);
  for (const std::size_t row : {3u, 4u}) {
    CHECK(std::isnan(merged.out[row])); // two of +Inf, and NaN
    CHECK(std::isnan(merged.log_sums[row]));
  }
  CHECK(merged.out[5] == 5.5f); // far beyond what exp could hold
  CHECK(std::abs(merged.log_sums[5] - (1000 + std::log(2.0))) <= 1e-12);
}
