#include <algorithm>
#include <cmath>

#include "../kernels/attention_case.hpp"
#include "fuzz/targets.hpp"

namespace posenc::fuzz {
namespace {

using test::AttentionCase;

AttentionCase case_of(Bytes& bytes) {
  AttentionShape shape{};
  shape.queries = bytes.count(1, 20);
  shape.keys = bytes.count(1, 300);
  shape.kv_heads = bytes.count(1, 2);
  shape.heads = shape.kv_heads * bytes.count(1, 3);
  shape.head_dim = bytes.count(0, 40);
  shape.value_dim = bytes.count(1, 20);
  AttentionCase c(shape);
  c.q = bytes.finite_floats(c.q.size());
  c.k = bytes.finite_floats(c.k.size());
  c.v = bytes.finite_floats(c.v.size());
  // Scores of a few units: sums of large products that cancel say nothing about a weight.
  for (float& x : c.q) x = std::clamp(x, -2.0f, 2.0f);
  for (float& x : c.k) x = std::clamp(x, -2.0f, 2.0f);
  c.options.causal = bytes.flag();
  c.options.past = static_cast<std::ptrdiff_t>(bytes.count(0, 320)) - 10;
  if (bytes.flag()) c.options.before = bytes.count(0, 200);
  if (bytes.flag()) c.options.after = bytes.count(0, 200);
  if (bytes.flag()) c.options.softcap = bytes.real(0.5, 60);
  c.options.precise = bytes.flag();
  return c;
}

void add_masks(AttentionCase& c, Bytes& bytes) {
  const std::size_t keys = c.shape.keys;
  if (bytes.flag()) {
    std::vector<float> values =
        bytes.floats(c.shape.queries + keys - 1); // by relative position, shared by the heads
    for (float& x : values)
      if (!(std::fabs(x) <= 30.0f)) x = -test::infinity; // hidden keys
    c.add_bias(std::move(values), static_cast<std::ptrdiff_t>(c.shape.queries) - 1, 0, -1);
  }
  if (!bytes.flag()) return;
  for (std::size_t s = 0; s < keys; ++s) c.seen.push_back(bytes.bits(1) % 4 != 0);
  for (std::size_t s = 0; s < keys; ++s) // what a hidden key holds must not show
    if (c.seen[s] == 0) {
      const float poison = bytes.pick({std::nanf(""), test::infinity, -test::infinity, 3e38f});
      const std::size_t width = c.shape.kv_heads * c.shape.value_dim,
                        channels = c.shape.kv_heads * c.shape.head_dim;
      std::fill_n(c.v.begin() + static_cast<std::ptrdiff_t>(s * width), width, poison);
      std::fill_n(c.k.begin() + static_cast<std::ptrdiff_t>(s * channels), channels, poison);
    }
}

void add_sinks(AttentionCase& c, Bytes& bytes) {
  if (bytes.flag()) c.options.chunk = bytes.count(1, 200);
  if (bytes.flag())
    for (std::size_t h = 0; h < c.shape.heads; ++h)
      c.sinks.push_back(static_cast<float>(bytes.real(-60, 60)));
  if (bytes.flag())
    for (std::size_t t = 0; t < c.shape.queries; ++t) c.query_factors.push_back(bytes.real(0, 2));
}

double norm(const float* x, std::size_t count) {
  double square = 0;
  for (std::size_t i = 0; i < count; ++i) square += static_cast<double>(x[i]) * static_cast<double>(x[i]);
  return std::sqrt(square);
}

/// The largest |V| that a row sees, the largest scale |q| |k|, and the largest sum of biases.
struct Sizes {
  double value = 0, score = 0, bias = 0;
};

double bias_of(const AttentionCase& c, std::size_t h, std::size_t t, std::size_t s) {
  double sum = 0;
  for (std::size_t n = 0; n < c.biases.size(); ++n) {
    const auto& [values, first, head, query] = c.biases[n];
    const std::ptrdiff_t at = first + static_cast<std::ptrdiff_t>(h) * head +
                              static_cast<std::ptrdiff_t>(t) * query + static_cast<std::ptrdiff_t>(s);
    sum += std::fabs(static_cast<double>(c.bias_values[n].at(static_cast<std::size_t>(at))));
  }
  return sum;
}

Sizes sizes(const AttentionCase& c, const reference::AttentionOutput& exact, std::size_t t, std::size_t h) {
  const auto& [T, S, NH, KVH, HS, VS] = c.shape;
  const std::size_t g = h * KVH / NH;
  Sizes result;
  for (std::size_t s = 0; s < S; ++s) {
    if (exact.weights[(h * T + t) * S + s] == 0) continue;
    for (std::size_t i = 0; i < VS; ++i)
      result.value = std::max(result.value, std::fabs(static_cast<double>(c.v[(s * KVH + g) * VS + i])));
    const double product =
        norm(c.q.data() + (t * NH + h) * HS, HS) * norm(c.k.data() + (s * KVH + g) * HS, HS);
    const double factor = c.query_factors.empty() ? 1.0 : c.query_factors[t];
    result.score = std::max(result.score, c.options.scale * factor * product);
    result.bias = std::max(result.bias, bias_of(c, h, t, s));
  }
  return result;
}

/// Every output within its proven bound: 39 · 2^-24 · max|V|, or 3 if precise, and what errors of the scores move: by (35 +
/// HS/32) · 2^-24 · scale |q| |k| each and 2 · 2^-24 of the bias, or (HS + 4) · 2^-53, and as much of each value's distance
/// from the mean, at most 2 max|V|.
void check(AttentionCase& c, const std::vector<float>& out, const reference::AttentionOutput& exact,
           bool precise) {
  const auto& [T, S, NH, KVH, HS, VS] = c.shape;
  for (std::size_t t = 0; t < T; ++t)
    for (std::size_t h = 0; h < NH; ++h) {
      const Sizes largest = sizes(c, exact, t, h);
      const auto width = static_cast<double>(HS);
      const double of_score = precise ? (width + 4) * 0x1p-53 : (35 + width / 32) * test::unit;
      const double of_bias = precise ? 0 : 2 * test::unit;
      const double units = precise ? 3 * test::unit : 39 * test::unit;
      const double moved = of_score * largest.score + of_bias * largest.bias;
      const double slack = largest.value * (units + 2 * moved) + 0x1p-140;
      for (std::size_t i = 0; i < VS; ++i) {
        const std::size_t at = (t * NH + h) * VS + i;
        require_near(out[at], exact.out[at], slack, precise ? "precise attention" : "attention");
      }
    }
}

} // namespace

void attention(Bytes& bytes) {
  AttentionCase c = case_of(bytes);
  add_masks(c, bytes);
  add_sinks(c, bytes);
  const reference::AttentionOutput exact = c.exact();
  const test::Output all = c.run();
  check(c, all.out, exact, true);
  check(c, c.run_plain().out, exact, c.options.precise);
  for (std::size_t i = 0; i < all.weights.size(); ++i) {
    const double moved = 4 * test::unit + static_cast<double>(c.shape.head_dim + 8) * 0x1p-44;
    require_near(all.weights[i], exact.weights[i], moved * exact.weights[i] + 0x1p-148,
                 "attention: a weight");
  }
}

} // namespace posenc::fuzz
