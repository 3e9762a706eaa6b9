#include "reference/attention/attention.hpp"

#include "reference/layers/softmax.hpp"
#include "reference/rotary/rotate.hpp"

#include <cmath>
#include <limits>

namespace posenc::reference {

namespace {

constexpr double minus_infinity = -std::numeric_limits<double>::infinity();

/// The heads of a (tokens, heads, HS) tensor, each turned by its token's position.
std::vector<double> turned(const AttentionInput& in, std::span<const float> tensor, std::size_t heads,
                           double first_position) {
  const AttentionRotary& rotary = in.rotary;
  if (!rotary.angles) return {tensor.begin(), tensor.end()};
  std::vector<double> out;
  for (std::size_t row = 0; row * in.head_dim < tensor.size(); ++row) {
    const std::size_t token = row / heads;
    const double position = first_position + static_cast<double>(token);
    const std::span<const float> head = tensor.subspan(row * in.head_dim, in.head_dim);
    for (const Wide x : rotated(head, rotary.angles(position), rotary.adjacent, rotary.amplitude))
      out.push_back(static_cast<double>(x));
  }
  return out;
}

std::vector<double> raw_scores(const AttentionInput& in) {
  const std::vector<double> q = turned(in, in.q, in.heads, in.rotary.first_query);
  const std::vector<double> k = turned(in, in.k, in.kv_heads, in.rotary.first_key);
  std::vector<double> scores;
  for (std::size_t h = 0; h < in.heads; ++h)
    for (std::size_t t = 0; t < in.queries; ++t)
      for (std::size_t s = 0; s < in.keys; ++s) {
        const std::size_t g = h * in.kv_heads / in.heads;
        double sum = 0.0;
        for (std::size_t i = 0; i < in.head_dim; ++i)
          sum += q[(t * in.heads + h) * in.head_dim + i] * k[(s * in.kv_heads + g) * in.head_dim + i];
        scores.push_back(in.scale * sum);
      }
  return scores;
}

void add_bias(const AttentionInput& in, std::vector<double>& scores) {
  if (!in.bias) return;
  std::size_t at = 0;
  for (std::size_t h = 0; h < in.heads; ++h)
    for (std::size_t t = 0; t < in.queries; ++t)
      for (std::size_t s = 0; s < in.keys; ++s, ++at) {
        const double bias = in.bias(h, t, s);
        scores[at] = bias == minus_infinity ? minus_infinity : scores[at] + bias;
      }
}

/// A key whose score is −Inf takes no part: its value may be NaN.
std::vector<double> weighted_sums(const AttentionInput& in, const AttentionOutput& result) {
  std::vector<double> out;
  for (std::size_t t = 0; t < in.queries; ++t)
    for (std::size_t h = 0; h < in.heads; ++h)
      for (std::size_t c = 0; c < in.value_dim; ++c) {
        const std::size_t g = h * in.kv_heads / in.heads;
        double sum = 0.0;
        for (std::size_t s = 0; s < in.keys; ++s) {
          const std::size_t at = (h * in.queries + t) * in.keys + s;
          if (result.biased[at] == minus_infinity) continue;
          sum += result.weights[at] * static_cast<double>(in.v[(s * in.kv_heads + g) * in.value_dim + c]);
        }
        out.push_back(sum);
      }
  return out;
}

} // namespace

AttentionOutput attention(const AttentionInput& in) {
  AttentionOutput result;
  result.raw = raw_scores(in);
  result.capped = result.raw;
  if (in.softcap != 0.0)
    for (double& score : result.capped) score = in.softcap * std::tanh(score / in.softcap);
  result.biased = result.capped;
  add_bias(in, result.biased);
  result.weights = result.biased;
  for (std::size_t row = 0; row < in.heads * in.queries; ++row)
    softmax(std::span(result.weights).subspan(row * in.keys, in.keys));
  result.out = weighted_sums(in, result);
  return result;
}

} // namespace posenc::reference
