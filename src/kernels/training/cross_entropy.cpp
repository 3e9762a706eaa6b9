#include "kernels/training/cross_entropy.hpp"

#include <algorithm>
#include <cassert>
#include <limits>

#include "kernels/arithmetic/exp.hpp"
#include "kernels/arithmetic/lanes.hpp"
#include "kernels/arithmetic/log2.hpp"

namespace posenc {

namespace {

/// e^(x − most) in place. @returns their sum
double exponentials(std::span<float> row, float most) {
  simd::f64x2 low = 0.0, high = 0.0;
  for_lanes(row.size(), [&](std::size_t c, std::size_t n) {
    const simd::f32x4 value = exp(load_lanes(&row[c], n, -std::numeric_limits<float>::infinity()) - most);
    store_lanes(value, &row[c], n);
    low = low + simd::widen_low(value);
    high = high + simd::widen_high(value);
  });
  const simd::f64x2 lanes = low + high;
  return lanes.get(0) + lanes.get(1);
}

} // namespace

void likely_words(std::span<const float> logits, std::size_t vocabulary, std::span<std::int32_t> words) {
  assert(logits.size() == words.size() * vocabulary);
  for (std::size_t r = 0; r < words.size(); ++r) {
    const auto row = logits.subspan(r * vocabulary, vocabulary);
    words[r] = static_cast<std::int32_t>(std::ranges::max_element(row) - row.begin());
  }
}

LossSum cross_entropy(std::span<float> logits, std::size_t vocabulary,
                      std::span<const std::int32_t> targets) {
  assert(logits.size() == targets.size() * vocabulary);
  LossSum sum{0.0, 0, 0};
  for (std::size_t r = 0; r < targets.size(); ++r) {
    if (targets[r] < 0) continue;
    const auto row = logits.subspan(r * vocabulary, vocabulary);
    const auto most = std::ranges::max_element(row);
    const float maximum = *most;
    const auto target = static_cast<std::size_t>(targets[r]);
    const double score = double{row[target]} - double{maximum};
    sum.right += static_cast<std::size_t>(most - row.begin()) == target;
    const double total = exponentials(row, maximum);
    sum.loss += ln_1p(total - 1.0) - score;
    const auto inverse = static_cast<float>(1.0 / total);
    for (float& value : row) value *= inverse;
    ++sum.targets;
  }
  return sum;
}

void cross_entropy_backward(std::span<float> probabilities, std::size_t vocabulary,
                            std::span<const std::int32_t> targets, std::size_t count) {
  const auto share = static_cast<float>(1.0 / static_cast<double>(std::max<std::size_t>(count, 1)));
  for (std::size_t r = 0; r < targets.size(); ++r) {
    const auto row = probabilities.subspan(r * vocabulary, vocabulary);
    if (targets[r] < 0) {
      std::ranges::fill(row, 0.0f);
      continue;
    }
    row[static_cast<std::size_t>(targets[r])] -= 1.0f;
    for (float& value : row) value *= share;
  }
}

} // namespace posenc
