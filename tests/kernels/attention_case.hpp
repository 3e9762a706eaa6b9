/// One call of attention with its data, and the same by the reference.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <random>
#include <vector>

#include "kernels/attention/attention.hpp"
#include "reference/attention.hpp"

namespace posenc::test {

inline constexpr float infinity = std::numeric_limits<float>::infinity();
inline constexpr double unit = 0x1p-24;

struct Output {
  std::vector<float> out, weights, scores;
  std::vector<double> log_sums;
  bool operator==(const Output&) const = default;
};

class AttentionCase {
public:
  AttentionShape shape;
  AttentionOptions options;
  std::vector<float> q, k, v;
  std::vector<std::vector<float>> bias_values; // of options.biases, which run() points here
  std::vector<ScoreRows<float>> biases;
  std::vector<std::uint8_t> seen;
  std::vector<float> sinks;
  std::vector<double> query_factors;

  explicit AttentionCase(const AttentionShape& s)
      : shape(s), options{1.0 / std::sqrt(static_cast<double>(std::max<std::size_t>(s.head_dim, 1)))},
        q(s.queries * s.heads * s.head_dim), k(s.keys * s.kv_heads * s.head_dim),
        v(s.keys * s.kv_heads * s.value_dim) {}

  void fill(std::mt19937& random, float heat = 1.0f) {
    std::normal_distribution<float> normal;
    for (float& x : q) x = heat * normal(random);
    for (float& x : k) x = normal(random);
    for (float& x : v) x = normal(random);
  }

  void add_bias(std::vector<float> values, std::ptrdiff_t first, std::ptrdiff_t head, std::ptrdiff_t query) {
    bias_values.push_back(std::move(values));
    biases.push_back({{}, first, head, query});
  }

  Output run(ScoreStage stage = ScoreStage::biased, bool matrices = true) {
    for (std::size_t i = 0; i < biases.size(); ++i) biases[i].values = bias_values[i];
    options.biases = biases;
    options.seen.values = seen;
    options.sinks = sinks;
    options.query_factors = query_factors;
    const std::size_t scores = matrices ? shape.heads * shape.queries * shape.keys : 0;
    Output result{std::vector<float>(shape.queries * shape.heads * shape.value_dim, 7.0f),
                  std::vector<float>(scores, 7.0f), std::vector<float>(scores, 7.0f),
                  std::vector<double>(shape.queries * shape.heads, 7.0)};
    std::vector<std::byte> scratch(attention_scratch(shape), std::byte{0xff});
    attention(q, k, v, shape, options, {result.out, result.weights, result.scores, stage, result.log_sums},
              scratch);
    return result;
  }

  /// Only the output, which is computed faster and with less precision.
  Output run_plain() { return run(ScoreStage::biased, false); }

  bool sees(std::size_t h, std::size_t t, std::size_t s) const {
    const std::ptrdiff_t distance =
        static_cast<std::ptrdiff_t>(s) - static_cast<std::ptrdiff_t>(t) - options.past;
    if (distance > 0 && (options.causal || static_cast<std::size_t>(distance) > options.after)) return false;
    if (distance < 0 && static_cast<std::size_t>(-distance) > options.before) return false;
    if (options.chunk != 0) {
      const double chunk = static_cast<double>(options.chunk);
      const double query = static_cast<double>(t) + static_cast<double>(options.past);
      if (std::floor(query / chunk) != std::floor(static_cast<double>(s) / chunk)) return false;
    }
    return seen.empty() || options.seen.row(h, t)[s] != 0;
  }

  reference::AttentionOutput exact(const reference::AttentionRotary& rotary = {}) {
    reference::AttentionInput in{q,
                                 k,
                                 v,
                                 shape.queries,
                                 shape.keys,
                                 shape.heads,
                                 shape.kv_heads,
                                 shape.head_dim,
                                 shape.value_dim,
                                 options.scale,
                                 options.softcap};
    in.rotary = rotary;
    in.sinks = sinks;
    in.query_factors = query_factors;
    options.seen.values = seen;
    in.bias = [this](std::size_t h, std::size_t t, std::size_t s) {
      if (!sees(h, t, s)) return -std::numeric_limits<double>::infinity();
      double sum = 0.0;
      for (std::size_t i = 0; i < biases.size(); ++i) {
        const auto index = [](std::size_t n, std::ptrdiff_t stride) {
          return static_cast<std::ptrdiff_t>(n) * stride;
        };
        const std::ptrdiff_t at =
            biases[i].first + index(h, biases[i].head) + index(t, biases[i].query) + index(s, 1);
        sum += static_cast<double>(bias_values[i].at(static_cast<std::size_t>(at)));
      }
      return sum;
    };
    return reference::attention(in);
  }

  double largest_value() const {
    double largest = 0.0;
    for (const float x : v) largest = std::max(largest, std::abs(static_cast<double>(x)));
    return largest;
  }
};

/// The largest error of the output, in units of 2^-24 · max|V|. NaN if the output or the expected value is NaN.
inline double output_error(AttentionCase& c, const Output& got, const reference::AttentionOutput& exact) {
  double worst = 0.0;
  for (std::size_t i = 0; i < got.out.size(); ++i) {
    const double error = std::abs(static_cast<double>(got.out[i]) - exact.out[i]);
    if (!(error <= worst)) worst = error;
  }
  return worst == 0.0 ? 0.0 : worst / (unit * c.largest_value());
}

/// The largest error of a row's log_sum, in units of 2^-24. NaN if one is not finite where the other is.
inline double log_sum_error(const Output& got, const reference::AttentionOutput& exact) {
  double worst = 0.0;
  for (std::size_t i = 0; i < got.log_sums.size(); ++i) {
    if (got.log_sums[i] == exact.log_sums[i]) continue;
    const double error = std::abs(got.log_sums[i] - exact.log_sums[i]);
    if (!(error <= worst)) worst = error;
  }
  return worst / unit;
}

/// The largest relative error of a weight, in units of 2^-24, beyond two subnormal steps.
inline double weight_error(const Output& got, const reference::AttentionOutput& exact) {
  double worst = 0.0;
  for (std::size_t i = 0; i < got.weights.size(); ++i) {
    const double error = std::abs(static_cast<double>(got.weights[i]) - exact.weights[i]) - 0x1p-148;
    if (!(error <= worst * exact.weights[i])) worst = error / exact.weights[i];
  }
  return worst / unit;
}

/// How far the sum of a row of weights is from what it should be, in units of 2^-24: 1, 0 if no key is seen, or less by
/// the share of a sink.
inline double sum_error(const AttentionCase& c, const Output& got, const reference::AttentionOutput& exact) {
  double worst = 0.0;
  for (std::size_t row = 0; row < c.shape.heads * c.shape.queries; ++row) {
    double sum = 0.0, due = 0.0;
    for (std::size_t s = 0; s < c.shape.keys; ++s) {
      sum += static_cast<double>(got.weights[row * c.shape.keys + s]);
      due += exact.weights[row * c.shape.keys + s];
    }
    worst = std::max(worst, std::abs(sum - (c.sinks.empty() ? std::round(due) : due)));
  }
  return worst / unit;
}

} // namespace posenc::test
